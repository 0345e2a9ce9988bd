import SQLite
import Testing

/// Tables with something in them that Core Data did not put there.
@Suite("Made by hand: tables")
struct HandMadeTableTests {
  /// Makes a table anew with columns of its own, and its rows with it.
  private static func remade(_ table: String, _ columns: String) -> String {
    "CREATE TABLE n (\(columns)); INSERT INTO n SELECT * FROM \(table); DROP TABLE \(table); "
      + "ALTER TABLE n RENAME TO \(table);"
  }

  private static let setting = "Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR, ZVALUE VARCHAR"

  @Test("One column cannot hold two properties")
  func oneColumn() throws {
    let both = HandMade.entity("A", "", HandMade.attribute("item"), HandMade.attribute("item1"))
    let made = try HandMade(
      both,
      HandMade.entity(
        "A", "", HandMade.attribute("item"), HandMade.attribute("item1"), HandMade.attribute("x")),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZITEM12 VARCHAR );
        INSERT INTO ZA VALUES (1, 1, 1, '\(Program.canary)');
        """, isRecognised: true)
    let stopped = try made.workshop.migrate(HandMade.store, HandMade.model)
    #expect(stopped.status == 5)
    #expect(stopped.report.problems == ["error store.layout-differs  []"])
    #expect(stopped.report.findings("store.layout-differs").allSatisfy { $0.summary.contains("ZITEM1") })
    // A version that the user names is the user's claim.
    #expect(try made.migrate().status == 4)
  }

  @Test("A column that can belong to one property only is taken for it, and that is said")
  func elimination() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "ALTER TABLE ZSETTING RENAME COLUMN ZVALUE TO ZVALUE2024")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    let finding = try #require(done.report.findings("source.column-by-elimination").first)
    #expect(finding.severity == "note")
    #expect(finding.summary.contains("ZSETTING.ZVALUE2024"))
    #expect(done.report.findings("source.column-by-elimination").count == 1)
    try fixture.checkRows("Library 2")
    // Under its own name there is nothing to say.
    let plain = try Fixture("library-1").migrate()
    #expect(!plain.report.has("source.column-by-elimination"))
  }

  @Test(
    "A column of somebody's own blocks with its values, in the framework's tables too",
    arguments: [
      ("ALTER TABLE ZSETTING ADD COLUMN note TEXT AS (upper(ZVALUE)) VIRTUAL", "ZSETTING.note", 3),
      ("ALTER TABLE Z_2LABELS ADD COLUMN note TEXT AS (Z_2ITEMS || 'x') VIRTUAL", "Z_2LABELS.note", 0),
      ("ALTER TABLE Z_METADATA ADD COLUMN mine; UPDATE Z_METADATA SET mine = 'x'", "Z_METADATA.mine", 1),
      ("ALTER TABLE Z_PRIMARYKEY ADD COLUMN mine; UPDATE Z_PRIMARYKEY SET mine = 1", "Z_PRIMARYKEY.mine", 9),
    ])
  func ownColumn(sql: String, column: String, values: Int64) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    let blocked = try fixture.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error source.unowned-column  []"])
    let finding = try #require(blocked.report.findings("source.unowned-column").first)
    #expect(finding.summary.contains(column))
    // Zero: as many as the table has rows, which another test knows.
    #expect(values == 0 ? finding.count > 0 : finding.count == values)
    #expect(finding.recovery.contains { $0.contains("--allow drop:table:\(column)") })
    let done = try fixture.migrate("--allow", "drop:table:\(column)")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    try fixture.checkRows("Library 2")
  }

  @Test(
    "A column of the model that is generated comes through with its values", arguments: ["STORED", "VIRTUAL"])
  func generatedColumn(kind: String) throws {
    let fixture = try Fixture("library-1")
    let values = "SELECT group_concat(ZVALUE) FROM (SELECT * FROM ZSETTING ORDER BY Z_PK)"
    try fixture.workshop.alter(
      fixture.store,
      Self.remade(
        "ZSETTING",
        "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR, raw VARCHAR, "
          + "ZVALUE VARCHAR AS ('<' || raw || '>') \(kind)"))
    #expect(try fixture.migrate().status == 3)
    #expect(try fixture.migrate("--allow", "drop:table:ZSETTING.raw").status == 0)
    let made = try #require(try fixture.workshop.texts(values).first)
    #expect(made.split(separator: ",").count == 3)
    #expect(made.split(separator: ",").allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") })
  }

  @Test(
    "Rows beside the one that the framework keeps block until they are agreed to",
    arguments: [
      ("Z_METADATA", "INSERT INTO Z_METADATA VALUES (2, 'other', X'00')"),
      ("Z_MODELCACHE", "DELETE FROM Z_MODELCACHE; INSERT INTO Z_MODELCACHE VALUES (X'0102'), (X'0304')"),
    ])
  func surplusRows(table: String, sql: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    let blocked = try fixture.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error source.surplus-rows  []"])
    let finding = try #require(blocked.report.findings("source.surplus-rows").first)
    #expect(finding.count == 1)
    #expect(finding.summary.contains(table))
    #expect(finding.recovery.contains { $0.contains("--allow drop:table:\(table)") })
    #expect(try fixture.migrate("--allow", "drop:table:\(table)=0").status == 3)
    let done = try fixture.migrate("--allow", "drop:table:\(table)=1")
    #expect(done.status == 0)
    #expect(done.report.covered == ["drop:table:\(table)": 1])
    try fixture.checkRows("Library 2")
  }

  @Test("Rows of persistent history without its tables are left out with a note")
  func historyRows() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 5), (16002, 'TRANSACTION', 0, 2)")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(
      done.report.findings("source.history-left-out").map(\.line) == ["note source.history-left-out  []"])
    #expect(try fixture.workshop.texts("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT >= 16000") == ["0"])
    try fixture.checkRows("Library 2")
  }

  @Test(
    "Rows without a key of their own are damage, whatever the table was declared as",
    arguments: [
      ("Z_PK INTEGER", "INSERT INTO ZSETTING VALUES (NULL, 8, 1, 'k', 'v')"),
      ("Z_PK INTEGER PRIMARY KEY DESC", "INSERT INTO ZSETTING VALUES (NULL, 8, 1, 'k', 'v')"),
      ("Z_PK INTEGER", "INSERT INTO ZSETTING VALUES (1, 8, 1, 'k', 'v')"),
      ("Z_PK", "INSERT INTO ZSETTING VALUES ('x', 8, 1, 'k', 'v')"),
      ("Z_PK REAL", "UPDATE ZSETTING SET Z_PK = 1.5 WHERE Z_PK = 1"),
    ])
  func keys(declaration: String, sql: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, Self.remade("ZSETTING", "\(declaration), \(Self.setting)") + sql)
    let stopped = try fixture.migrate()
    #expect(stopped.status == 5)
    #expect(stopped.report.problems == ["error store.keys-unusable Setting []"])
    if declaration != "Z_PK REAL" {
      #expect(stopped.report.findings("store.keys-unusable").map(\.count) == [1])
    }
  }

  @Test("Integer keys in a table that does not make them unique are keys", arguments: ["INTEGER", "INT"])
  func plainKeys(type: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, Self.remade("ZSETTING", "Z_PK \(type), \(Self.setting)"))
    #expect(try fixture.migrate().status == 0)
    try fixture.checkRows("Library 2")
  }

  @Test("A row whose entity is no number belongs to none")
  func entityText() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT) VALUES (500, '5abc', 1)")
    let blocked = try fixture.migrate()
    #expect(blocked.status == 3)
    let finding = try #require(blocked.report.body.findings.first { $0.severity == "error" })
    #expect(finding.id == "source.orphan-rows" && finding.entity == "Note" && finding.count == 1)
    let done = try fixture.migrate("--allow", "orphans:Note=1")
    #expect(done.status == 0 || done.status == 1)
    #expect(done.report.covered == ["orphans:Note": 1])
    #expect(try fixture.workshop.texts("SELECT count(*) FROM ZNOTE WHERE Z_PK = 500") == ["0"])
    try fixture.checkRows("Library 2")
  }

  @Test(
    "A row that loses its entity's number this way is an orphan too", arguments: ["'6abc'", "6.5", "NULL"])
  func entityLost(value: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "UPDATE ZNOTE SET Z_ENT = \(value) WHERE Z_PK = 3")
    let blocked = try fixture.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.has("source.orphan-rows"))
    let done = try fixture.migrate("--allow", "orphans:Note")
    #expect(done.status == 0 || done.status == 1, "\(done.report.problems)")
    #expect(try fixture.workshop.texts("SELECT count(*) FROM ZNOTE WHERE Z_PK = 3") == ["0"])
    #expect(try fixture.workshop.texts("SELECT count(*) FROM ZNOTE") == ["10"])
  }

  @Test(
    "Entities whose numbers are not numbers of their own are damage",
    arguments: [
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 7 WHERE Z_NAME = 'Setting'; UPDATE ZSETTING SET Z_ENT = 7",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = -8 WHERE Z_NAME = 'Setting'; UPDATE ZSETTING SET Z_ENT = -8",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 0 WHERE Z_NAME = 'Setting'; UPDATE ZSETTING SET Z_ENT = 0",
    ])
  func entityNumbers(sql: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      Self.remade("Z_PRIMARYKEY", "Z_ENT INTEGER, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER") + sql)
    let stopped = try fixture.migrate()
    #expect(stopped.status == 5)
    #expect(stopped.report.problems == ["error store.layout-differs  []"])
  }

  @Test("Rows that break a constraint of a hand-made table can be read, and are no damage")
  func constraints() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      "PRAGMA ignore_check_constraints = 1;"
        + Self.remade(
          "ZSETTING",
          "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR, "
            + "ZVALUE VARCHAR CHECK (length(ZVALUE) < 3)"))
    let done = try fixture.migrate()
    #expect(done.status == 0)
    try fixture.checkRows("Library 2")
  }
}
