import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics
import SQLite
import Testing

/// The store that was given against the result of several steps.
@Suite("Walks: first store and last")
struct WalkComparerTests {
  /// Two steps between equal versions: what is carried over is everything.
  private func compare(
    _ sql: String, steps: Int = 2, touched: [Set<PropertyKey>] = [], changesRows: Bool = false
  ) throws -> WalkComparison {
    let folder = try ValidationFolder()
    let model = try ValidationShelf.model()
    for name in ["old", "new"] {
      try ValidationShelf.create(folder.file(name), model: model, rows: ValidationShelf.rows)
    }
    let change = try Connection(path: folder.file("new"), mode: .readWrite)
    try change.execute(sql)
    try change.close()
    let request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("old"), from: model, to: model)
    return try WalkComparer(
      WalkRequest(
        sourcePath: folder.file("old"), model: model, destinationPath: folder.file("new"),
        plans: Array(repeating: request.plan, count: steps),
        keys: KeyWalk(Array(repeating: request.keys, count: steps)), touched: touched,
        changesRows: changesRows)
    ).run()
  }

  @Test("What every step carried over is found as it was")
  func equal() throws {
    let result = try compare("SELECT 1")
    #expect(result.differences == [])
    #expect(result.attributes == 11 && result.attributesByStep == 0)
    #expect(result.relationships == 9 && result.relationshipsByStep == 0)
    let counts = result.entities.map { "\($0.source) \($0.read) \($0.migrated) \($0.dropped)" }
    #expect(
      counts == ["Agent 2 2 0", "Author 3 3 0", "Book 4 4 0", "Film 2 2 0", "Reader 3 3 0", "Tag 3 3 0"])
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let sql: String
    let finding: String
    var testDescription: String { sql }
  }

  static let changes = [
    Change(sql: "DELETE FROM ZITEM WHERE Z_PK = 3", finding: "validation.row-missing Book  [3]"),
    Change(
      sql: "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (20, 7, 1)",
      finding: "validation.row-unexpected Tag  []"),
    Change(
      sql: "UPDATE ZAUTHOR SET Z_OPT = 2 WHERE Z_PK = 12", finding: "validation.counter-differs Author  [12]"),
    Change(
      sql: "UPDATE ZITEM SET ZTITLE = 'Other' WHERE Z_PK = 9",
      finding: "validation.value-differs Film title [9]"),
    Change(
      sql: "UPDATE ZITEM SET ZPAGES = 7 WHERE Z_PK = 3", finding: "validation.value-differs Book pages [3]"),
    Change(
      sql: "UPDATE ZITEM SET ZPAGES = NULL WHERE Z_PK = 1", finding: "validation.value-differs Book pages [1]"
    ),
    Change(
      sql: "UPDATE ZITEM SET ZLENGTH = 90 WHERE Z_PK = 5", finding: "validation.value-differs Film length [5]"
    ),
    Change(
      sql: "UPDATE ZITEM SET ZCOVER = x'01CAFF' WHERE Z_PK = 1",
      finding: "validation.value-differs Book cover [1]"),
    Change(
      sql: "UPDATE ZITEM SET ZAUTHOR = 12 WHERE Z_PK = 1", finding: "validation.link-differs Book author []"),
    Change(
      sql: "UPDATE ZREADER SET ZLAST = NULL WHERE Z_PK = 2", finding: "validation.link-differs Reader last []"
    ),
    Change(
      sql: "UPDATE ZITEM SET Z6FAVOURITES = 2 WHERE Z_PK = 9",
      finding: "validation.link-differs Reader favourites []"),
    Change(sql: "DELETE FROM Z_3TAGS WHERE Z_3ITEMS = 5", finding: "validation.link-differs Item tags []"),
    Change(sql: "INSERT INTO Z_6FRIENDS VALUES (3, 1)", finding: "validation.link-differs Reader friends []"),
    Change(
      sql: "UPDATE ZAUTHOR SET ZAGENT = 2 WHERE Z_PK = 11", finding: "validation.link-differs Author agent []"
    ),
  ]

  @Test("What is not as it was is named", arguments: changes)
  func differing(change: Change) throws {
    let found = try compare(change.sql).differences.map {
      "\($0.id.rawValue) \($0.subject.entity ?? "") \($0.subject.property ?? "") \($0.oldKeys)"
    }
    #expect(found.contains(change.finding), "\(found)")
    // Both ends of a pair are told, and nothing besides.
    #expect(
      found.count <= (change.finding.contains("link-") || change.finding.contains("row-missing") ? 5 : 1))
  }

  @Test("One relationship that is its own inverse may be stored in one direction")
  func reflexive() throws {
    #expect(try compare("DELETE FROM Z_6FRIENDS WHERE REFLEXIVE = 1").differences == [])
  }

  @Test("What a rule set is for its step to prove, and rows that a rule made are no strangers")
  func rules() throws {
    let title = PropertyKey("Item", "title")
    let change = "UPDATE ZITEM SET ZTITLE = 'Other'"
    #expect(try compare(change).differences.count == 2)
    for touched in [[[title], []], [[], [title]]] as [[Set<PropertyKey>]] {
      let result = try compare(change, touched: touched)
      #expect(result.differences == [])
      #expect(result.attributes == 9 && result.attributesByStep == 2)
    }
    let author = PropertyKey("Book", "author")
    let moved = try compare("UPDATE ZITEM SET ZAUTHOR = 12 WHERE Z_PK = 1", touched: [[author]])
    #expect(moved.differences.map { $0.subject.property } == ["books"])
    let row = "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (20, 7, 1)"
    #expect(try compare(row, changesRows: true).differences == [])
  }
}
