import Foundation
import SQLite
import Testing

/// Schemas that call what only their app has.
@Suite("Made by hand: functions and collations of the app's", .enabled(if: Tool.has(Tool.sqlite)))
struct HandMadeSchemaTests {
  /// SQLite takes such a schema only from a program that has the function: it is written as text.
  private func fixture(_ statements: [(name: String, old: String, new: String)], _ more: String = "SELECT 1")
    throws
    -> Fixture
  {
    let fixture = try Fixture("library-1")
    let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    try connection.execute(
      "PRAGMA journal_mode = DELETE; CREATE TABLE App (x TEXT CHECK (lower(x) = x)); INSERT INTO App VALUES ('a')"
    )
    try connection.execute("CREATE INDEX AppIndex ON ZBOOK (ZTITLE); \(more)")
    try connection.close()
    for statement in statements {
      let text =
        "UPDATE sqlite_schema SET sql = replace(sql, '\(statement.old)', '\(statement.new)') WHERE name = '\(statement.name)'"
      let run = try Tool.run(
        Tool.sqlite,
        [
          fixture.workshop.input(fixture.store), ".dbconfig defensive off",
          "PRAGMA writable_schema = ON; \(text)",
        ])
      #expect(run.status == 0)
    }
    return fixture
  }

  @Test(
    "A CHECK by a function of the app's is never worked out; its table stands in the way as any table of the app's"
  )
  func table() throws {
    let fixture = try fixture([("App", "lower(", "appfunc(")])
    let stopped = try fixture.migrate()
    #expect(stopped.status == 3)
    #expect(stopped.report.problems == ["error source.unknown-object  []"])
    #expect(!stopped.report.has("source.unchecked-table"))
    let done = try fixture.migrate("--allow", "drop:table:App")
    #expect(done.status == 0)
    try fixture.checkRows("Library 2")
    let seen = try fixture.workshop.inspect(fixture.store)
    #expect(
      seen.findings("source.unchecked-table").isEmpty && seen.json["database"]["problems"] == .object([:]))
  }

  @Test("An index by a collation of the app's, on a table of the model's, is left out: it holds no data")
  func collation() throws {
    let fixture = try fixture([("AppIndex", "(ZTITLE)", "(ZTITLE COLLATE appcollation)")])
    let done = try fixture.migrate("--allow", "drop:table:App")
    #expect(done.status == 0)
    #expect(done.report.findings("source.unchecked-table").map(\.property) == ["ZBOOK"])
    #expect(done.report.findings("source.indexes-left-out").map(\.count) == [1])
    try fixture.checkRows("Library 2")
  }

  @Test("A computed column by a function of the app's, on a table of the model's, stops the run and says why")
  func computed() throws {
    let fixture = try fixture(
      [("ZBOOK", "lower(ZTITLE)", "appfunc(ZTITLE)")],
      "ALTER TABLE ZBOOK ADD COLUMN APP TEXT GENERATED ALWAYS AS (lower(ZTITLE)) VIRTUAL")
    let stopped = try fixture.migrate("--allow", "drop:table:App")
    #expect(stopped.status == 3)
    #expect(stopped.report.problems == ["error source.foreign-schema  []"])
    #expect(stopped.report.findings("source.foreign-schema").first?.summary.contains("appfunc") == true)
  }
}
