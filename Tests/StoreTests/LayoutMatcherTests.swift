import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@Suite("Finding a model's layout in a file")
struct LayoutMatcherTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      name: "M",
      entities: [
        .make("Item", [.string("title")], [.toMany("tags", "Tag", inverse: "items")]),
        .make("Book", under: "Item", [.string("text"), .integer("pages")]),
        .make("Film", under: "Item", [.integer("text")]),
        .make("Tag", [.string("name")], [.toMany("items", "Item", inverse: "tags", isOrdered: true)]),
      ])
  }

  private static let item =
    "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
    + "ZPAGES INTEGER, ZTEXT INTEGER, ZTEXT1 VARCHAR, ZTITLE VARCHAR)"
  private static let tag =
    "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)"
  private static let join =
    "CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, Z_FOK_1ITEMS INTEGER, "
    + "PRIMARY KEY (Z_1ITEMS, Z_4TAGS))"
  private static let keys = [("Item", 0), ("Book", 1), ("Film", 1), ("Tag", 0)]

  private func match(
    _ statements: [String], keys: [(String, Int)] = Self.keys
  ) throws -> LayoutMatch {
    let connection = try StoreScratch.database(statements)
    return try LayoutMatcher(
      model: Self.model(), catalog: SchemaCatalog(connection),
      primaryKeys: keys.enumerated().map {
        PrimaryKeyRow(number: Int64($0 + 1), name: $1.0, superentity: Int64($1.1), maximumKey: 0)
      }
    ).match()
  }

  private func mismatch(_ statements: [String], keys: [(String, Int)] = Self.keys) throws -> LayoutMismatch? {
    do {
      _ = try match(statements, keys: keys)
      return nil
    } catch let error as LayoutMismatch {
      return error
    }
  }

  @Test("A fresh layout is found, and columns of one name by their types")
  func fresh() throws {
    let found = try match([Self.item, Self.tag, Self.join]).layout
    // Fresh, Book's text is allocated first: its declared type tells that this file was numbered otherwise.
    #expect(found.column(of: PropertyKey("Book", "text")) == "ZTEXT1")
    #expect(found.column(of: PropertyKey("Film", "text")) == "ZTEXT")
    #expect(found.column(of: PropertyKey("Item", "title")) == "ZTITLE")
    #expect(found.joins.map(\.name) == ["Z_1TAGS"])
  }

  @Test("Order, case of types and columns that are nobody's do not matter; the latter are named")
  func loose() throws {
    let item =
      "CREATE TABLE ZITEM (ZTITLE varchar, ZOLD BLOB, Z_OPT INTEGER, ZTEXT1 INTEGER, "
      + "ZTEXT VARCHAR, Z_ENT INTEGER, ZPAGES INTEGER, Z_PK INTEGER PRIMARY KEY)"
    let found = try match([Self.tag, Self.join, item, "CREATE TABLE notes (a)", "CREATE VIEW v AS SELECT 1"])
    #expect(found.layout.column(of: PropertyKey("Book", "text")) == "ZTEXT")
    #expect(found.unownedColumns.map { [$0.table, $0.column] } == [["ZITEM", "ZOLD"]])
    #expect(found.unexplained.map(\.name) == ["notes", "v"])
    #expect(found.historyTables == [] && found.cloudKitTables == [])
  }

  @Test("History and CloudKit tables are told apart from what nobody knows")
  func framework() throws {
    let found = try match([
      Self.item, Self.tag, Self.join, "CREATE TABLE ACHANGE (Z_PK)", "CREATE TABLE ATRANSACTION (Z_PK)",
      "CREATE TABLE ANSCKEVENT (Z_PK)",
    ])
    #expect(found.historyTables == ["ACHANGE", "ATRANSACTION"])
    #expect(found.cloudKitTables == ["ANSCKEVENT"])
    #expect(found.unexplained == [])
  }

  @Test("What is missing is refused by name")
  func missing() throws {
    #expect(try mismatch([Self.item, Self.join]) == .missingTable("ZTAG", entity: "Tag"))
    #expect(
      try mismatch([Self.item, "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)", Self.join])
        == .missingColumns(table: "ZTAG", columns: ["ZNAME", "Z_OPT"]))
    #expect(
      try mismatch([Self.item, Self.tag]) == .missingJoinTable(relationship: PropertyKey("Item", "tags")))
    // The order of an ordered end is part of the data.
    #expect(
      try mismatch([Self.item, Self.tag, "CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER)"])
        == .missingJoinTable(relationship: PropertyKey("Item", "tags")))
  }

  @Test(
    "Columns of one name that nothing tells apart are refused",
    arguments: [
      // Two of a type, one missing, none of a type.
      "ZTEXT INTEGER, ZTEXT1 INTEGER", "ZTEXT1 VARCHAR", "ZTEXT VARCHAR", "ZTEXT BLOB, ZTEXT1 BLOB",
      "ZTEXT2 VARCHAR, ZTEXT3 VARCHAR, ZTEXT4 INTEGER",
    ])
  func ambiguousColumns(texts: String) throws {
    let item =
      "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZPAGES INTEGER, ZTITLE VARCHAR, \(texts))"
    #expect(
      try mismatch([item, Self.tag, Self.join])
        == .missingColumns(table: "ZITEM", columns: ["ZTEXT", "ZTEXT1"]))
  }

  @Test("Numbers after a name that changed in place are found by type")
  func otherSuffixes() throws {
    let item =
      "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZPAGES INTEGER, ZTITLE VARCHAR, ZTEXT4 INTEGER, ZTEXT2 VARCHAR)"
    let found = try match([item, Self.tag, Self.join]).layout
    #expect(found.column(of: PropertyKey("Book", "text")) == "ZTEXT2")
    #expect(found.column(of: PropertyKey("Film", "text")) == "ZTEXT4")
  }

  @Test("A join table under another name is found by its columns, and two of them are refused")
  func joins() throws {
    let other = "CREATE TABLE Z_4ITEMS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, Z_FOK_1ITEMS INTEGER)"
    #expect(try match([Self.item, Self.tag, other]).layout.joins.map(\.name) == ["Z_4ITEMS"])
    let third = "CREATE TABLE Z_9ITEMS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, Z_FOK_1ITEMS INTEGER)"
    #expect(
      try mismatch([Self.item, Self.tag, other, third])
        == .missingJoinTable(relationship: PropertyKey("Item", "tags")))
  }

  @Test(
    "Entities that are not the model's are refused; a name left by a rename is accepted where all else agrees"
  )
  func numbers() throws {
    let tables = [Self.item, Self.tag, Self.join]
    let renamed = try match(tables, keys: [("Item", 0), ("Novel", 1), ("Film", 1), ("Tag", 0)])
    #expect(renamed.staleNames == ["Novel": "Book"])
    #expect(renamed.layout.numbers == ["Item": 1, "Book": 2, "Film": 3, "Tag": 4])
    #expect(
      try mismatch(tables, keys: [("Item", 0), ("Novel", 0), ("Film", 1), ("Tag", 0)])
        == .entityNumbers(missing: ["Book"], unknown: ["Novel"]))
    #expect(
      try mismatch(tables, keys: [("Item", 0), ("Book", 1), ("Film", 1)])
        == .entityNumbers(missing: ["Tag"], unknown: []))
    #expect(
      try mismatch(tables, keys: Self.keys + [("Extra", 0)])
        == .entityNumbers(missing: [], unknown: ["Extra"]))
  }

  @Test(
    "Every real store matches its model, and nothing of it stays unexplained",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"), arguments: CorpusStore.matched)
  func corpus(store: CorpusStore) throws {
    let scratch = try StoreScratch()
    let connection = try store.open(scratch)
    let model = try store.readModel()
    let catalog = try SchemaCatalog(connection)
    let found = try LayoutMatcher(model: model, catalog: catalog, primaryKeys: PrimaryKeyRow.read(connection))
      .match()
    #expect(found.unownedColumns == [])
    #expect(found.unexplained == [])
    #expect(found.cloudKitTables == [])
    let isRenamed =
      store.id.contains("SampleModel_V2.") || store.id.contains("SampleModelV1@6739d00")
      || store.id.contains("_SampleModelV2@fbca827")
    #expect(found.staleNames == (isRenamed ? ["ExpensiveSportCar": "LuxuryCar"] : [:]))
    // Every column of the file has one owner, and every stored property a place.
    for table in found.layout.tables {
      #expect(Set(table.columns.map(\.name)) == Set(catalog.table(table.name)?.columns.map(\.name) ?? []))
    }
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        #expect(found.layout.storage(of: PropertyKey(entity.name, relationship.name)) != nil)
      }
    }
  }

  @Test(
    "A real store does not match the model of another", .enabled(if: CorpusStore.isPresent, "needs ../shared")
  )
  func others() throws {
    let ids = [
      "BookMigration/Model1.sqlite", "Moody-1-to-5/Moody 4.moody", "banks/FailedBanksCD.sqlite",
      "Bookmarks-V1-V5/Bookmarks_V3.sqlite",
    ]
    let stores = try ids.map { id in try #require(CorpusStore.matched.first { $0.id.hasSuffix(id) }) }
    for store in stores {
      let scratch = try StoreScratch()
      let connection = try store.open(scratch)
      for other in stores where other.id != store.id {
        #expect(throws: LayoutMismatch.self) {
          _ = try LayoutMatcher(
            model: other.readModel(), catalog: SchemaCatalog(connection),
            primaryKeys: PrimaryKeyRow.read(connection)
          ).match()
        }
      }
    }
  }
}
