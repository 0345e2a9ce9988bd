import Foundation
import StoreProtection

/// Small databases, made by hand or by SQLite.
enum Stores {
  /// A header that SQLite could have written, with zeros after it.
  static func bytes(pageSize: Int = 4096, pages: Int = 1, version: UInt8 = 1) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pageSize * pages)
    bytes.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    let written = pageSize == 65536 ? 1 : pageSize
    bytes[16] = UInt8(written >> 8)
    bytes[17] = UInt8(written & 255)
    bytes[18] = version
    bytes[19] = version
    bytes[31] = UInt8(pages)
    return bytes
  }

  /// A store with a log of 2 transactions that nobody folded in.
  static func makeWithLog(at path: String) throws {
    try Python.run(
      """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("pragma journal_mode=wal")
      c.execute("pragma wal_autocheckpoint=0")
      c.execute("create table t(a)")
      c.execute("insert into t values('first')")
      os._exit(0)
      """, path)
  }

  /// A store that was left in the middle of a transaction, with a journal that is hot: 200 rows of `before`.
  static func makeHot(at path: String) throws {
    try Python.run(
      """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("pragma cache_size=1")
      c.execute("pragma cache_spill=1")
      c.execute("create table t(a, b)")
      c.execute("begin")
      for i in range(200): c.execute("insert into t values('before', ?)", ("x" * 500,))
      c.execute("commit")
      c.execute("begin")
      c.execute("update t set a = 'halfway'")
      os._exit(0)
      """, path)
  }

  /// The number of rows of `t` with this text, read by SQLite as it does for anybody.
  static func count(_ text: String, in path: String) throws -> Int? {
    Int(
      try Python.run(
        "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("
          + "'select count(*) from t where a = ?', (sys.argv[2],)).fetchone()[0])", path, text))
  }

  /// Puts a super-journal's name at a journal's end, as SQLite does before it commits over several databases.
  static func appendSuperJournal(_ name: String, to path: String) throws {
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    bytes += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    let characters = Array(name.utf8)
    let sum = characters.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    bytes += bigEndian(0x4000_0000 / 4096 + 1) + characters
    bytes += bigEndian(UInt32(characters.count)) + bigEndian(sum)
    bytes += [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
