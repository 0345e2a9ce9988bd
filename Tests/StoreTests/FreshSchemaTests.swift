import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@Suite("Schema of a fresh store")
struct FreshSchemaTests {
  @Test("Columns stand in groups by type, entities by number within, names by bytes within those")
  func columns() throws {
    var composite = AttributeDescription(name: "author", type: .composite)
    composite.compositeElements = [.string("name"), .integer("born")]
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        .make(
          "Item",
          [
            .string("title"), .init(name: "added", type: .date), .init(name: "price", type: .decimal),
            .integer("b"),
            .init(name: "Z", type: .boolean), .init(name: "link", type: .uri), .init(name: "id", type: .uuid),
            .init(name: "color", type: .transformable), .init(name: "image", type: .binary), composite,
          ], [.toOne("owner", "Person", inverse: "items")]),
        .make("Book", under: "Item", [.string("title2"), .init(name: "weight", type: .double)]),
        .make("Film", under: "Item", [.string("director")]),
        .make("Play", under: "Item", [.string("director")], [.toOne("source", "Item", inverse: nil)]),
        .make("Person", [.string("name")], [.toMany("items", "Item", inverse: "owner", isOrdered: true)]),
      ])
    let schema = StoreSchema(layout: FreshLayout.layout(of: model), era: SchemaEra(frameworkVersion: 1000))
    #expect(
      schema.tables == [
        "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZZ INTEGER, ZBORN INTEGER, "
          + "ZB INTEGER, ZOWNER INTEGER, ZSOURCE INTEGER, Z1_SOURCE INTEGER, Z_FOK_OWNER INTEGER, "
          + "ZADDED TIMESTAMP, "
          + "ZWEIGHT FLOAT, ZPRICE DECIMAL, ZNAME VARCHAR, ZTITLE VARCHAR, ZTITLE2 VARCHAR, "
          + "ZDIRECTOR VARCHAR, "
          + "ZDIRECTOR1 VARCHAR, ZLINK VARCHAR, ZID BLOB, ZCOLOR BLOB, ZIMAGE BLOB )",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
      ])
    #expect(
      schema.indexes.map(\.sql) == [
        "CREATE INDEX ZITEM_ZOWNER_INDEX ON ZITEM (ZOWNER)",
        "CREATE INDEX ZITEM_ZSOURCE_INDEX ON ZITEM (ZSOURCE)",
        "CREATE INDEX ZITEM_Z_ENT_INDEX ON ZITEM (Z_ENT)",
      ])
  }

  @Test("A flag makes an index; where it only says that a fetch index has this one element, no second one")
  func flags() throws {
    var flagged = AttributeDescription.string("flagged")
    var single = AttributeDescription.string("single")
    (flagged.isIndexed, single.isIndexed) = (true, true)
    var entity = EntityDescription.make("Item", [flagged, single])
    entity.fetchIndexes = [.init(name: "bySingle", elements: [.init(property: "single", isAscending: true)])]
    let model = try ManagedObjectModel(name: "M", entities: [entity])
    let schema = StoreSchema(layout: FreshLayout.layout(of: model), era: SchemaEra(frameworkVersion: 1000))
    #expect(schema.indexes.map(\.name) == ["Z_Item_flagged", "Z_Item_bySingle"])
  }

  @Test("Links are kept in columns, in the destination's columns, or in join tables")
  func links() throws {
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        .make(
          "Event", [],
          [
            .toMany("tags", "Tag", inverse: "events", isOrdered: true),
            .toMany("next", "Event", inverse: "previous"),
            .toMany("previous", "Event", inverse: "next"), .toMany("alike", "Event", inverse: "alike"),
            .toMany("notes", "Note", inverse: nil),
          ]),
        .make("Note"), .make("Tag", [], [.toMany("events", "Event", inverse: "tags")]),
      ])
    let layout = FreshLayout.layout(of: model)
    let schema = StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1000))
    #expect(
      Set(schema.tables) == [
        "CREATE TABLE ZEVENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE TABLE Z_1TAGS ( Z_1EVENTS INTEGER, Z_3TAGS INTEGER, Z_FOK_3TAGS INTEGER, "
          + "PRIMARY KEY (Z_1EVENTS, Z_3TAGS) )",
        "CREATE TABLE Z_1PREVIOUS ( Z_1NEXT INTEGER, Z_1PREVIOUS INTEGER, PRIMARY KEY (Z_1NEXT, "
          + "Z_1PREVIOUS) )",
        "CREATE TABLE Z_1ALIKE ( Z_1ALIKE INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1ALIKE, REFLEXIVE) )",
        "CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1NOTES INTEGER )",
        "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
      ])
    #expect(
      layout.storage(of: PropertyKey("Event", "notes"))
        == .ownerColumn(table: "ZNOTE", column: "Z1NOTES", orderColumn: nil))
    guard case .join(let join) = layout.storage(of: PropertyKey("Tag", "events")) else {
      Issue.record("events is no join")
      return
    }
    #expect(join.side(of: PropertyKey("Event", "tags")).column == "Z_3TAGS")
    #expect(join.opposite(of: PropertyKey("Event", "tags")).column == "Z_1EVENTS")
  }

  /// Stores that Core Data migrated in place.
  static let inPlace: Set<String> = [
    "CoreDataPlus/SampleModel/SampleModel_V2.sqlite",
    "CoreDataMigration-Example/history-2018/CoreDataMigration_Example_2.sqlite",
    "wire-ios-data-model/zmessaging/store2-88-0.wiredatabase",
    "wire-ios-data-model/zmessaging/store2-100-0.wiredatabase",
  ]
  static let fresh = CorpusStore.matched.filter { !inPlace.contains($0.id) }

  /// Self-relationships of this store name their join tables by the other end.
  static let otherEnd = "wire-ios-data-model/zmessaging/store2-3.wiredatabase"

  @Test(
    "Tables are those of every real store made afresh, to the letter but for the order of Z_FOK_",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"), arguments: fresh)
  func corpus(store: CorpusStore) throws {
    let scratch = try StoreScratch()
    let connection = try store.open(scratch)
    let version = try StoreMetadata.read(connection).frameworkVersion
    let schema = StoreSchema(
      layout: try FreshLayout.layout(of: store.readModel()), era: SchemaEra(frameworkVersion: version))
    let real = try SchemaCatalog(connection).objects.filter {
      $0.kind == .table && !$0.name.hasPrefix("sqlite_")
    }
    let history = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
    let expected = real.filter { !history.contains($0.name) }.compactMap(\.sql)
    let predicted = schema.tables + schema.systemTables
    if store.id == Self.otherEnd {
      let isOther = { (text: String) in text.contains("TRUSTEDBYCLIENTS") || text.contains("IGNOREDBYCLIENTS")
      }
      #expect(predicted.filter(isOther).count == 2 && expected.filter(isOther).count == 2)
      #expect(
        Set(predicted.filter { !isOther($0) }.map(Self.sorted))
          == Set(expected.filter { !isOther($0) }.map(Self.sorted)))
      return
    }
    #expect(Set(predicted.map(Self.sorted)) == Set(expected.map(Self.sorted)))
    let isOrdered = !store.id.hasPrefix("wire-")
    if isOrdered { #expect(Set(predicted) == Set(expected)) }
  }

  @Test("Most real stores were made afresh", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func count() { #expect(Self.fresh.count >= 46) }

  /// The `Z_FOK_` columns of a statement in order of name, the others as they are.
  private static func sorted(_ statement: String) -> String {
    var parts = statement.split(separator: ", ").map(String.init)
    let places = parts.indices.filter { parts[$0].hasPrefix("Z_FOK_") }
    for (index, text) in zip(places, places.map { parts[$0] }.sorted()) { parts[index] = text }
    return parts.joined(separator: ", ")
  }
}
