import Foundation
import SQLite
import TestSupport
import Testing

/// Stores changed at random, by the same changes in every run. A few turns of each kind here; twenty times as many
/// where the long tests are asked for.
@Suite("Stores and models changed at random")
struct FuzzTests {
  private static let turns = FuzzRandom.turns(4)

  @Test("The 100 bytes of the header")
  func header() throws {
    var random = FuzzRandom(seed: 10)
    for turn in 0..<(2 * Self.turns) {
      let trial = try FuzzTrial("library-1", label: "header, turn \(turn)")
      try trial.rewrite { bytes in
        for _ in 0...random.below(2) {
          bytes[random.below(100)] = random.pick([0, 1, 2, 3, 4, 16, 0x40, 0x7f, 0x80, 0xff])
        }
      }
      try trial.hold()
    }
  }

  @Test("Pages: noise in their heads and bodies, zeros, one in place of another")
  func pages() throws {
    var random = FuzzRandom(seed: 11)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "pages, turn \(turn)")
      try trial.rewrite { bytes in
        let page = random.below(bytes.count / 4096) * 4096
        switch random.below(4) {
        case 0: for _ in 0...random.below(4) { bytes[page + random.below(12)] = UInt8(random.below(256)) }
        case 1: for _ in 0...random.below(20) { bytes[page + random.below(4096)] = UInt8(random.below(256)) }
        case 2: bytes.replaceSubrange(page..<(page + 4096), with: [UInt8](repeating: 0, count: 4096))
        default:
          let other = random.below(bytes.count / 4096) * 4096
          bytes.replaceSubrange(page..<(page + 4096), with: Array(bytes[other..<(other + 4096)]))
        }
      }
      try trial.hold()
    }
  }

  @Test("The write-ahead log: header, frames, length, what follows it")
  func log() throws {
    var random = FuzzRandom(seed: 12)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1-wal/Library", label: "log, turn \(turn)")
      try trial.rewrite("-wal") { bytes in
        let frame = 32 + random.below((bytes.count - 32) / 4120) * 4120
        switch random.below(6) {
        case 0: for _ in 0...random.below(3) { bytes[random.below(32)] = UInt8(random.below(256)) }
        case 1: for _ in 0...random.below(3) { bytes[frame + random.below(24)] = UInt8(random.below(256)) }
        case 2: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 3: bytes.removeLast(random.below(bytes.count))
        case 4: bytes += bytes[frame..<(frame + 4120)]
        default: bytes += (0..<random.below(9000)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        }
      }
      if random.below(4) == 0 {
        try trial.rewrite { bytes in
          bytes.removeLast(bytes.count - random.pick([0, 100, 4096, bytes.count / 2]))
        }
      }
      try trial.hold()
    }
  }

  @Test("A rollback journal that was never this store's")
  func journal() throws {
    var random = FuzzRandom(seed: 13)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "journal, turn \(turn)")
      let store = try trial.scratch.bytes(trial.store)
      let size = random.pick([4096, 4096, 4096, 512, 65536, 0, 1000])
      let header: [UInt32] = [
        random.pick([0, 1, 2, 5, .max]), 77, random.pick([UInt32(store.count / 4096), 0, 1, 1 << 31, .max]),
        random.pick([512, 4096, 0, 513, 65536]), UInt32(size),
      ]
      var bytes: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7] + header.flatMap(Self.bigEndian)
      bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
      for _ in 0..<random.below(4) {
        let number = random.pick([1, 2, 3, store.count / 4096, store.count / 4096 + 1, 0])
        let start = (number - 1) * 4096
        let page =
          start >= 0 && start + 4096 <= store.count
          ? Array(store[start..<(start + 4096)]) : [UInt8](repeating: 0, count: 4096)
        let sum = stride(from: 4096 - 200, to: 0, by: -200).reduce(UInt32(77)) { $0 &+ UInt32(page[$1]) }
        bytes += Self.bigEndian(UInt32(number)) + page + Self.bigEndian(random.below(5) == 0 ? sum ^ 1 : sum)
      }
      if random.below(3) == 0 { bytes.removeLast(random.below(bytes.count)) }
      try trial.scratch.write(bytes, to: trial.store + "-journal")
      // It may say that the store was larger than any disk.
      try trial.hold(also: [9])
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  @Test("The metadata's property list, and what stands beside it")
  func metadata() throws {
    var random = FuzzRandom(seed: 14)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "metadata, turn \(turn)")
      let connection = try Connection(path: trial.scratch(trial.store), mode: .readWrite)
      var bytes = try #require(connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].bytes)
      try connection.close()
      if random.below(2) == 0 {
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        bytes = try Array(PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
      }
      try trial.execute(
        ["UPDATE Z_METADATA SET Z_PLIST = ?"],
        [random.below(9) == 0 ? .text(bytes) : .blob(random.change(bytes))])
      let odd = ["NULL", "5", "X'0001'", "''", "'../../x'", "'a' || char(0)", "NULL"]
      if random.below(2) == 0 { try trial.execute(["UPDATE Z_METADATA SET Z_UUID = \(random.pick(odd))"]) }
      if random.below(4) == 0 { try trial.execute(["UPDATE Z_METADATA SET Z_VERSION = -1"]) }
      try trial.hold()
    }
  }

  @Test("Rows of Z_PRIMARYKEY, also where the table has lost its types and its key")
  func primaryKeys() throws {
    let values = [
      "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "1e300", "'x'", "X'00'", "''",
      "16001",
      "17001", "3", "9.5",
    ]
    let names = ["'Book'", "'book'", "CAST(X'c3' AS TEXT)", "'a' || char(0) || 'b'", "NULL", "X'41'", "7"]
    var random = FuzzRandom(seed: 15)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "primary keys, turn \(turn)")
      var statements: [String] = []
      if random.below(2) == 0 {
        statements = [
          "CREATE TABLE t AS SELECT * FROM Z_PRIMARYKEY", "DROP TABLE Z_PRIMARYKEY",
          "CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)",
          "INSERT INTO Z_PRIMARYKEY SELECT * FROM t",
          "DROP TABLE t",
        ]
      }
      for _ in 0...random.below(3) {
        let number = 1 + random.below(9)
        switch random.below(6) {
        case 0: statements.append("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
        case 1:
          statements.append("INSERT INTO Z_PRIMARYKEY SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
        case 2:
          statements.append(
            "INSERT INTO Z_PRIMARYKEY VALUES (\(random.pick(values)), \(random.pick(names)), \(random.pick(values)), 0)"
          )
        case 3:
          statements.append("UPDATE Z_PRIMARYKEY SET Z_NAME = \(random.pick(names)) WHERE Z_ENT = \(number)")
        case 4:
          statements.append("UPDATE Z_PRIMARYKEY SET Z_ENT = \(random.pick(values)) WHERE Z_ENT = \(number)")
        default:
          let column = random.pick(["Z_SUPER", "Z_MAX"])
          statements.append(
            "UPDATE Z_PRIMARYKEY SET \(column) = \(random.pick(values)) WHERE Z_ENT = \(number)")
        }
      }
      try trial.execute(statements)
      try trial.hold()
    }
  }

  @Test("The cached model")
  func cache() throws {
    var random = FuzzRandom(seed: 16)
    for turn in 0..<(Self.turns / 2) {
      let trial = try FuzzTrial("library-1", label: "cache, turn \(turn)")
      let stored: Value = random.pick([
        .null, .integer(5), .text(Array("x".utf8)), .blob([]), .blob([UInt8](repeating: 0, count: 100)),
        // Raw DEFLATE of a property list that is no archive, and a block that never ends.
        .blob([0x01, 0x05, 0x00, 0xfa, 0xff] + Array("bplis".utf8)), .blob([0x00, 0xff, 0xff, 0x00, 0x00]),
        .blob((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 77) }),
      ])
      try trial.execute(["DELETE FROM Z_MODELCACHE"])
      try trial.execute(["INSERT INTO Z_MODELCACHE VALUES (?)"], [stored])
      try trial.hold()
    }
  }

  @Test("The schema: names, kinds, roots and texts")
  func schema() throws {
    var random = FuzzRandom(seed: 17)
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "schema, turn \(turn)")
      try trial.rewrite { bytes in
        // Texts of the schema lie in the first page, and may go on in another.
        for _ in 0...random.below(3) {
          bytes[100 + random.below(3996)] = random.pick([
            0, 1, 0x20, 0x28, 0x29, 0x2c, 0x41, 0x5a, 0x27, 0xff,
          ])
        }
      }
      try trial.hold()
    }
  }

  @Test("The model's XML")
  func model() throws {
    var random = FuzzRandom(seed: 18)
    let texts = [
      "", "-1", "NaN", "é", "YES", "NO", "Book", "Author", "Composite", "Binary", "Date", "0x10", "title",
    ]
    for turn in 0..<Self.turns {
      let trial = try FuzzTrial("library-1", label: "model, turn \(turn)")
      let name = "in/\(Fixture.model)/\(random.pick(["Library", "Library 2"])).xcdatamodel/contents"
      var lines = try trial.scratch.text(name).split(separator: "\n").map(String.init)
      for _ in 0...random.below(2) {
        let line = random.below(lines.count)
        let attributes = lines[line].matches(of: #/="[^"]*"/#).map(\.range)
        switch random.below(4) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[line], at: random.below(lines.count))
        case _ where !attributes.isEmpty:
          lines[line].replaceSubrange(random.pick(attributes), with: "=\"\(random.pick(texts))\"")
        default: break
        }
      }
      try trial.scratch.write(lines.joined(separator: "\n"), to: name)
      try trial.hold()
      // A version that cannot be read is none that could be named.
      let named = try FuzzTrial("library-1", label: "model named, turn \(turn)")
      try named.scratch.write(lines.joined(separator: "\n"), to: name)
      try named.hold(["--source-version", "Library"], also: [64])
    }
  }
}
