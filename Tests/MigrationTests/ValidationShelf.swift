import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Foundation
import SQLite

/// A small store with every kind of link and of column, made by hand.
enum ValidationShelf {
  static func attribute(
    _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void = { _ in }
  )
    -> AttributeDescription
  {
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = true
    change(&attribute)
    return attribute
  }

  static func relationship(
    _ name: String, to destination: String, inverse: String? = nil,
    _ change: (inout RelationshipDescription) -> Void = { _ in }
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, destinationEntity: destination)
    relationship.inverseName = inverse
    relationship.inverseEntity = inverse.map { _ in destination }
    relationship.maxCount = 1
    relationship.isOptional = true
    change(&relationship)
    if relationship.isToMany, relationship.maxCount == 1 { relationship.maxCount = 0 }
    return relationship
  }

  static func entity(
    _ name: String, parent: String? = nil, attributes: [AttributeDescription] = [],
    relationships: [RelationshipDescription] = []
  ) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.superentity = parent
    entity.attributes = attributes
    entity.relationships = relationships
    return entity
  }

  /// Numbers: Agent 1, Author 2, Item 3, Book 4, Film 5, Reader 6, Tag 7.
  static func model() throws -> ManagedObjectModel {
    var item = entity(
      "Item", attributes: [attribute("title", .string) { $0.isOptional = false }],
      relationships: [
        relationship("tags", to: "Tag", inverse: "items") {
          $0.isToMany = true
          $0.isOrdered = true
        }
      ])
    item.isAbstract = true
    return try ManagedObjectModel(
      name: "Shelf",
      entities: [
        item,
        entity(
          "Book", parent: "Item",
          attributes: [
            attribute("pages", .integer32) { $0.minimumValue = 1 }, attribute("price", .decimal),
            attribute("code", .uuid),
            attribute("cover", .binary) { $0.allowsExternalBinaryDataStorage = true },
          ], relationships: [relationship("author", to: "Author", inverse: "books")]),
        entity(
          "Film", parent: "Item", attributes: [attribute("shownAt", .date), attribute("length", .double)]),
        entity(
          "Author", attributes: [attribute("name", .string) { $0.maximumValue = 6 }],
          relationships: [
            relationship("books", to: "Book", inverse: "author") {
              $0.isToMany = true
              $0.isOrdered = true
            },
            relationship("agent", to: "Agent", inverse: "client"),
          ]),
        entity(
          "Agent", attributes: [attribute("label", .string)],
          relationships: [relationship("client", to: "Author", inverse: "agent")]),
        entity(
          "Tag", attributes: [attribute("label", .string) { $0.regularExpression = "[a-z]+" }],
          relationships: [relationship("items", to: "Item", inverse: "tags") { $0.isToMany = true }]),
        entity(
          "Reader",
          relationships: [
            relationship("favourites", to: "Item") {
              $0.isToMany = true
              $0.isOrdered = true
            },
            relationship("last", to: "Item"),
            relationship("friends", to: "Reader", inverse: "friends") { $0.isToMany = true },
          ]),
      ])
  }

  static let rows = """
    INSERT INTO ZAGENT (Z_PK, Z_ENT, Z_OPT, ZCLIENT, ZLABEL) VALUES (1, 1, 1, 11, 'one'), (2, 1, 1, NULL, 'two');
    INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZAGENT, ZNAME) VALUES
      (11, 2, 1, 1, 'Ada'), (12, 2, 4, NULL, 'Byron'), (4242, 2, 1, NULL, NULL);
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZPAGES, ZAUTHOR, Z_FOK_AUTHOR, ZPRICE, ZTITLE, ZCODE, ZCOVER) VALUES
      (1, 4, 1, 100, 11, 2048, 10.5, 'Alpha', x'00112233445566778899AABBCCDDEEFF', x'01CAFE'),
      (2, 4, 3, 200, 11, 1024, 7, 'Beta', NULL, NULL),
      (3, 4, 1, NULL, 12, 2048, NULL, 'Gamma', NULL, x'01'),
      (4, 4, 1, 1, 4242, 2048, NULL, 'Delta', NULL, NULL);
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZSHOWNAT, ZLENGTH, ZTITLE, Z6FAVOURITES, Z_FOK_6FAVOURITES) VALUES
      (5, 5, 1, 700000000, 90.5, 'Epsilon', 1, 1024), (9, 5, 2, 1.25, 1.0, 'Zeta', 1, 2048);
    INSERT INTO ZREADER (Z_PK, Z_ENT, Z_OPT, ZLAST, Z3_LAST) VALUES (1, 6, 1, 2, 4), (2, 6, 1, 5, 5), (3, 6, 1, NULL, NULL);
    INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZLABEL) VALUES (1, 7, 1, 'red'), (2, 7, 1, 'blue'), (3, 7, 1, 'green');
    INSERT INTO Z_3TAGS (Z_3ITEMS, Z_7TAGS, Z_FOK_7TAGS) VALUES (1, 2, 1024), (1, 1, 2048), (5, 1, 1024), (9, 3, 7);
    INSERT INTO Z_6FRIENDS (Z_6FRIENDS, REFLEXIVE) VALUES (1, 2), (2, 1);
    """

  /// Creates a store; the highest key of each root table is its counter.
  static func create(_ path: String, model: ManagedObjectModel, rows: String) throws {
    let layout = FreshLayout.layout(of: model)
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("BEGIN")
    for table in layout.tables {
      let columns = table.columns.map {
        "\($0.name) \($0.declaredType)" + ($0.role == .primaryKey ? " PRIMARY KEY" : "")
      }
      try connection.execute("CREATE TABLE \(table.name) (\(columns.joined(separator: ", ")))")
    }
    for join in layout.joins {
      let sides = [join.first, join.second]
      let columns = sides.map(\.column) + sides.compactMap(\.orderColumn)
      try connection.execute(
        """
        CREATE TABLE \(join.name) (\(columns.map { "\($0) INTEGER" }.joined(separator: ", ")),
          PRIMARY KEY (\(join.first.column), \(join.second.column)))
        """)
    }
    try connection.execute(rows)
    for table in layout.tables {
      for column in table.columns {
        if case .toOne = column.role {
          try connection.execute(
            "CREATE INDEX \(table.name)_\(column.name)_INDEX ON \(table.name) (\(column.name))")
        }
      }
    }
    try connection.execute(
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
    for (name, number) in layout.numbers {
      let parent = model.entity(name)?.superentity
      let highest =
        try parent == nil
        ? connection.integer("SELECT max(Z_PK) FROM \(layout.table(of: name)?.name ?? "")") : 0
      try connection.execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (\(number), '\(name)', \(parent.flatMap { layout.numbers[$0] } ?? 0), \(highest))"
      )
    }
    try connection.execute("COMMIT")
    try connection.close()
  }

  /// What a writer would hand over for two stores.
  static func request(
    source: String, destination: String, from: ManagedObjectModel, to: ManagedObjectModel,
    externalDataFolder: String? = nil
  ) throws -> ValidationRequest {
    let plan = MappingInference.plan(from: from, to: to)
    let old = try match(source, from)
    let new = try match(destination, to)
    let connection = try Connection(path: source, mode: .readOnly)
    let context = try MigrationContext(
      plan: plan, source: old.layout, sourcePrimaryKeys: old.keys, destination: new.layout.layout,
      connection: connection)
    return ValidationRequest(
      sourcePath: source, destinationPath: destination, plan: plan, keys: context.keys,
      sourceLayout: old.layout.layout, destinationLayout: new.layout.layout,
      externalDataFolder: externalDataFolder)
  }

  static func match(_ path: String, _ model: ManagedObjectModel) throws -> (
    layout: LayoutMatch, keys: [PrimaryKeyRow]
  ) {
    let connection = try Connection(path: path, mode: .readOnly)
    let keys = try PrimaryKeyRow.read(connection)
    let matcher = LayoutMatcher(model: model, catalog: try SchemaCatalog(connection), primaryKeys: keys)
    return (try matcher.match(), keys)
  }
}

/// A folder of its own that goes with its owner.
final class ValidationFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("validation-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
