import PropertyLists
import Testing

@Suite struct RawInflateTests {
  /// "hello" as one stored block.
  private let hello: [UInt8] = [0x01, 0x05, 0x00, 0xFA, 0xFF] + Array("hello".utf8)

  @Test func unfolds() throws {
    #expect(try RawInflate.inflate(hello) == Array("hello".utf8))
    #expect(try RawInflate.inflate(hello, limit: 5) == Array("hello".utf8))
    #expect(try RawInflate.inflate([0x03, 0x00]) == [])
  }

  @Test func refusesWhatIsNotOneWholeStream() {
    #expect(throws: RawInflateError.trailingBytes(count: 1)) { try RawInflate.inflate(hello + [0]) }
    #expect(throws: RawInflateError.truncated) { try RawInflate.inflate(Array(hello.dropLast())) }
    #expect(throws: RawInflateError.truncated) { try RawInflate.inflate([]) }
    #expect(throws: RawInflateError.tooLarge(byteLimit: 4)) { try RawInflate.inflate(hello, limit: 4) }
    #expect(throws: RawInflateError.notDeflate) { try RawInflate.inflate([0xFF, 0xFF, 0xFF]) }
  }
}
