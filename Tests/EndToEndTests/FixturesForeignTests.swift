import Foundation
import SQLite
import Testing

@Suite("Fixtures: what a store holds beside its model")
struct FixturesForeignTests {
  /// Something that blocks until it is agreed to by name.
  struct Foreign: CustomTestStringConvertible {
    let testDescription: String
    let sql: String
    let id: String
    let rows: Int64
    let consent: String
    /// Its name in the schema.
    let name: String
  }

  static let blocking = [
    Foreign(
      testDescription: "a table of the app's own",
      sql: "CREATE TABLE app_cache (name TEXT); INSERT INTO app_cache VALUES ('CANARY-7f3a'), (NULL)",
      id: "source.unknown-object", rows: 2, consent: "drop:table:app_cache", name: "app_cache"),
    Foreign(
      testDescription: "an empty table of the app's own", sql: "CREATE TABLE app_cache (name TEXT)",
      id: "source.unknown-object", rows: 0, consent: "drop:table:app_cache", name: "app_cache"),
    Foreign(
      testDescription: "a table with an odd name", sql: "CREATE TABLE \"it's \"\"odd\"\"\" (name TEXT)",
      id: "source.unknown-object", rows: 0, consent: "drop:table:it's \"odd\"", name: "it's \"odd\""),
    Foreign(
      testDescription: "a table that looks like an entity's",
      sql:
        "CREATE TABLE ZATTIC ( Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR ); INSERT INTO ZATTIC VALUES (1, 'x')",
      id: "source.unknown-object", rows: 1, consent: "drop:table:ZATTIC", name: "ZATTIC"),
    Foreign(
      testDescription: "a view", sql: "CREATE VIEW app_view AS SELECT ZTITLE FROM ZBOOK",
      id: "source.unknown-object", rows: 0, consent: "drop:table:app_view", name: "app_view"),
    Foreign(
      testDescription: "a trigger",
      sql: "CREATE TRIGGER app_trigger AFTER INSERT ON ZBOOK BEGIN DELETE FROM ZNOTE; END",
      id: "source.unknown-object", rows: 0, consent: "drop:table:app_trigger", name: "app_trigger"),
    Foreign(
      testDescription: "a column with values",
      sql:
        "ALTER TABLE ZBOOK ADD COLUMN ZEXTRA VARCHAR; UPDATE ZBOOK SET ZEXTRA = 'CANARY-7f3a' WHERE Z_PK < 4",
      id: "source.unowned-column", rows: 3, consent: "drop:table:ZBOOK.ZEXTRA", name: "ZEXTRA"),
    Foreign(
      testDescription: "a column of a join table with values",
      sql:
        "ALTER TABLE Z_2LABELS ADD COLUMN ZEXTRA INTEGER; UPDATE Z_2LABELS SET ZEXTRA = 1 WHERE Z_2ITEMS = 1",
      id: "source.unowned-column", rows: 2, consent: "drop:table:Z_2LABELS.ZEXTRA", name: "ZEXTRA"),
    Foreign(
      testDescription: "CloudKit's records",
      sql: """
        CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, ZENTITYPK INTEGER );
        INSERT INTO ANSCKRECORDMETADATA VALUES (1, 2, 1), (2, 2, 2);
        CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY )
        """,
      id: "source.cloudkit-tables", rows: 2, consent: "drop:cloudkit", name: "ANSCKRECORDMETADATA"),
  ]

