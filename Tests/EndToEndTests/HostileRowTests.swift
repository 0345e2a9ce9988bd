import Foundation
import SQLite
import Testing

/// Numbers that no store of Core Data's holds, in the columns that everything depends on.
@Suite("Hostile rows")
struct HostileRowTests {
  @Test("Numbers at the ends of what SQLite can hold, and superentities in a circle, lose nothing")
  func limits() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      """
      UPDATE ZSETTING SET Z_PK = -9223372036854775808 WHERE Z_PK = (SELECT min(Z_PK) FROM ZSETTING);
      UPDATE ZSETTING SET Z_OPT = CASE Z_PK % 2 WHEN 0 THEN 9223372036854775807 ELSE -9223372036854775808 END;
      UPDATE ZNOTE SET Z_FOK_BOOK = CASE Z_PK % 2 WHEN 0 THEN 9223372036854775807 ELSE -9223372036854775808 END;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807, Z_SUPER = Z_ENT % 9 + 1;
      UPDATE Z_METADATA SET Z_VERSION = 9223372036854775807
      """)
    let done = try fixture.migrate()
    #expect(done.status == 0, "\(done.story)")
    let read = done.report.body.entities.reduce(0) { $0 + $1.read }
    #expect(read == done.report.body.entities.reduce(0) { $0 + $1.migrated })
    #expect(
      read == Int64(fixture.expect["rows"]["Library"].members.values.reduce(0) { $0 + $1.members.count }))
    #expect(try fixture.workshop.rows("SELECT count(*) FROM ZSETTING WHERE Z_PK < 0") == [[.integer(1)]])
    #expect(try fixture.workshop.rows("PRAGMA integrity_check") == [[.text(Array("ok".utf8))]])
  }

  struct Odd: CustomTestStringConvertible, Sendable {
    let sql: String
    let status: Int32
    let problems: [String]
    var testDescription: String { sql }

    init(_ sql: String, _ status: Int32, _ problems: String...) {
      self.sql = sql
      self.status = status
      self.problems = problems
    }
  }

  static let odd = [
    Odd(
      "UPDATE ZSETTING SET Z_PK = 9223372036854775807 WHERE Z_PK = (SELECT max(Z_PK) FROM ZSETTING)", 1,
      "source.z-max-low"),
    Odd("UPDATE ZSETTING SET Z_ENT = 9223372036854775807", 3, "source.orphan-rows"),
    Odd("UPDATE ZSETTING SET Z_ENT = -9223372036854775808", 3, "source.orphan-rows"),
    Odd(
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 9223372036854775807 WHERE Z_NAME = 'Setting'", 5,
      "store.layout-differs"
    ),
    Odd(
      "UPDATE Z_PRIMARYKEY SET Z_ENT = -9223372036854775808 WHERE Z_NAME = 'Setting'", 5,
      "store.layout-differs"),
    // Two entities never had one name.
    Odd("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Old' WHERE Z_ENT IN (8, 9)", 5, "store.layout-differs"),
    Odd("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Old'", 5, "store.layout-differs"),
    Odd("UPDATE ZNOTE SET ZBOOK = 9223372036854775807 WHERE Z_PK = 1", 1, "source.dangling-link"),
  ]

  @Test("Numbers and names that lead nowhere are told, or refused", arguments: odd)
  func tell(odd: Odd) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, odd.sql)
    let run = try fixture.migrate()
    #expect(run.status == odd.status, "\(run.story)")
    #expect(
      Set(run.report.body.findings.filter { $0.severity != "note" }.map(\.id)) == Set(odd.problems),
      "\(run.story)")
  }

  @Test("A row that says it has two gigabytes is damage")
  func hugeRecord() throws {
    let fixture = try Fixture("library-1")
    let path = "in/" + fixture.store
    let root = try Connection.finished(path: fixture.workshop.input(fixture.store))
      .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'ZSETTING'")
    var bytes = try fixture.workshop.scratch.bytes(path)
    let page = Int(root - 1) * 4096
    let cell = page + Int(bytes[page + 8]) * 256 + Int(bytes[page + 9])
    // The size of the record, as SQLite writes numbers; its key follows.
    bytes.replaceSubrange(cell..<(cell + 5), with: [0x87, 0xff, 0xff, 0xff, 0x7f])
    try fixture.workshop.scratch.write(bytes, to: path)
    let run = try fixture.migrate()
    #expect(run.status == 5, "\(run.story)")
    #expect(run.report.has("store.damaged"), "\(run.story)")
  }
}
