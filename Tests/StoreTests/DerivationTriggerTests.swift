import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@Suite("Triggers of derived attributes")
struct DerivationTriggerTests {
  static let folder = "alemar11__CoreDataPlus/SampleModel2-code-model"
  static let photos = "tkanarsky__osxphotos/Photos-reflexive-rtree"

  /// Every store of the corpus that has any, with their number.
  static let stores: [(folder: String, store: String, count: Int)] = [
    (folder, "stores/SampleModel2V1@4f3a303.sqlite", 5), (folder, "stores/SampleModel2_V1.sqlite", 5),
    (folder, "stores/SampleModel2_V2.sqlite", 5), (photos, "stores/Photos-fw1138-Test-12.0.1.sqlite", 4),
    (photos, "stores/Photos-fw1522-Test-26.1.sqlite", 8),
  ]

  @Test(
    "They are those of every real store that has any, to the letter",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"), arguments: stores)
  func corpus(folder: String, store: String, count: Int) throws {
    let scratch = try StoreScratch()
    let connection = try CorpusStore(folder: folder, store: store, model: nil).open(scratch)
    let catalog = try SchemaCatalog(connection)
    guard case .model(let model)? = try ModelCache.read(connection, catalog: catalog)?.reading else {
      Issue.record("no cached model")
      return
    }
    let real = catalog.objects.filter { $0.kind == .trigger && $0.name.hasPrefix("Z_DA_") }
    #expect(real.count == count)
    let match = try LayoutMatcher(
      model: model, catalog: catalog, primaryKeys: PrimaryKeyRow.read(connection)
    ).match()
    let era = SchemaEra(frameworkVersion: try StoreMetadata.read(connection).frameworkVersion)
    let isDerived = { (name: String) in name.hasPrefix("Z_DA_") }
    for layout in [match.layout, FreshLayout.layout(of: model)] {
      let schema = StoreSchema(layout: layout, era: era)
      let triggers = schema.triggers.filter { isDerived($0.name) }
      #expect(Set(triggers.map(\.sql)) == Set(real.compactMap(\.sql)))
      #expect(triggers.count == count)
      #expect(triggers.map(\.name).sorted() == real.map(\.name).sorted())
      // Counting attributes have no form that is known.
      let unknown = schema.omissions.filter { $0.kind == .derivedAttribute }.compactMap { omission in
        model.entity(omission.entity)?.attributes.first { $0.name == omission.name }
      }
      #expect(unknown.allSatisfy { $0.triggerPredicate != nil && !$0.isDerived })
    }
    // Each is found again under its attribute, and could be taken over as it is; those that count too.
    let source = SourceTriggers(layout: match.layout, objects: catalog.objects)
    let others = catalog.objects.filter { $0.kind == .trigger && $0.name.hasPrefix("ZT_") }
    #expect(source.byAttribute.values.reduce(0) { $0 + $1.count } == count + others.count)
    let kept = source.keepable(in: FreshLayout.layout(of: model, like: match.layout))
    #expect(Set(kept.values.joined().map(\.sql)) == Set((real + others).compactMap(\.sql)))
  }

  @Test(
    "No other store of the corpus has any", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func others() throws {
    let known = Set(Self.stores.map { "\($0.folder)/\($0.store)" })
    var read = 0
    for store in CorpusStore.all where !known.contains("\(store.folder)/\(store.store)") {
      let scratch = try StoreScratch()
      let triggers = try withExtendedLifetime(scratch) {
        try store.open(scratch).rows(
          "SELECT name FROM sqlite_schema WHERE name LIKE 'Z\\_DA\\_%' ESCAPE '\\'")
      }
      read += 1
      #expect(triggers.isEmpty, "\(store.id)")
    }
    #expect(read >= 70)
  }

  static func derived(_ name: String, _ expression: String, _ type: AttributeType = .integer64)
    -> AttributeDescription
  {
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = true
    attribute.derivationExpression = expression
    return attribute
  }

  static func schema(_ entities: EntityDescription...) throws -> StoreSchema {
    StoreSchema(
      layout: FreshLayout.layout(of: try ManagedObjectModel(name: "M", entities: entities)),
      era: SchemaEra(frameworkVersion: 1251))
  }

  @Test("A name that another column has is followed, as is an inherited relationship")
  func names() throws {
    let schema = try Self.schema(
      .make("Work", [Self.derived("number", "parts.@count")], [.toMany("parts", "Part", inverse: "work")]),
      .make("Book", under: "Work", [.integer("Number")]),
      .make(
        "Part", [Self.derived("title", "work.subtitle", .string)], [.toOne("work", "Work", inverse: "parts")]),
      .make("Film", [.string("subtitle")]))
    // `subtitle` is no attribute of Work.
    #expect(schema.omissions.map(\.name) == ["title"])
    #expect(schema.triggers.count == 5)
    #expect(
      schema.triggers.last?.sql
        == "CREATE TRIGGER Z_DA_ZWORK_Work_number_SOURCE_INSERT AFTER INSERT ON ZWORK FOR EACH ROW BEGIN UPDATE ZWORK "
        + "SET ZNUMBER = (SELECT IFNULL(COUNT(ZWORK), 0) FROM ZPART WHERE ZWORK = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; "
        + "SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZWORK', Z_ENT, Z_PK, 'number', ZNUMBER) "
        + "FROM ZWORK WHERE Z_PK = NEW.Z_PK; END")
    let suffixed = try Self.schema(
      .make("Work", [.integer("Name")]),
      .make(
        "Book", under: "Work", [Self.derived("size", "pages.@count")],
        [.toMany("pages", "Page", inverse: "name")]),
      .make("Page", [.integer("NAME")], [.toOne("name", "Book", inverse: "pages")]))
    // Rows of Work have no size: no store shows what Core Data does then.
    #expect(suffixed.omissions.map(\.name) == ["size"])
  }

  @Test("The key's column is the one that it has in the table")
  func suffixedKey() throws {
    let schema = try Self.schema(
      .make("Book", [Self.derived("size", "pages.@count")], [.toMany("pages", "Page", inverse: "name")]),
      .make("Page", [.integer("NAME")], [.toOne("name", "Book", inverse: "pages")]))
    #expect(schema.triggers.count == 5)
    #expect(
      schema.triggers.dropLast().allSatisfy { $0.sql.contains("ZNAME1 NOT NULL)") && $0.table == "ZPAGE" })
  }

