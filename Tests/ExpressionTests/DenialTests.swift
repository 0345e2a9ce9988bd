import CoreDataModel
import SQLite
import Testing

@testable import Expressions

@Suite("What expressions may not do")
struct DenialTests {
  /// Clock, chance, the library itself, files, and what is merely not listed.
  @Test(arguments: [
    "random()", "randomblob(4)", "date()", "date('now')", "time('now')", "datetime('now')",
    "julianday('now')",
    "unixepoch()", "unixepoch('now')", "strftime('%s', 'now')", "date('2001-01-01')", "current_timestamp",
    "current_date", "current_time", "changes()", "total_changes()", "last_insert_rowid()", "sqlite_version()",
    "sqlite_source_id()", "sqlite_compileoption_used('THREADSAFE')", "sqlite_compileoption_get(1)",
    "load_extension('x')", "sqlite_log(1, 'x')", "json('[]')", "title -> '$'", "title ->> '$'", "exp(1)",
    "likelihood(1, 0.5)", "(SELECT random())", "(SELECT max(random()) FROM \"Book\")", "RANDOM()",
    "\"random\"()",
  ])
  func functions(_ text: String) throws {
    guard case .refused(.function) = try ExpressionCompiler.library().error(text) else {
      Issue.record(
        "\(text) was not refused: \(String(describing: try ExpressionCompiler.library().error(text)))")
      return
    }
  }

  @Test("Operators without a function, and functions of ours that are the views' alone")
  func absent() throws {
    let compiler = try ExpressionCompiler.library()
    for text in ["title MATCH 'a'", "title REGEXP 'a'", "externaldata(cover)", "nothing(1)", "idmap('a', 1)"]
    {
      switch compiler.error(text) {
      case .invalid, .refused: break
      case let other: Issue.record("\(text): \(String(describing: other))")
      }
    }
  }

  /// Not even by a common table expression that takes a view's name, which SQLite's authorizer takes for that view.
  @Test(arguments: [
    "ZTITLE", "main.ZBOOK.ZTITLE", "(SELECT ZTITLE FROM ZBOOK)", "(SELECT ZTITLE FROM main.ZBOOK)",
    "(WITH \"Author\" AS (SELECT ZTITLE FROM ZBOOK) SELECT ZTITLE FROM \"Author\")",
    "(WITH \"Author\" AS (SELECT Z_UUID AS x FROM main.Z_METADATA) SELECT x FROM \"Author\")",
    "(SELECT x FROM (SELECT ZTITLE AS x FROM ZBOOK) AS \"Author\")", "(SELECT Z_PLIST FROM Z_METADATA)",
    "1 IN ZBOOK", "EXISTS (SELECT 1 FROM ZBOOK)", "(SELECT count(*) FROM Z_2LABELS)", "rowid",
    "\"Book\".rowid",
    "_rowid_", "(SELECT sql FROM sqlite_schema)", "(SELECT count(*) FROM sqlite_schema)",
    "EXISTS (SELECT 1 FROM sqlite_master)", "(SELECT count(*) FROM sqlite_temp_master)",
    "(SELECT name FROM sqlite_master)",
    "(SELECT sql FROM sqlite_temp_schema)", "(SELECT count(*) FROM temp.sqlite_master)",
    "(SELECT count(*) FROM pragma_table_info('ZBOOK'))", "(SELECT user_version FROM pragma_user_version)",
    "(SELECT value FROM json_each('[1]'))", "1 IN (SELECT value FROM json_each('[1]'))",
    "(SELECT count(*) FROM dbstat)", "(SELECT count(*) FROM sqlite_stmt)",
  ])
  func tables(_ text: String) throws {
    let store = try SampleStore.library()
    let session = try store.session()
    #expect(throws: ExpressionError.self) { _ = try session.compile(text, over: "Book") }
    // The second wall, were the first not there. A common table expression with a view's name does get through it.
    guard !text.contains("WITH") else { return }
    let unproven = CompiledExpression(text: text, entity: "Book", properties: [])
    #expect(throws: ExpressionError.self) {
      try session.evaluate(unproven, limits: StatementLimits(steps: 100_000)) { _, _ in }
    }
  }

  @Test("The framework's tables stay closed behind the second wall too")
  func secondWall() throws {
    let text = "(WITH \"Author\" AS (SELECT Z_UUID AS x FROM main.Z_METADATA) SELECT x FROM \"Author\")"
    let unproven = CompiledExpression(text: text, entity: "Book", properties: [])
    #expect(throws: ExpressionError.self) {
      try SampleStore.library().session().evaluate(unproven, limits: StatementLimits()) { _, _ in }
    }
  }

  /// Statements that no expression can be, asked of the connection itself.
  @Test(arguments: [
    "ATTACH 'x' AS x", "DETACH main", "PRAGMA user_version", "PRAGMA writable_schema = 1",
    "INSERT INTO \"Book\" VALUES (1)",
    "UPDATE main.ZBOOK SET ZTITLE = ''", "DELETE FROM main.ZBOOK", "CREATE TEMP TABLE x (y)",
    "CREATE TABLE x (y)",
    "CREATE TEMP VIEW x AS SELECT 1", "DROP VIEW \"Book\"", "CREATE VIRTUAL TABLE temp.x USING fts5(y)",
    "BEGIN",
    "SAVEPOINT x", "ANALYZE", "REINDEX", "VACUUM INTO 'x'", "ALTER TABLE main.ZBOOK ADD x",
  ])
  func statements(_ sql: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let witness = CompilationWitness(views: SourceViews(layout: try SampleStore.library().layout))
    try connection.execute("CREATE TABLE ZBOOK (ZTITLE)")
    try connection.execute("CREATE INDEX byTitle ON ZBOOK (ZTITLE)")
    try connection.execute("CREATE TEMP VIEW \"Book\" AS SELECT 1")
    try connection.authorize { witness.isAllowed($0) }
    #expect(throws: DatabaseError.self) { try connection.execute(sql) }
    #expect(witness.refusal != nil, "refused for another reason")
  }

  @Test("Views, listed functions and common table expressions are allowed")
  func allowed() throws {
    let compiler = try ExpressionCompiler.library()
    for text in [
      "title", "1", "NULL", "coalesce(summary, '') || title", "title LIKE 'a%'",
      "CASE WHEN isRead THEN 1 ELSE 0 END",
      "(SELECT name FROM \"Author\" WHERE objectID = author)",
      "(SELECT count(*) FROM \"Book.notes\" WHERE owner = objectID)",
      "(WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 5) SELECT sum(x) FROM r)",
      "EXISTS (SELECT 1 FROM \"Note\")", "author IN (SELECT objectID FROM Author)", "CAST(price AS TEXT)",
      "\"Book\".title",
      "temp.\"Book\".title", "title COLLATE NOCASE = 'a'", "(1)", "1 -- a comment", "1 /* a comment */",
      "-- first\n1",
      "(SELECT row_number() OVER (ORDER BY b.title) FROM \"Book\" b LIMIT 1)", "title BETWEEN 'a' AND 'b'",
    ] {
      #expect(compiler.error(text) == nil, "\(text)")
    }
  }
}
