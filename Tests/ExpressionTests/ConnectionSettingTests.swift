import Foundation
import SQLite
import Testing

/// What holds on every connection, however it was opened: asked of SQLite, not of our own list.
@Suite("Settings of a connection")
struct ConnectionSettingTests {
  private let folder = NSTemporaryDirectory() + "connection-\(UUID().uuidString)"

  /// A file with a view and an ordinary table, of which `form` opens a connection.
  private func connection(_ form: String) throws -> Connection {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/a.sqlite"
    if !FileManager.default.fileExists(atPath: path) {
      let made = try Connection(path: path, mode: .create)
      try made.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT x FROM t")
      try made.close()
    }
    return switch form {
    case "memory": try Connection(path: ":memory:", mode: .create)
    case "new": try Connection(path: folder + "/new.sqlite", mode: .create)
    case "read-only": try Connection(path: path, mode: .readOnly)
    case "finished": try Connection.finished(path: path)
    default: try Connection(path: path, mode: .readWrite)
    }
  }

  static let forms = ["memory", "new", "read-only", "finished", "read-write"]

  @Test("Switches", arguments: forms)
  func settings(form: String) throws {
    let connection = try connection(form)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try connection.isOn(.defensive))
    let off: [ConnectionSetting] = [
      .trustedSchema, .triggers, .views, .extensionLoading, .tokenizerFunction, .writableSchema,
      .quotedTextInStatements, .quotedTextInDefinitions,
    ]
    for setting in off { #expect(try !connection.isOn(setting), "\(setting)") }
    #expect(Set(off).union([.defensive]) == Set(ConnectionSetting.allCases))
    #expect(try connection.rows("PRAGMA cell_size_check") == [[.integer(1)]])
    #expect(try connection.rows("PRAGMA ignore_check_constraints") == [[.integer(1)]])
    #expect(try connection.rows("PRAGMA trusted_schema") == [[.integer(0)]])
  }

  @Test("Limits", arguments: forms)
  func limits(form: String) throws {
    let connection = try connection(form)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let wanted: [(ResourceLimit, Int32)] = [
      (.length, 1_000_000_000), (.statementLength, 4_000_000), (.columns, 2_000), (.expressionDepth, 1_000),
      (.compoundSelect, 500), (.functionArguments, 127), (.attachedDatabases, 10), (.triggerDepth, 10),
      (.patternLength, 1_000),
    ]
    for (limit, value) in wanted { #expect(connection.limit(limit) == value, "\(limit.rawValue)") }
  }

  @Test("They hold for what a statement does, in an attached file too")
  func effects() throws {
    let connection = try connection("memory")
    _ = try self.connection("read-write")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try connection.attach(folder + "/a.sqlite", as: "other")
    #expect(try connection.rows("SELECT x FROM other.t") == [[.integer(1)]])
    // No file is mapped into memory; a database in memory has no such size.
    #expect(try connection.rows("PRAGMA other.mmap_size") == [[.integer(0)]])
    for refused in [
      "SELECT x FROM other.v", "SELECT load_extension('x.so')", "SELECT \"no such column\"",
      "UPDATE other.sqlite_schema SET sql = ''",
      "PRAGMA writable_schema = ON; DELETE FROM other.sqlite_schema",
      "SELECT fts3_tokenizer('simple', X'00')",
    ] {
      #expect(throws: DatabaseError.self, "\(refused)") { try connection.execute(refused) }
    }
    // What is temporary is ours.
    try connection.execute("CREATE TEMP VIEW mine AS SELECT x FROM other.t")
    #expect(try connection.rows("SELECT x FROM mine") == [[.integer(1)]])
  }
}
