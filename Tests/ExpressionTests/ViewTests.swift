import CoreDataModel
import CoreDataStore
import Foundation
import SQLite
import Testing

@testable import Expressions

@Suite("Views over a store")
struct ViewTests {
  @Test(arguments: [
    ("title", "ZTITLE"), ("added", "ZADDED"), ("isRead", "ZISREAD"), ("uuid", "ZUUID"), ("price", "ZPRICE"),
    ("keywords", "ZKEYWORDS"), ("digest", "ZDIGEST"), ("author", "ZAUTHOR"), ("objectID", "Z_PK"),
    ("weight", "ZWEIGHT"), ("pages + 1", "ZPAGES + 1"), ("entity", "'Book'"),
    ("typeof(added)", "typeof(ZADDED)"),
    (
      "(SELECT name FROM \"Author\" WHERE objectID = author)",
      "(SELECT ZNAME FROM ZAUTHOR a WHERE a.Z_PK = b.ZAUTHOR)"
    ),
    (
      "(SELECT count(*) FROM \"Book.labels\" WHERE owner = \"Book\".objectID)",
      "(SELECT count(*) FROM Z_2LABELS WHERE Z_2ITEMS = b.Z_PK)"
    ),
  ])
  func sameAsTheTable(_ expression: String, _ column: String) throws {
    let store = try SampleStore.library()
    let expected = try store.rows("SELECT Z_PK, \(column) FROM ZBOOK b WHERE Z_ENT = 2 ORDER BY Z_PK")
    #expect(expected.count == 8)
    #expect(try store.session().rows(expression, over: "Book") == expected)
  }

  @Test("An entity's view holds its subentities' rows, with their own entity and its inherited properties")
  func inheritance() throws {
    let store = try SampleStore.library()
    let session = try store.session()
    let notes = try store.rows(
      "SELECT Z_PK, CASE Z_ENT WHEN 5 THEN 'HighlightNote' ELSE 'MarginNote' END FROM ZNOTE ORDER BY Z_PK")
    #expect(notes.count == 11)
    #expect(try session.rows("entity", over: "Note") == notes)
    // Both have `text` and `strength`, each in columns of its own.
    for (entity, number, text, strength) in [
      ("HighlightNote", 5, "ZTEXT", "ZSTRENGTH"), ("MarginNote", 6, "ZTEXT1", "ZSTRENGTH1"),
    ] {
      for (name, column) in [("text", text), ("strength", strength), ("page", "ZPAGE"), ("book", "ZBOOK")] {
        let expected = try store.rows(
          "SELECT Z_PK, \(column) FROM ZNOTE WHERE Z_ENT = \(number) ORDER BY Z_PK")
        #expect(!expected.isEmpty)
        #expect(try session.rows(name, over: entity) == expected, "\(entity).\(name)")
      }
    }
    #expect(throws: ExpressionError.self) { _ = try session.compile("text", over: "Note") }
    #expect(throws: ExpressionError.self) { _ = try session.compile("color", over: "MarginNote") }
  }

