import Foundation
import SQLite
import Testing

/// Logs and journals with right checksums and wrong contents.
@Suite("Hostile logs and journals")
struct HostileLogTests {
  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  @Test("A log of no known layout, whose header is sound: SQLite would not open the store")
  func layout() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let path = "in/" + fixture.store + "-wal"
    var bytes = try fixture.workshop.scratch.bytes(path)
    bytes.replaceSubrange(4..<8, with: Self.bigEndian(3_007_001))
    var (first, second) = (UInt32(0), UInt32(0))
    for at in stride(from: 0, to: 24, by: 8) {
      let words = [at, at + 4].map { place in
        let word = bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return bytes[3] & 1 == 1 ? word : word.byteSwapped
      }
      first &+= words[0] &+ second
      second &+= words[1] &+ first
    }
    bytes.replaceSubrange(24..<32, with: Self.bigEndian(first) + Self.bigEndian(second))
    try fixture.workshop.scratch.write(bytes, to: path)
    let run = try fixture.migrate()
    #expect(run.status == 5, "\(run.story)")
    #expect(run.report.problems == ["error store.wal-format  []"], "\(run.story)")
    let seen = try fixture.workshop.inspect(fixture.store, status: 5)
    #expect(seen.findings("store.wal-format").count == 1)
  }

  @Test("A journal that names a file no file can be", arguments: [300, 5_000])
  func longName(length: Int) throws {
    let fixture = try Fixture("library-1")
    let store = try fixture.workshop.scratch.bytes("in/" + fixture.store)
    let pages = UInt32(store.count / 4096)
    let name = [UInt8](repeating: UInt8(ascii: "x"), count: length)
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    var bytes = magic + [1, 77, pages, 512, 4096].flatMap(Self.bigEndian)
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    let page = Array(store[4096..<8192])
    let sum = stride(from: 4096 - 200, to: 0, by: -200).reduce(UInt32(77)) { $0 &+ UInt32(page[$1]) }
    bytes += Self.bigEndian(2) + page + Self.bigEndian(sum)
    bytes += Self.bigEndian(1) + name + Self.bigEndian(UInt32(length))
    bytes += Self.bigEndian(name.reduce(0) { $0 + UInt32($1) }) + magic
    try fixture.workshop.scratch.write(bytes, to: "in/" + fixture.store + "-journal")
    let run = try fixture.migrate()
    #expect(run.status == 5, "\(run.story)")
    #expect(run.report.problems == ["error store.super-journal-unsettled  []"], "\(run.story)")
  }
}