  @Test("Blocked until it is agreed to by name, and for so many rows", arguments: blocking)
  func blocks(foreign: Foreign) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, foreign.sql)
    let blocked = try fixture.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems.count == 1)
    let finding = blocked.report.findings(foreign.id).first
    #expect(finding?.count == foreign.rows)
    #expect(finding?.recovery.contains { $0.contains("--allow \(foreign.consent)") } == true)

    if foreign.rows > 0 {
      let tooFew = try fixture.migrate("--allow", "\(foreign.consent)=\(foreign.rows - 1)")
      #expect(tooFew.status == 3)
    }
    let done = try fixture.migrate("--allow", "\(foreign.consent)=\(foreign.rows)")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.findings(foreign.id).map(\.severity) == ["note"])
    #expect(done.report.covered == [foreign.consent: foreign.rows])
    let schema = try fixture.workshop.texts("SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema")
    #expect(!schema.contains { $0.contains(foreign.name) })
    try fixture.checkRows("Library 2")
  }

  @Test(
    "Left out with a note, because it holds no data",
    arguments: [
      ("CREATE INDEX app_index ON ZBOOK (ZSUMMARY)", "source.indexes-left-out", "app_index"),
      ("ALTER TABLE ZBOOK ADD COLUMN ZEXTRA VARCHAR", "source.unowned-column", "ZEXTRA"),
      ("CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY )", "source.cloudkit-tables", "ANSCKEVENT"),
    ])
  func notes(sql: String, id: String, name: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.findings(id).map(\.severity) == ["note"])
    let schema = try fixture.workshop.texts("SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema")
    #expect(schema.count > 20)
    #expect(!schema.contains { $0.contains(name) })
    try fixture.checkRows("Library 2")
  }

  @Test("A search table whose module is not here is named like any other")
  func unknownModule() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "CREATE VIRTUAL TABLE app_search USING rtree(id, low, high)")
    // What was an R-tree becomes a module that no SQLite has.
    var bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
    let (known, unknown) = (Array("USING rtree(".utf8), Array("USING rtreX(".utf8))
    let place = try #require(bytes.firstRange(of: known))
    bytes.replaceSubrange(place, with: unknown)
    try fixture.workshop.scratch.write(bytes, to: "in/" + fixture.store)

    let blocked = try fixture.migrate()
    #expect(blocked.status == 3, "\(blocked.report.problems)")
    let asked = blocked.report.body.findings.filter { $0.severity == "error" }.flatMap(\.recovery)
      .compactMap { $0.firstMatch(of: /--allow (drop:table:\w+)/).map { String($0.1) } }
    #expect(asked.contains("drop:table:app_search"))
    let done = try fixture.migrate(allowing: asked, version: "Library 2")
    #expect(done.status == 0)
    try fixture.checkRows("Library 2")
  }

  @Test("What SQLite keeps for itself is nobody's")
  func statistics() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "ANALYZE")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.problems == [])
  }

  @Test("Persistent history is left out, with its numbers")
  func history() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITY INTEGER );
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP FLOAT );
      CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZNAME VARCHAR );
      CREATE INDEX ATRANSACTION_ZTIMESTAMP_INDEX ON ATRANSACTION (ZTIMESTAMP);
      INSERT INTO ATRANSACTION VALUES (1, 16002, NULL, 1.5), (2, 16002, NULL, 2.5), (3, 16002, NULL, 3.5);
      INSERT INTO ACHANGE VALUES (1, 16001, NULL, 2);
      INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'CANARY-7f3a');
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 3),
        (16003, 'TRANSACTIONSTRING', 0, 1)
      """)
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.findings("source.history-left-out").map(\.severity) == ["note"])
    #expect(done.report.findings("source.history-left-out").first?.count == 3)
    #expect(try fixture.workshop.texts("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT > 15999") == [])
    #expect(try fixture.workshop.texts("SELECT name FROM sqlite_schema WHERE name LIKE 'A%'") == [])
    try fixture.checkRows("Library 2")
  }

  @Test("A key counter that is too low is put right and reported; a high one is kept")
  func keyCounters() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Book';
      UPDATE Z_PRIMARYKEY SET Z_MAX = 4711 WHERE Z_NAME = 'Shelf';
      """)
    let done = try fixture.migrate()
    #expect(done.status == 1)
    #expect(done.report.problems == ["warning source.z-max-low Book [34]"])
    #expect(try fixture.workshop.texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'") == ["34"])
    #expect(try fixture.workshop.texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Shelf'") == ["4711"])
    try fixture.checkRows("Library 2")
  }

  @Test("A stale name in Z_PRIMARYKEY is seen through")
  func staleName() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Rack' WHERE Z_NAME = 'Shelf'")
    for version in ["Library", "Library 2"] {
      let done = try fixture.migrate(version: version, to: "\(version).sqlite")
      #expect(done.status == 0)
      #expect(done.report.findings("source.stale-entity-name").map(\.severity) == ["note"])
      #expect(
        try fixture.workshop.texts("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = 9", in: "\(version).sqlite")
          == ["Shelf"])
      try fixture.checkRows(version, in: "\(version).sqlite")
    }
  }

  @Test("What the app keeps in the metadata stays there")
  func metadata() throws {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate().status == 0)
    let (old, new) = try (
      metadata(of: "in/" + fixture.store, fixture), metadata(of: "out/New.sqlite", fixture)
    )
    let own = old.filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
    #expect(own.values.contains { "\($0)".contains(Program.canary) })
    for (key, value) in own { #expect(new[key].map { "\($0)" } == "\(value)", "\(key)") }
    let hashes = new["NSStoreModelVersionHashes"] as? [String: Data]
    #expect(
      hashes?.keys.sorted() == [
        "Author", "Book", "HighlightNote", "MarginNote", "Note", "Profile", "Publisher", "Setting", "Shelf",
        "Tag",
      ])
  }

  private func metadata(of name: String, _ fixture: Fixture) throws -> [String: Any] {
    // A copy, so that nothing appears beside the original.
    try fixture.workshop.scratch.copy(fixture.workshop.scratch(name), to: "said/\(name)")
    let connection = try Connection(path: fixture.workshop.scratch("said/\(name)"), mode: .readWrite)
    let bytes = try connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].bytes ?? []
    return try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any] ?? [:]
  }
}