  /// Column by column with what the tables hold. Rows of no entity's number are in no view, and a link from nobody in none.
  @Test(arguments: [
    (
      "Book.notes",
      "SELECT ZBOOK, Z_PK, Z_FOK_BOOK FROM ZNOTE WHERE Z_ENT IN (5, 6) AND ZBOOK IN (SELECT Z_PK FROM ZBOOK)"
    ),
    ("Author.books", "SELECT ZAUTHOR, Z_PK, NULL FROM ZBOOK WHERE ZAUTHOR IN (SELECT Z_PK FROM ZAUTHOR)"),
    (
      "Shelf.pinnedLabels",
      "SELECT Z9PINNEDLABELS, Z_PK, NULL FROM ZLABEL WHERE Z9PINNEDLABELS IN (SELECT Z_PK FROM ZSHELF)"
    ),
    (
      "Shelf.contents",
      "SELECT Z_9SHELVES, Z_2CONTENTS, Z_FOK_2CONTENTS FROM Z_2SHELVES WHERE Z_9SHELVES IN (SELECT Z_PK FROM ZSHELF)"
    ),
    (
      "Book.shelves",
      "SELECT Z_2CONTENTS, Z_9SHELVES, NULL FROM Z_2SHELVES WHERE Z_2CONTENTS IN (SELECT Z_PK FROM ZBOOK)"
    ),
    (
      "Author.influences",
      "SELECT Z_1INFLUENCEDBY, Z_1INFLUENCES, NULL FROM Z_1INFLUENCES WHERE Z_1INFLUENCEDBY IN (SELECT Z_PK FROM ZAUTHOR)"
    ),
    (
      "Label.related",
      "SELECT * FROM (SELECT Z_3RELATED, REFLEXIVE, NULL FROM Z_3RELATED UNION SELECT REFLEXIVE, Z_3RELATED, NULL FROM Z_3RELATED) WHERE Z_3RELATED IN (SELECT Z_PK FROM ZLABEL)"
    ),
  ])
  func toMany(_ view: String, _ sql: String) throws {
    for name in ["library-1.sqlite", "library-broken-links.sqlite"] {
      let store = try SampleStore.library(name)
      let expected = try store.rows("\(sql) ORDER BY 1, 2")
      #expect(!expected.isEmpty)
      let connection = try Connection.finished(path: store.path)
      try ExternalDataFunction(reader: nil).register(on: connection)
      try SourceViews(layout: store.layout).create(on: connection)
      #expect(
        try connection.rows("SELECT owner, target, position FROM \(Identifier.quoted(view)) ORDER BY 1, 2")
          == expected)
    }
  }

  @Test("To which of its ends a many-to-many leads is what the fixture's own list says")
  func directions() throws {
    let path = SampleStore.repository.appendingPathComponent("LegacyFixtures/library-1.expect.json").path
    let data = try #require(FileManager.default.contents(atPath: path))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let rows = try #require(
      (root["rows"] as? [String: Any])?["Library"] as? [String: [String: [String: Any]]])
    let session = try SampleStore.library().session()
    for (entity, relationship) in [
      ("Author", "influences"), ("Author", "influencedBy"), ("Shelf", "contents"), ("Book", "notes"),
      ("Label", "related"),
    ] {
      var expected: [[Value]] = []
      for (key, values) in try #require(rows[entity]).sorted(by: {
        (Int64($0.key) ?? 0) < (Int64($1.key) ?? 0)
      }) {
        let keys = (values[relationship] as? [Any] ?? []).map {
          ($0 as? [String: Any])?["key"] as? Int ?? $0 as? Int ?? -1
        }
        expected.append([
          .integer(Int64(key) ?? 0),
          keys.isEmpty ? .null : .text(keys.map(String.init).joined(separator: ",")),
        ])
      }
      let text =
        "(SELECT group_concat(target) FROM (SELECT target FROM \"\(entity).\(relationship)\" WHERE owner = \"\(entity)\".objectID ORDER BY position, target))"
      #expect(try session.rows(text, over: entity) == expected, "\(entity).\(relationship)")
    }
  }

  @Test("A link that leads nowhere is its key, and rows of no entity are left out")
  func broken() throws {
    let store = try SampleStore.library("library-broken-links.sqlite")
    let session = try store.session()
    #expect(
      try session.rows("author", over: "Book") == store.rows("SELECT Z_PK, ZAUTHOR FROM ZBOOK ORDER BY 1"))
    #expect(
      try store.rows("SELECT 1 FROM ZBOOK WHERE ZAUTHOR NOT IN (SELECT Z_PK FROM ZAUTHOR)").isEmpty == false)
    #expect(try store.rows("SELECT 1 FROM ZNOTE WHERE Z_ENT = 99").count == 1)
    let nobody = try SampleStore.library(
      "library-broken-links.sqlite",
      change: ["UPDATE ZNOTE SET ZBOOK = CASE Z_ENT WHEN 99 THEN (SELECT min(Z_PK) FROM ZBOOK) END"])
    #expect(
      try nobody.session().rows("(SELECT count(*) FROM \"Book.notes\")", over: "Book").first?[1]
        == .integer(0))
    #expect(
      try session.rows("1", over: "Note")
        == store.rows("SELECT Z_PK, 1 FROM ZNOTE WHERE Z_ENT <> 99 ORDER BY 1"))
  }

  @Test("A row of a join table with an empty end is no link; one whose target is not there is")
  func emptyEnds() throws {
    let store = try SampleStore.library(change: [
      "DELETE FROM Z_2LABELS", "INSERT INTO Z_2LABELS VALUES (1, NULL), (NULL, 1), (1, 999), (999, 1)",
    ])
    #expect(try store.rows("SELECT 1 FROM ZBOOK WHERE Z_PK = 1").count == 1)
    let text = "(SELECT count(*) || ':' || group_concat(target) FROM \"Book.labels\")"
    #expect(try store.session().rows(text, over: "Book").first == [.integer(1), .text("1:999")])
  }

  @Test("External data comes without its tag; from a file only through the caller")
  func externalData() throws {
    let store = try SampleStore.library("library-external/Library.sqlite")
    let stored = try store.rows("SELECT Z_PK, ZCOVER FROM ZBOOK ORDER BY Z_PK")
    #expect(Set(stored.compactMap { $0[1].bytes?.first }) == [1, 2])
    func expected(_ file: ([UInt8]) -> Value) -> [[Value]] {
      stored.map { row in
        guard case .blob(let bytes) = row[1] else { return row }
        return [row[0], bytes[0] == 1 ? .blob(Array(bytes.dropFirst())) : file(Array(bytes[1...36]))]
      }
    }
    #expect(
      try store.session({ Array("file \($0)".utf8) }).rows("cover", over: "Book")
        == expected { .blob(Array("file ".utf8) + $0) })
    #expect(try store.session({ _ in nil }).rows("cover", over: "Book") == expected { _ in .null })
    struct Unreadable: Error {}
    #expect(throws: ExpressionError.failed(message: "externaldata: an external data file could not be read"))
    {
      _ = try store.session({ _ in throw Unreadable() }).rows("cover", over: "Book")
    }
    #expect(
      throws: ExpressionError.failed(message: "externaldata: a value lies in a file, and none can be read")
    ) {
      _ = try store.session().rows("cover", over: "Book")
    }
    // Whoever does not read the column does not need the files.
    #expect(try store.session().rows("title", over: "Book").count == stored.count)
  }

  @Test(
    "Entities and attributes named like words of SQL", .enabled(if: SampleStore.haveCases, "needs ../shared"))
  func reservedWords() throws {
    let folder = SampleStore.cases + "/C16/in/"
    let store = try SampleStore(
      folder + "Values.sqlite", ModelBundle(path: folder + "Values.xcdatamodeld").current())
    let session = try store.session()
    #expect(
      try session.rows("\"select\" || coalesce(\"group\", '-') || coalesce(\"index\", '-')", over: "order")
        == [[.integer(1), .text("froma1")], [.integer(2), .text("where \"x\"; ----")]])
    #expect(
      try session.rows("(SELECT count(*) FROM \"order\") || label", over: "Value").count == 6)
    let values = try store.rows("SELECT Z_PK, ZTEXT FROM ZVALUE ORDER BY 1")
    #expect(try session.rows("text", over: "Value") == values)
    // NUL inside, and bytes that are no text.
    #expect(
      try session.rows("CASE objectID WHEN 3 THEN hex(text) END", over: "Value")[2][1] == .text("610062"))
    #expect(throws: ExpressionError.failed(message: "nfc: the text is not UTF-8")) {
      _ = try session.rows("CASE objectID WHEN 5 THEN nfc(text) END", over: "Value")
    }
  }
}
