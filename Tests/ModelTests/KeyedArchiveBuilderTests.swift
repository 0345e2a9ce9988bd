import PropertyLists
import Testing

@Suite struct KeyedArchiveBuilderTests {
  @Test func equalTextsAndNumbersAreOneObject() throws {
    var builder = KeyedArchiveBuilder()
    let root = builder.reserve()
    let kind = KeyedArchiveBuilder.Class("NSThing", ["NSOther", "NSObject"])
    builder.set(
      root, kind,
      [
        .init("a", builder.string("x")), .init("b", builder.string("x")), .init("c", builder.string(nil)),
        .init("d", builder.number(.integer(1))), .init("e", builder.number(.boolean(true))),
        .init("f", root),
      ])
    let archive = try #require(KeyedArchive(try PropertyListReader.read(builder.bytes(root: root))))
    #expect(archive.root["a"] == archive.root["b"] && archive.root["c"] == .uid(0))
    #expect(archive.object(archive.root["d"]) == .integer(1))
    #expect(archive.object(archive.root["e"]) == .boolean(true))
    #expect(archive.className(of: archive.root) == "NSThing" && archive.root["f"] == .uid(1))
    #expect(archive.objects.count == 6)
    // Composed and decomposed, which Swift holds for the same.
    var other = KeyedArchiveBuilder()
    #expect(other.string("\u{e9}") != other.string("e\u{301}"))
  }

  @Test func deflateAndBack() throws {
    for bytes in [[], [1], Array("a model ".utf8), Array(repeating: UInt8(7), count: 300_000)] {
      #expect(try RawInflate.inflate(try #require(RawDeflate.deflate(bytes))) == bytes)
    }
  }
}
