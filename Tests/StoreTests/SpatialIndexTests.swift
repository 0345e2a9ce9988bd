@testable import CoreDataStore
import CoreDataModel
import SQLite
import Testing

@Suite("Spatial indexes")
struct SpatialIndexTests {
  static func place(_ components: [String], isTransient: Bool = true) -> AttributeDescription {
    var attribute = AttributeDescription(name: "bounds", type: isTransient ? .undefined : .transformable)
    attribute.isTransient = isTransient
    attribute.locationComponents = components
    return attribute
  }

  static func model(
    _ components: [String] = ["latitude", "longitude"], type: AttributeType = .double,
    below parent: String? = nil,
    isTransient: Bool = true
  ) throws -> ManagedObjectModel {
    let attributes: [AttributeDescription] = [
      place(components, isTransient: isTransient), .init(name: "latitude", type: type),
      .init(name: "longitude", type: type), .init(name: "altitude", type: type),
    ]
    let asset = EntityDescription.make("Asset", under: parent, attributes)
    return try ManagedObjectModel(
      name: "M", entities: [asset] + (parent.map { [.make($0), .make("Other", under: $0)] } ?? []))
  }

  static func schema(_ model: ManagedObjectModel, _ version: Int64 = 1000) -> StoreSchema {
    StoreSchema(layout: FreshLayout.layout(of: model), era: SchemaEra(frameworkVersion: version))
  }

  @Test("As Core Data writes it, with triggers up to 1344")
  func text() throws {
    let schema = try Self.schema(Self.model())
    let index = try #require(schema.spatialIndexes.first)
    #expect(
      index.createStatement
        == "CREATE VIRTUAL TABLE Z_RT_Asset_bounds USING RTREE (Z_PK INTEGER PRIMARY KEY, "
        + "ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)")
    #expect(schema.triggers.map(\.name) == ["INSERT", "UPDATE", "DELETE"].map { "Z_RT_Asset_bounds_\($0)" })
    #expect(try Self.schema(Self.model(), 1344).triggers.count == 3)
    #expect(try Self.schema(Self.model(), 1522).triggers.isEmpty)
    #expect(try Self.schema(Self.model(), 1522).spatialIndexes.count == 1)
    #expect(schema.omissions.isEmpty)
  }

  @Test("The triggers keep the index as filling it makes it")
  func triggers() throws {
    let schema = try Self.schema(Self.model())
    let index = try #require(schema.spatialIndexes.first)
    let connection = try StoreScratch.database(schema.tables + [index.createStatement])
    try connection.execute(
      "INSERT INTO ZASSET (Z_PK, ZLATITUDE, ZLONGITUDE) VALUES (3, 0.1, 2), (7, NULL, -5)")
    try connection.execute(index.fillStatement)
    let rows = try connection.rows(
      "SELECT Z_PK, ZLATITUDE_MAX, ZLONGITUDE_MIN FROM Z_RT_Asset_bounds ORDER BY 1")
    #expect(rows.map { $0[0] } == [.integer(3), .integer(7)])
    #expect(rows[1] == [.integer(7), .real(0), .real(-5)])
    for trigger in index.triggers { try connection.execute(trigger.sql) }
    #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'").count == 3)
    #expect(
      try Set(
        connection.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'Z_RT%' AND type = 'table'").map {
          $0[0].string
        })
        == Set([index.name] + index.shadowTables))
  }

  @Test("A form that no real store shows is not made, and said to be omitted")
  func unknown() throws {
    for model in [
      try Self.model(["latitude"]), try Self.model(["latitude", "longitude", "altitude"]),
      try Self.model(["latitude", "latitude"]), try Self.model(["latitude", "nothing"]),
      try Self.model(type: .string),
      try Self.model(below: "Root"), try Self.model(isTransient: false),
    ] {
      let schema = Self.schema(model)
      #expect(schema.spatialIndexes.isEmpty)
      #expect(schema.omissions == [.init(kind: .index, entity: "Asset", name: "bounds")])
    }
  }

  @Test("A source is known to have it only to the letter")
  func found() throws {
    let model = try Self.model()
    let index = try #require(Self.schema(model).spatialIndexes.first)
    func match(_ texts: [String]) throws -> LayoutMatch {
      let connection = try StoreScratch.database(Self.schema(model).tables + texts)
      return try LayoutMatcher(
        model: model, catalog: SchemaCatalog(connection),
        primaryKeys: [PrimaryKeyRow(number: 1, name: "Asset", superentity: 0, maximumKey: 0)]
      ).match()
    }
    let triggers = index.triggers.map(\.sql)
    let whole = try match([index.createStatement] + triggers)
    #expect(whole.spatialIndexes == [index] && whole.unexplained.isEmpty)
    let bare = try match([index.createStatement])
    #expect(bare.spatialIndexes.map(\.hasTriggers) == [false] && bare.unexplained.isEmpty)
    let strange = try match([index.createStatement] + triggers.dropLast())
    #expect(strange.spatialIndexes.map(\.hasTriggers) == [false] && strange.unexplained.count == 2)
    let other = try match([index.createStatement.replacing("FLOAT)", with: "FLOAT )")])
    #expect(other.spatialIndexes.isEmpty && other.unexplained.count == 4)
    // A new store of the version has what the real one has.
    let layout = FreshLayout.layout(of: model)
    let like = { StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1000), like: $0) }
    #expect(like(bare.spatialIndexes).triggers.isEmpty)
    #expect(like(whole.spatialIndexes).triggers.count == 3)
    #expect(like([]).spatialIndexes.isEmpty && like([]).omissions.count == 1)
  }

  @Test("Counting attributes keep the source's triggers, and are not to be had otherwise")
  func counting() throws {
    var count = AttributeDescription(name: "seen", type: .integer32)
    count.triggerPredicate = "(asset.hidden == NO)"
    let model = try ManagedObjectModel(
      name: "M", entities: [.make("Face", [count]), .make("Asset", [.init(name: "hidden", type: .boolean)])])
    let layout = FreshLayout.layout(of: model)
    let schema = StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1000))
    #expect(schema.omissions == [.init(kind: .derivedAttribute, entity: "Face", name: "seen")])
    let text =
      "CREATE TRIGGER ZT_ZFACE_ZSEEN_ZASSET_INSERT_INCREMENT AFTER INSERT ON ZASSET FOR EACH ROW WHEN NEW.ZHIDDEN == 0 "
      + "BEGIN UPDATE ZFACE SET ZSEEN = IFNULL(ZSEEN,0) + 1 WHERE NEW.Z_PK = Z_PK; END"
    func kept(_ texts: [String]) throws -> [String]? {
      let objects = try SchemaCatalog(StoreScratch.database(schema.tables + texts)).objects
      return SourceTriggers(layout: layout, objects: objects).keepable(in: layout)[
        PropertyKey("Face", "seen")]?.map(
          \.sql)
    }
    #expect(try kept([text]) == [text])
    #expect(try kept([]) == [])
    #expect(try kept([text.replacing("UPDATE ZFACE SET ZSEEN", with: "UPDATE ZASSET SET ZHIDDEN")]) == nil)
    #expect(try kept([text, text.replacing("ZT_ZFACE_ZSEEN", with: "ZT_ZFACE_ZOTHER")]) == nil)
  }
}
