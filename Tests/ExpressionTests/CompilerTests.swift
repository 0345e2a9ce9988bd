import CoreDataModel
import SQLite
import Testing

@testable import Expressions

@Suite("Whether a text is an expression, and what it reads")
struct CompilerTests {
  @Test(arguments: [
    "", " ", "1 +", "(1", "1)", "1) FROM \"Book\" --", "1) FROM \"Book\" /*", "1), (2", "1) + (2",
    "1); SELECT (2", "1;", "1; 2",
    "; DROP TABLE x", "1 FROM \"Author\"", "1, 2", "(1, 2)", "SELECT 1", "*", "1 AS x", "1 /*", "1 */", "'",
    "\"", "[x", "`",
    "1 END, CASE WHEN 1 THEN 2", "1 WHERE 1", "1 UNION SELECT 2", "count(*)", "max(title)",
    "row_number() OVER ()", "1 ORDER BY 1", "1 LIMIT 1", "(SELECT 1, 2)", "RAISE(FAIL, 'x')", "\"nothing\"",
    "(SELECT 1) FROM (SELECT 2", "1) OR (1", "CASE WHEN 1 THEN 2", "1 END OR CASE WHEN 1 THEN 1",
    "title\0 FROM", "objectID COLLATE nowhere = 1", "1) UNION ALL SELECT (ZTITLE) FROM ZBOOK WHERE (1",
  ])
  func noExpression(_ text: String) throws {
    let error = try ExpressionCompiler.library().error(text)
    switch error {
    case .incomplete, .invalid: break
    default: Issue.record("\(text): \(String(describing: error))")
    }
  }

  @Test(arguments: ["?", "?1", ":x", "@x", "$x", "title = :x"])
  func parameters(_ text: String) throws {
    #expect(try ExpressionCompiler.library().error(text) == .parameters)
  }

  @Test("A fault has its place in the text, in bytes")
  func offsets() throws {
    let compiler = try ExpressionCompiler.library()
    #expect(compiler.error("title || nowhere") == .invalid(message: "no such column: nowhere", offset: 9))
    #expect(compiler.error("'é' || nowhere") == .invalid(message: "no such column: nowhere", offset: 8))
    #expect(compiler.error("1 1") == .invalid(message: "near \"1\": syntax error", offset: 2))
    #expect(compiler.error("1 +") == .incomplete)
    #expect(compiler.error("1) + (2") == .invalid(message: "near \")\": syntax error", offset: 1))
    #expect(compiler.error("title", over: "Nothing") == .unknownEntity("Nothing"))
  }

  @Test("What is read is listed by the entity that declares it")
  func reads() throws {
    let compiler = try ExpressionCompiler.library()
    func properties(_ text: String, _ entity: String = "Book") throws -> [String] {
      try compiler.compile(text, over: entity).properties.map(\.description).sorted()
    }
    #expect(try properties("1") == [])
    #expect(try properties("objectID || entity") == [])
    #expect(try properties("TITLE || \"Summary\"") == ["Book.summary", "Book.title"])
    #expect(try properties("text || page", "HighlightNote") == ["HighlightNote.text", "Note.page"])
    #expect(
      try properties("(SELECT name FROM \"Author\" WHERE objectID = author)") == [
        "Author.name", "Book.author",
      ])
    #expect(try properties("(SELECT count(*) FROM \"Author.books\" WHERE owner = 1)") == ["Author.books"])
    #expect(try properties("(SELECT count(*) FROM \"Author.books\")") == ["Author.books"])
    #expect(try properties("EXISTS (SELECT 1 FROM \"Author\")") == [])
    #expect(
      try properties("(SELECT count(*) FROM (SELECT * FROM \"Setting\"))") == [
        "Setting.key", "Setting.value",
      ])
    #expect(
      try properties("(WITH b AS (SELECT title FROM \"Book\") SELECT count(*) FROM b)") == ["Book.title"])
    #expect(try properties("\"cover\"") == ["Book.cover"])
  }

  /// SQLite says nothing of the columns that a join by name compares. Whoever drops such a property has to consent.
  @Test("A join by USING does not count as reading")
  func joins() throws {
    let text = "(SELECT count(*) FROM \"Author\" JOIN \"Label\" USING (name))"
    #expect(try ExpressionCompiler.library().compile(text, over: "Book").properties == [])
  }

  @Test("A text that is too long, too deep or too wide is refused")
  func limits() throws {
    let compiler = try ExpressionCompiler.library()
    #expect(compiler.error(String(repeating: " ", count: 100_000) + "1") == .tooBig)
    let sum = Array(repeating: "1", count: 300).joined(separator: " + ")
    guard case .invalid(let message, _) = compiler.error(sum) else {
      Issue.record("300 levels were taken")
      return
    }
    #expect(message.contains("too large"))
    guard
      case .invalid = compiler.error(
        "(" + Array(repeating: "SELECT 1", count: 60).joined(separator: " UNION ") + ")")
    else {
      Issue.record("60 parts were taken")
      return
    }
  }

  /// Each level uses the one before twice: SQLite makes 2^levels copies while it compiles.
  private static func tower(_ levels: Int, from: String = "FROM") -> String {
    let parts = (1...levels).map { ", a\($0) AS (SELECT p.x \(from) a\($0 - 1) p JOIN a\($0 - 1) q)" }
      .joined()
    return "(WITH a0(x) AS (SELECT 1)\(parts) SELECT x FROM a\(levels))"
  }

  @Test("Common table expressions cannot keep the compiler busy")
  func towers() throws {
    let compiler = try ExpressionCompiler.library()
    #expect(compiler.error(Self.tower(40)) == .tooComplex)
    #expect(compiler.error(Self.tower(40, from: "fRoM")) == .tooComplex)
    let list = (1...40).map { "a\($0) AS (SELECT 1 AS x WHERE 1 IN a\($0 - 1) OR 2 IN a\($0 - 1))" }
    #expect(
      compiler.error("(WITH a0 AS (SELECT 1), \(list.joined(separator: ", ")) SELECT 1)") == .tooComplex)
    // What is let through takes seconds at most.
    let time = ContinuousClock().measure { #expect(compiler.error(Self.tower(9)) == nil) }
    #expect(time < .seconds(20))
    // Without them long lists are no matter.
    #expect(
      compiler.error("title IN (\(Array(repeating: "'with'", count: 50).joined(separator: ", ")))")
        == .tooComplex)
    #expect(compiler.error("title IN (\(Array(repeating: "'x'", count: 50).joined(separator: ", ")))") == nil)
  }
}