  @Test(
    "Forms that no store shows are not made up",
    arguments: [
      "tags.@count", "owner.@count", "canonical:(title)", "now()", "title", "owner.owner.title", "tags.title",
    ])
  func unknown(expression: String) throws {
    let schema = try Self.schema(
      .make(
        "Book", [.string("title"), Self.derived("x", expression, .string)],
        [
          .toMany("tags", "Tag", inverse: "books"), .toMany("notes", "Tag", inverse: nil),
          .toOne("owner", "Book", inverse: nil),
        ]),
      .make("Tag", [.string("title")], [.toMany("books", "Book", inverse: "tags")]))
    #expect(schema.triggers.isEmpty)
    #expect(schema.omissions.map(\.kind) == [.derivedAttribute])
    #expect(schema.omissions.map(\.name) == ["x"])
  }

  @Test("A to-many without inverse is counted by its owner's column")
  func owner() throws {
    let schema = try Self.schema(
      .make("Book", [Self.derived("size", "pages.@count")], [.toMany("pages", "Page", inverse: nil)]),
      .make("Page"))
    #expect(schema.triggers.count == 5)
    #expect(
      schema.triggers.dropLast().allSatisfy { $0.sql.contains(".Z1PAGES NOT NULL)") && $0.table == "ZPAGE" })
    #expect(schema.omissions.isEmpty)
  }

  @Test("Older frameworks ask for the entity where there are subentities")
  func range() throws {
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        .make("Work", [Self.derived("size", "parts.@count")], [.toMany("parts", "Part", inverse: "work")]),
        .make("Book", under: "Work"), .make("Film", under: "Work"),
        .make("Part", [Self.derived("n", "work.title", .string)], [.toOne("work", "Work", inverse: "parts")]),
        .make("Area"),
      ])
    for (version, count) in [(Int64(1044), 5), (1344, 0)] {
      let schema = StoreSchema(
        layout: FreshLayout.layout(of: model), era: SchemaEra(frameworkVersion: version))
      #expect(schema.triggers.count == 5)
      #expect(schema.triggers.count { $0.sql.contains("3 <= ") && $0.sql.contains("Z_ENT <= 5") } == count)
    }
  }

  @Test("Of attributes whose triggers would have one name, one is left out")
  func clash() throws {
    let schema = try Self.schema(
      .make(
        "Book", [Self.derived("x", "pages.@count"), Self.derived("X", "pages.@count")],
        [.toMany("pages", "Page", inverse: "book")]),
      .make("Page", [], [.toOne("book", "Book", inverse: "pages")]))
    #expect(schema.triggers.count == 5)
    #expect(schema.omissions.map(\.kind) == [.derivedAttribute])
  }
}
