import CoreDataModel
import CoreDataStore
import Expressions
import Foundation
import SQLite
import Testing

@testable import CoreDataMapping

/// What translated SQL gives on a real store, held against SQL over its tables that was written by hand.
@Suite("Translated SQL on a store")
struct MappingModelValueTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("LegacyFixtures").path

  /// Row keys and values of an expression, and what the tables hold, each as text.
  private func compare(_ sql: String, _ tables: String) throws -> (views: [String], tables: [String]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mapping-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("Copy.sqlite").path
    try FileManager.default.copyItem(atPath: Self.fixtures + "/library-1.sqlite", toPath: path)
    let model = try ModelBundle(path: Self.fixtures + "/Library.xcdatamodeld").version(named: "Library")
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = DELETE")
    let expected = try connection.rows(tables).map { "\($0[0]) \($0[1])" }
    let layout = try LayoutMatcher(
      model: model, catalog: SchemaCatalog(connection), primaryKeys: PrimaryKeyRow.read(connection)
    ).match().layout
    try connection.close()
    let session = try ExpressionSession(path: path, layout: layout, externalData: nil)
    var found: [String] = []
    try session.evaluate(
      session.compile(sql, over: "Book"), limits: StatementLimits(steps: 1_000_000)
    ) { found.append("\(Value.integer($0)) \($1)") }
    return (found.sorted(), expected.sorted())
  }

  private func model() throws -> ManagedObjectModel {
    try ModelBundle(path: Self.fixtures + "/Library.xcdatamodeld").version(named: "Library")
  }

  @Test(arguments: [
    ("author.name", "SELECT b.Z_PK, a.ZNAME FROM ZBOOK b LEFT JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR"),
    (
      "prequel.author.name",
      "SELECT b.Z_PK, a.ZNAME FROM ZBOOK b LEFT JOIN ZBOOK p ON p.Z_PK = b.ZPREQUEL LEFT JOIN ZAUTHOR a ON a.Z_PK = p.ZAUTHOR"
    ),
    (
      "prequel.title",
      "SELECT b.Z_PK, p.ZTITLE FROM ZBOOK b LEFT JOIN ZBOOK p ON p.Z_PK = b.ZPREQUEL"
    ), ("notes.@count", "SELECT b.Z_PK, (SELECT count(*) FROM ZNOTE n WHERE n.ZBOOK = b.Z_PK) FROM ZBOOK b"),
  ])
  func paths(_ path: String, _ tables: String) throws {
    let end = SourcePath(model: try model(), entity: "Book").end(path.split(separator: ".").map(String.init))
    let sql: String
    switch end {
    case .attribute(_, let text), .count(let text): sql = text
    default:
      Issue.record("\(path) leads to no value")
      return
    }
    let rows = try compare(sql, tables)
    #expect(rows.views == rows.tables && !rows.views.isEmpty)
  }

  @Test(arguments: [
    ("author.name != nil", "ZAUTHOR IN (SELECT Z_PK FROM ZAUTHOR WHERE ZNAME IS NOT NULL)"),
    ("author = nil", "ZAUTHOR IS NULL"), ("isRead = YES AND pages > 100", "ZISREAD = 1 AND ZPAGES > 100"),
    ("NOT pages BETWEEN {1, 300}", "NOT (ZPAGES >= 1 AND ZPAGES <= 300)"),
    ("language != 'en'", "ZLANGUAGE IS NULL OR ZLANGUAGE <> 'en'"),
    ("language IN {'en', 'de'}", "ZLANGUAGE = 'en' OR ZLANGUAGE = 'de'"),
    ("title LIKE '*e'", "substr(ZTITLE, length(ZTITLE)) = 'e'"),
    ("title CONTAINS 'e' OR isbn = nil", "ZTITLE GLOB '*e*' OR ZISBN IS NULL"),
  ])
  func predicates(_ predicate: String, _ condition: String) throws {
    let sql = try #require(MappingPredicateSQL.sql(predicate, over: "Book", of: try model()))
    let rows = try compare(
      "(\(sql)) IS TRUE", "SELECT Z_PK, (\(condition)) IS TRUE FROM ZBOOK")
    #expect(rows.views == rows.tables && !rows.views.isEmpty)
  }
}
