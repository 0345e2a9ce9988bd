import SQLite
import Testing

/// Honest stores of another form than usual: what SQLite allows, and what other versions left.
@Suite("Fixtures: form of the file")
struct FixturesFormTests {
  @Test(
    "Page size, auto-vacuum and journal mode are the source's",
    arguments: [512, 1024, 16384, 65536], [0, 1, 2])
  func pages(size: Int, vacuum: Int) throws {
    let fixture = try Fixture("library-1")
    let mode = vacuum == 1 ? "DELETE" : "WAL"
    let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    try connection.execute(
      """
      PRAGMA journal_mode = DELETE; PRAGMA page_size = \(size); PRAGMA auto_vacuum = \(vacuum); VACUUM;
      PRAGMA user_version = 7; PRAGMA application_id = 99; PRAGMA journal_mode = \(mode)
      """)
    try connection.close()
    let done = try fixture.migrate()
    #expect(done.status == 0 && done.report.problems == [])
    let answers = try ["page_size", "auto_vacuum", "user_version", "application_id"].map {
      try fixture.workshop.texts("PRAGMA \($0)")
    }
    #expect(answers == [[String(size)], [String(vacuum)], ["7"], ["99"]])
    #expect(try fixture.workshop.scratch.bytes("out/New.sqlite")[18] == (mode == "WAL" ? 2 : 1))
    try fixture.checkRows("Library 2")
    let found = try fixture.workshop.inspect(fixture.store)
    #expect(found.json["database"]["pageSize"].integer == Int64(size))
  }

  @Test(
    "Empty tables that an earlier version left go without a consent, and are told",
    arguments: [
      "CREATE TABLE ZOLD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA VARCHAR )",
      "CREATE TABLE Z_9OLDS ( Z_9OLDS INTEGER, Z_2OLD INTEGER, PRIMARY KEY (Z_9OLDS, Z_2OLD) )",
    ])
  func leftTables(sql: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.findings("source.unknown-object").map(\.severity) == ["note"])
    #expect(try fixture.workshop.texts("SELECT name FROM sqlite_schema WHERE name LIKE '%OLD%'") == [])
    try fixture.checkRows("Library 2")
    // With a row it is somebody's.
    let table = sql.contains("ZOLD") ? "ZOLD" : "Z_9OLDS"
    try fixture.workshop.alter(
      fixture.store, "INSERT INTO \(table) VALUES (\(table == "ZOLD" ? "1, 2, 1, 'x'" : "1, 2"))")
    #expect(try fixture.migrate(to: "Other.sqlite").status == 3)
  }

  @Test("A store that caches no model", arguments: ["DROP TABLE Z_MODELCACHE", "DELETE FROM Z_MODELCACHE"])
  func noCache(sql: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    let done = try fixture.migrate()
    #expect(done.status == 0 && done.report.problems == [])
    try fixture.checkRows("Library 2")
    #expect(try fixture.workshop.inspect(fixture.store).version["cachedModel"] == .text("none"))
  }
}
