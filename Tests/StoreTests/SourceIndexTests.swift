@testable import CoreDataStore
import CoreDataModel
import SQLite
import Testing

@Suite("Indexes that a source has, and a new store of its version keeps")
struct SourceIndexTests {
  static func model() throws -> ManagedObjectModel {
    var book = EntityDescription.make(
      "Book", [.string("title"), .integer("pages")], [.toOne("author", "Author", inverse: nil)])
    book.fetchIndexes = [
      FetchIndexDescription(name: "byTitle", elements: [.init(property: "title")]),
      FetchIndexDescription(name: "byPages", elements: [.init(property: "pages")]),
    ]
    return try ManagedObjectModel(name: "M", entities: [book, .make("Author", [.string("name")])])
  }

  static func created(_ texts: [String]) throws -> [String] {
    let layout = try FreshLayout.layout(of: model())
    let era = SchemaEra(frameworkVersion: 1000)
    let connection = try StoreScratch.database(StoreSchema(layout: layout, era: era).tables + texts)
    let kept = try SourceIndexes(layout: layout, objects: SchemaCatalog(connection).objects).keepable(
      in: layout)
    return StoreSchema(layout: layout, era: era, indexes: kept).indexes.map(\.sql).sorted()
  }

  static let own = "CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK (ZAUTHOR)"
  static let byPages = "CREATE INDEX Z_Book_byPages ON ZBOOK (ZPAGES COLLATE BINARY ASC)"
  static let byTitle = "CREATE INDEX Z_Book_byTitle ON ZBOOK (ZTITLE COLLATE BINARY ASC)"

  @Test("Without a source, those of the model")
  func fresh() throws { #expect(try Self.created([]) == [Self.own, Self.byPages, Self.byTitle].sorted()) }

  @Test(
    "One of Core Data's kind is kept, and stands for what the model asks for over the same columns",
    arguments: [
      "CREATE INDEX Z_Book_title ON ZBOOK (ZTITLE COLLATE BINARY ASC)",
      "CREATE INDEX ZBOOK_ZTITLE_INDEX ON ZBOOK (ZTITLE)",
    ])
  func kept(text: String) throws {
    #expect(try Self.created([text]) == [Self.own, Self.byPages, text].sorted())
  }

  @Test("One over other columns, or of some rows, is kept beside")
  func beside() throws {
    for text in [
      "CREATE INDEX Z_Book_both ON ZBOOK (ZTITLE COLLATE BINARY DESC, ZPAGES COLLATE BINARY ASC)",
      "CREATE INDEX Z_Book_some ON ZBOOK (ZTITLE COLLATE BINARY ASC) WHERE (ZPAGES = 1 AND ZTITLE IS NOT NULL)",
    ] {
      #expect(try Self.created([text]) == [Self.own, Self.byPages, Self.byTitle, text].sorted(), "\(text)")
    }
  }

  @Test(
    "One that is named otherwise, or says more, is not",
    arguments: [
      "CREATE INDEX mine ON ZBOOK (ZTITLE)", "CREATE UNIQUE INDEX Z_Book_UNIQUE_pages ON ZBOOK (ZPAGES)",
      "CREATE INDEX Z_Author_byTitle ON ZBOOK (ZTITLE, ZPAGES)",
      "CREATE INDEX ZBOOK_X ON ZBOOK (lower(ZTITLE))", "CREATE INDEX ZBOOK_X ON \"ZBOOK\" (ZTITLE, ZPAGES)",
      "CREATE INDEX ZBOOK_OLD_INDEX ON ZBOOK (ZAUTHOR)",
      "CREATE INDEX ZBOOK_X ON ZBOOK (ZTITLE COLLATE NOCASE)",
      "CREATE INDEX ZBOOK_X ON ZBOOK (ZTITLE, ZPAGES) WHERE length(ZTITLE) > 1",
    ])
  func left(text: String) throws {
    #expect(try Self.created([text]) == [Self.own, Self.byPages, Self.byTitle].sorted())
  }
}
