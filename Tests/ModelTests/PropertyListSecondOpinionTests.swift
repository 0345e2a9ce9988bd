import Foundation
import PropertyLists
import Testing

/// What this project writes, Python's reader must take for the same; and the other way round.
@Suite(.enabled(if: Python.isPresent)) struct PropertyListSecondOpinionTests {
  /// Prints the names of files whose `a` and `b` Python reads differently, and writes each again as `c`.
  private static let script = """
    import os, plistlib, sys
    def plain(value):
        if isinstance(value, dict): return [(key, plain(item)) for key, item in value.items()]
        if isinstance(value, list): return [plain(item) for item in value]
        return (type(value).__name__, value)
    folder = sys.argv[1]
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.a'): continue
        a, b = (open(os.path.join(folder, name[:-1] + kind), 'rb').read() for kind in 'ab')
        first, second = plistlib.loads(a), plistlib.loads(b)
        if plain(first) != plain(second): print(name)
        with open(os.path.join(folder, name[:-1] + 'c'), 'wb') as file:
            plistlib.dump(first, file, fmt=plistlib.FMT_BINARY, sort_keys=False)
    """

  @Test func pythonReadsWhatIsWritten() throws {
    let list = PropertyList.dictionary([
      .init("z", .array([.string("ä🐟"), .string("plain"), .integer(-1), .integer(.max), .unsigned(.max)])),
      .init("a", .dictionary([.init("date", .date(1.5)), .init("data", .data([1, 2, 3]))])),
      .init("uid", .uid(300)), .init("real", .real(0.1)), .init("true", .boolean(true)),
      .init("many", .array((0..<70_000).map { .integer(Int64($0)) })),
    ])
    let folder = try TemporaryFolder()
    let bytes = Data(BinaryPropertyListWriter.write(list))
    try bytes.write(to: folder.url.appendingPathComponent("x.a"))
    try bytes.write(to: folder.url.appendingPathComponent("x.b"))
    #expect(try Python.run(Self.script, [folder.url.path]) == "")
    let again = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent("x.c")))
    #expect(try PropertyListReader.read(again) == list)
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared")) func metadataOfEveryStoreComesBackAsItWas() throws
  {
    let folder = try TemporaryFolder()
    let lists = try StoreBlobs.all.get().compactMap(\.metadata)
    try #require(lists.count >= 70)
    for (number, original) in lists.enumerated() {
      let list = try PropertyListReader.read(original)
      let written = BinaryPropertyListWriter.write(list)
      #expect(try PropertyListReader.read(written) == list)
      #expect(list["NSStoreModelVersionHashesVersion"] == .integer(3))
      #expect(list["NSStoreModelVersionHashes"]?.entries?.allSatisfy { $0.value.data?.count == 32 } == true)
      try Data(original).write(to: folder.url.appendingPathComponent("\(number).a"))
      try Data(written).write(to: folder.url.appendingPathComponent("\(number).b"))
    }
    #expect(try Python.run(Self.script, [folder.url.path]) == "")
  }
}
