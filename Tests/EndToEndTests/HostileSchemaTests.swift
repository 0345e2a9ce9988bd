import Foundation
import SQLite
import Testing

/// Schemas that nobody wrote by accident. What they would do is never done, whatever becomes of the store.
@Suite("Hostile schemas", .enabled(if: Tool.has(Tool.sqlite)))
struct HostileSchemaTests {
  static let endless =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) AS Z_PK FROM n"

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int32
    let id: String
    let sql: String

    init(_ name: String, _ status: Int32, _ id: String, _ sql: String) {
      testDescription = name
      self.status = status
      self.id = id
      self.sql = sql
    }
  }

  private static func virtual(_ table: String, _ module: String) -> String {
    "DROP TABLE \(table); INSERT INTO sqlite_schema VALUES "
      + "('table', '\(table)', '\(table)', 0, 'CREATE VIRTUAL TABLE \(table) USING \(module)');"
  }

  static let refused = [
    Refused(
      "A view in an entity's place that never ends", 5, "store.layout-differs",
      "ALTER TABLE ZBOOK RENAME TO zold; CREATE VIEW ZBOOK AS \(endless)"),
    Refused(
      "A view in the metadata's place", 4, "store.not-core-data",
      "ALTER TABLE Z_METADATA RENAME TO zold; CREATE VIEW Z_METADATA AS SELECT * FROM zold"),
    Refused(
      "A view that the schema calls a table", 5, "store.damaged",
      "UPDATE sqlite_schema SET sql = 'CREATE VIEW ZBOOK AS SELECT 1', rootpage = 0 WHERE name = 'ZBOOK'"),
    Refused("A full text table", 5, "store.layout-differs", virtual("ZSETTING", "fts5(Z_PK, Z_ENT, Z_OPT)")),
    Refused("A spatial table", 5, "store.layout-differs", virtual("ZSETTING", "rtree(Z_PK, Z_ENT, Z_OPT)")),
    Refused("A table of the file's pages", 5, "store.layout-differs", virtual("ZSETTING", "dbstat")),
    Refused("A table of no known kind", 5, "store.layout-differs", virtual("ZSETTING", "nomodule(x)")),
    Refused("A virtual model cache", 5, "store.damaged", virtual("Z_MODELCACHE", "rtree(a, b, c)")),
    Refused("Virtual metadata", 5, "store.damaged", virtual("Z_METADATA", "nomodule(x)")),
    Refused(
      "A column that loads code", 5, "store.damaged",
      Fixture.schema(of: "ZSETTING", "ZVALUE VARCHAR", "ZVALUE VARCHAR AS (load_extension(ZKEY))")),
    Refused(
      "A column that never ends", 5, "store.costly-column",
      "ALTER TABLE ZSETTING ADD COLUMN g AS (lower(ZVALUE)) VIRTUAL;"
        + Fixture.schema(
          of: "ZSETTING", "lower(ZVALUE)",
          "hex(zeroblob(500)) LIKE replace(hex(zeroblob(20)), '00', '%0') || 'x'")),
    Refused(
      "A column that doubles ten times over", 5, "store.costly-column",
      "ALTER TABLE ZSETTING ADD COLUMN g AS (ZVALUE\(String(repeating: " || ZVALUE", count: 9))) VIRTUAL"),
    Refused(
      "An index that loads code", 5, "store.damaged",
      "CREATE INDEX h ON ZSETTING (abs(Z_OPT));" + Fixture.schema(of: "h", "abs(", "load_extension(")),
    Refused(
      "A CHECK that never ends", 5, "store.damaged",
      Fixture.schema(of: "ZSETTING", "ZVALUE VARCHAR", "ZVALUE VARCHAR CHECK ((\(endless)) > 0)")),
    Refused(
      "A name with a NUL in it", 5, "store.damaged",
      "UPDATE sqlite_schema SET name = 'ZSETTING' || char(0) || 'x' WHERE name = 'ZSETTING'"),
    Refused(
      "Thousands of parentheses", 5, "store.damaged",
      Fixture.schema(
        of: "ZSETTING", "ZVALUE VARCHAR",
        "ZVALUE VARCHAR DEFAULT "
          + String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000))),
    Refused(
      "A statement of five megabytes", 5, "store.damaged",
      "UPDATE sqlite_schema SET sql = replace(sql, 'ZVALUE', '/*' || hex(zeroblob(2500000)) || '*/ZVALUE') "
        + "WHERE name = 'ZSETTING'"),
  ]

  @Test("What cannot be read as Core Data's tables is refused", arguments: refused)
  func refuse(hostile: Refused) throws {
    let fixture = try Fixture("library-1")
    try fixture.spoil(hostile.sql)
    let run = try fixture.migrate()
    #expect(run.status == hostile.status, "\(run.story)")
    #expect(run.report.findings(hostile.id).map(\.severity) == ["error"], "\(run.story)")
  }

  @Test("Expressions around the rows are never worked out: all rows come through at once")
  func expressions() throws {
    let fixture = try Fixture("library-1")
    // Each of these would take a second for every row, or load code.
    try fixture.spoil(
      "CREATE INDEX h1 ON ZSETTING (abs(Z_OPT)); CREATE INDEX h2 ON ZSETTING (Z_OPT) WHERE abs(Z_OPT) > 0;"
        + "CREATE INDEX h3 ON ZSETTING (Z_OPT) WHERE Z_OPT > 0;"
        + Fixture.schema(of: "h1", "abs(Z_OPT)", "length(hex(zeroblob(400000000)))")
        + Fixture.schema(of: "h2", "abs(", "nosuch(")
        + Fixture.schema(
          of: "h3", "Z_OPT > 0", "hex(zeroblob(50000)) LIKE replace(hex(zeroblob(400)), '00', '%0')")
        + Fixture.schema(
          of: "ZSETTING", "ZVALUE VARCHAR",
          "ZVALUE VARCHAR COLLATE nosuch DEFAULT (load_extension(1)) "
            + "CHECK (length(hex(zeroblob(400000000))) > 0) CHECK (nosuch(ZVALUE))"))
    let start = Date()
    let run = try fixture.migrate()
    #expect(run.status == 0, "\(run.story)")
    #expect(Date().timeIntervalSince(start) < 8)
    try fixture.checkRows("Library 2")
  }

  @Test("Tables without row numbers and strict tables are read like any other")
  func kinds() throws {
    let fixture = try Fixture("library-1")
    let columns = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    try fixture.spoil(
      """
      CREATE TABLE a (\(columns), ZKEY TEXT, ZVALUE TEXT) STRICT; INSERT INTO a SELECT * FROM ZSETTING;
      DROP TABLE ZSETTING; ALTER TABLE a RENAME TO ZSETTING;
      CREATE TABLE b AS SELECT * FROM ZPROFILE; DROP TABLE ZPROFILE;
      CREATE TABLE ZPROFILE (\(columns), ZAUTHOR INTEGER, ZBIO VARCHAR, ZPHOTO BLOB) WITHOUT ROWID;
      INSERT INTO ZPROFILE SELECT Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZBIO, ZPHOTO FROM b;
      DROP TABLE b
      """)
    let run = try fixture.migrate()
    #expect(run.status == 0, "\(run.story)")
    try fixture.checkRows("Library 2")
  }

  @Test("What belongs to no entity is never run, and is left behind by name alone")
  func strangers() throws {
    let fixture = try Fixture("library-1")
    let wide = (0..<2_000).map { "c\($0)" }.joined(separator: ", ")
    try fixture.spoil(
      """
      CREATE TRIGGER t1 AFTER INSERT ON ZBOOK BEGIN SELECT load_extension('/x'); END;
      CREATE TRIGGER t2 AFTER UPDATE ON ZBOOK BEGIN DELETE FROM Z_METADATA; END;
      CREATE TRIGGER t3 BEFORE DELETE ON Z_PRIMARYKEY BEGIN SELECT RAISE(ABORT, 'no'); END;
      CREATE TRIGGER t4 AFTER INSERT ON Z_METADATA BEGIN \(Self.endless); END;
      CREATE VIEW ZOTHER AS \(Self.endless); CREATE VIEW v1 AS SELECT * FROM v2; CREATE VIEW v2 AS SELECT * FROM v1;
      CREATE TABLE "Z""Q'" ("a""b" TEXT, "" TEXT); INSERT INTO "Z""Q'" VALUES (1, 2);
      CREATE TABLE "Z\u{412}OOK" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER); INSERT INTO "Z\u{412}OOK" VALUES (1, 2);
      CREATE TABLE wide (\(wide)); INSERT INTO wide (c1999) VALUES (1)
      """)
    let names = ["t1", "t2", "t3", "t4", "ZOTHER", "v1", "v2", "Z\"Q'", "Z\u{412}OOK", "wide"]
    let stopped = try fixture.migrate()
    #expect(stopped.status == 3, "\(stopped.story)")
    #expect(stopped.report.findings("source.unknown-object").count == names.count, "\(stopped.story)")
    let done = try fixture.migrate(
      allowing: names.map { "drop:table:\($0)" }, version: "Library 2", to: "New.sqlite")
    #expect(done.status == 0, "\(done.story)")
    try fixture.checkRows("Library 2")
    let left = try fixture.workshop.rows("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')")
    #expect(left.isEmpty)
  }
}
