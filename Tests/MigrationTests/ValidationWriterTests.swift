import CoreDataMapping
@testable import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import FileOperations
import Foundation
import SQLite
import Testing

/// What the passes write is what validation expects, also where links change their form or tables their rows.
@Suite struct ValidationWriterTests {
  struct Step: Sendable, CustomTestStringConvertible {
    let name: String
    let from: [EntityDescription]
    let to: [EntityDescription]
    let rows: String
    /// Relationship, read, connected, dangling, dropped.
    let links: [String]

    var testDescription: String { name }
  }

  typealias Shape = @Sendable (inout RelationshipDescription) -> Void

  static let many: Shape = { $0.isToMany = true }
  static let ordered: Shape = {
    $0.isToMany = true
    $0.isOrdered = true
  }
  static let one: Shape = { _ in }

  /// Two entities, `A.b` and `B.a`; an end without a shape is not there.
  static func pair(_ forward: Shape, _ backward: Shape?) -> [EntityDescription] {
    [
      ValidationShelf.entity(
        "A", attributes: [ValidationShelf.attribute("name", .string)],
        relationships: [
          ValidationShelf.relationship("b", to: "B", inverse: backward == nil ? nil : "a", forward)
        ]),
      ValidationShelf.entity(
        "B", attributes: [ValidationShelf.attribute("name", .string)],
        relationships: backward.map { [ValidationShelf.relationship("a", to: "A", inverse: "b", $0)] } ?? []),
    ]
  }

  static let objects = """
    INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a1'), (2, 1, 1, 'a2'), (3, 1, 1, 'a3'), (4, 1, 1, 'a4');
    INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'b1'), (2, 2, 1, 'b2'), (3, 2, 1, 'b3');

    """
  /// A.b to-one: two lead to B 1, one to B 2, one nowhere.
  static let oneToMany =
    objects + """
      UPDATE ZA SET ZB = CASE Z_PK WHEN 4 THEN 99 WHEN 3 THEN 2 ELSE 1 END;
      """
  static let joined =
    objects + """
      INSERT INTO Z_1B (Z_1A, Z_2B) VALUES (1, 1), (1, 2), (2, 1), (2, 3), (3, 99);
      """
  static let oneToOne =
    objects + """
      UPDATE ZA SET ZB = Z_PK WHERE Z_PK < 3;
      UPDATE ZB SET ZA = CASE Z_PK WHEN 1 THEN 1 WHEN 3 THEN 3 END;
      """

  static let steps = [
    Step(
      name: "one-to-many stays", from: pair(one, many), to: pair(one, many), rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "one-to-many becomes ordered", from: pair(one, many), to: pair(one, ordered), rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "one-to-many becomes many-to-many", from: pair(one, many), to: pair(many, many), rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "one-to-many becomes ordered many-to-many", from: pair(one, many), to: pair(many, ordered),
      rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "one-to-many turns around", from: pair(one, many), to: pair(many, one), rows: oneToMany,
      links: ["A.b 4 2 1 1", "B.a 4 2 1 1"]),
    Step(
      name: "one-to-many becomes one-to-one", from: pair(one, many), to: pair(one, one), rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 2 1 1"]),
    Step(
      name: "one-to-many loses its inverse", from: pair(one, many), to: pair(one, nil), rows: oneToMany,
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "many-to-many stays", from: pair(many, many), to: pair(many, many), rows: joined,
      links: ["A.b 5 4 1 0", "B.a 5 4 1 0"]),
    Step(
      name: "many-to-many becomes ordered at both ends", from: pair(many, many), to: pair(ordered, ordered),
      rows: joined,
      links: ["A.b 5 4 1 0", "B.a 5 4 1 0"]),
    Step(
      name: "many-to-many becomes to-one", from: pair(many, many), to: pair(one, many), rows: joined,
      links: ["A.b 5 2 1 2", "B.a 5 2 1 2"]),
    Step(
      name: "many-to-many loses its inverse", from: pair(many, many), to: pair(many, nil), rows: joined,
      links: ["A.b 5 3 1 1", "B.a 5 3 1 1"]),
    Step(
      name: "one-to-one stays", from: pair(one, one), to: pair(one, one), rows: oneToOne,
      links: ["A.b 2 2 0 0", "B.a 2 2 0 0"]),
    Step(
      name: "one-to-one becomes one-to-many", from: pair(one, one), to: pair(one, many), rows: oneToOne,
      links: ["A.b 2 2 0 0", "B.a 2 2 0 0"]),
    Step(
      name: "one-to-one becomes many-to-many", from: pair(one, one), to: pair(many, many), rows: oneToOne,
      links: ["A.b 2 2 0 0", "B.a 2 2 0 0"]),
    Step(
      name: "to-many without inverse gets one", from: pair(many, nil), to: pair(many, one),
      rows: objects + "UPDATE ZB SET Z1B = CASE Z_PK WHEN 3 THEN 77 ELSE 2 END", links: ["A.b 3 2 1 0"]),
    Step(
      name: "ordered to-many without inverse becomes ordered many-to-many", from: pair(ordered, nil),
      to: pair(ordered, many), rows: objects + "UPDATE ZB SET Z1B = 2, Z_FOK_1B = 10 - Z_PK",
      links: ["A.b 3 3 0 0"]),
    Step(
      name: "a relationship goes", from: pair(one, many),
      to: [ValidationShelf.entity("A"), ValidationShelf.entity("B")], rows: oneToMany,
      links: ["A.b 4 0 1 3", "B.a 4 0 1 3"]),
    Step(
      name: "an entity goes", from: pair(one, many),
      to: [ValidationShelf.entity("B", attributes: [ValidationShelf.attribute("name", .string)])],
      rows: oneToMany,
      links: ["A.b 4 0 1 3", "B.a 4 0 1 3"]),
    Step(
      name: "two tables become one",
      from: pair(one, many),
      to: [ValidationShelf.entity("Base")]
        + pair(one, many).map {
          var entity = $0
          entity.superentity = "Base"
          return entity
        }, rows: oneToMany, links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "two tables become one, and their links a join", from: pair(one, ordered),
      to: [ValidationShelf.entity("Base")]
        + pair(many, ordered).map {
          var entity = $0
          entity.superentity = "Base"
          return entity
        }, rows: oneToMany + "; UPDATE ZA SET Z_FOK_B = 10 - Z_PK", links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
    Step(
      name: "keys near the end of their range",
      from: pair(one, many),
      to: [ValidationShelf.entity("Base")]
        + pair(one, many).map {
          var entity = $0
          entity.superentity = "Base"
          return entity
        }, rows: oneToMany + "; UPDATE ZA SET Z_PK = 9000000000000000000 + Z_PK",
      links: ["A.b 4 3 1 0", "B.a 4 3 1 0"]),
  ]

  @Test func thereAreSteps() { #expect(Self.steps.count >= 20) }

  @Test(arguments: steps + disagreements) func aStepIsFoundGood(_ step: Step) throws {
    let folder = try ValidationFolder()
    let from = try ManagedObjectModel(name: "Old", entities: step.from)
    let to = try ManagedObjectModel(name: "New", entities: step.to)
    try ValidationShelf.create(folder.file("old"), model: from, rows: step.rows)
    let result = try Self.migrate(folder, from: from, to: to)
    #expect(result.differences == [])
    let links = result.relationships.map {
      "\($0.relationship) \($0.read) \($0.connected) \($0.dangling) \($0.dropped)"
    }
    #expect(links == step.links)
    #expect(result.entities.allSatisfy { $0.read == $0.migrated + $0.dropped })
    #expect(result.entities.reduce(0) { $0 + $1.read } == 7)
  }

  /// Every type of default, as its column stores it, for a new attribute and for NULL that becomes required.
  @Test func defaultsAreExpectedAsStored() throws {
    let folder = try ValidationFolder()
    let old = ValidationShelf.entity("A", attributes: [ValidationShelf.attribute("kept", .integer32)])
    var new = ValidationShelf.entity(
      "A",
      attributes: [
        ValidationShelf.attribute("kept", .integer32) {
          $0.isOptional = false; $0.defaultValue = .integer(7)
        }
      ])
    let defaults: [(String, AttributeType, DefaultValue)] = [
      ("flag", .boolean, .integer(1)), ("ratio", .double, .real(2)), ("at", .date, .real(700_000_000)),
      ("later", .date, .real(0.5)), ("price", .decimal, .decimal("4.5")), ("whole", .decimal, .decimal("12")),
      ("fine", .decimal, .decimal("0.1234567890123456789012")), ("name", .string, .text("it's 'n'")),
      ("mark", .uuid, .blob(Array(0..<16))), ("link", .uri, .text("https://example.org")),
    ]
    for (name, type, value) in defaults {
      new.attributes.append(ValidationShelf.attribute(name, type) { $0.defaultValue = value })
    }
    try ValidationShelf.create(
      folder.file("old"), model: ManagedObjectModel(name: "Old", entities: [old]),
      rows: "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZKEPT) VALUES (1, 1, 1, NULL), (2, 1, 1, 0)")
    let result = try Self.migrate(
      folder, from: ManagedObjectModel(name: "Old", entities: [old]),
      to: ManagedObjectModel(name: "New", entities: [new]))
    #expect(result.differences == [])
    #expect(result.attributes.count == 11)
    #expect(result.attributes.allSatisfy { $0.nulls == 0 })
    let connection = try Connection(path: folder.file("new"), mode: .readWrite)
    try connection.execute("UPDATE ZA SET ZWHOLE = 13 WHERE Z_PK = 2")
    let again = try Self.validate(
      folder, from: ManagedObjectModel(name: "Old", entities: [old]),
      to: ManagedObjectModel(name: "New", entities: [new]))
    #expect(again.differences.map(\.id).contains(.validationValueDiffers))
  }

  /// Values move between the row and its own tag, and from files into rows; the digest stays that of the
  /// content.
  @Test func externalStorageMayChange() throws {
    let folder = try ValidationFolder()
    func model(_ name: String, _ isExternal: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        name: name,
        entities: [
          ValidationShelf.entity(
            "A",
            attributes: [
              ValidationShelf.attribute("data", .binary) { $0.allowsExternalBinaryDataStorage = isExternal }
            ])
        ])
    }
    let (plain, external) = (try model("Plain", false), try model("External", true))
    let insert = "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZDATA) VALUES "
    let file = "11111111-2222-3333-4444-555555555555"
    let reference = file.utf8.map { String($0, radix: 16) }.joined()
    try FileManager.default.createDirectory(atPath: folder.file("data"), withIntermediateDirectories: true)
    try Data("content".utf8).write(to: URL(fileURLWithPath: folder.file("data/\(file)")))
    try ValidationShelf.create(
      folder.file("old"), model: plain,
      rows: insert + "(1, 1, 1, x''), (2, 1, 1, NULL), (3, 1, 1, CAST('content' AS BLOB)), (4, 1, 1, x'02')")
    let added = try Self.migrate(folder, from: plain, to: external)
    #expect(added.differences == [])
    for name in ["old", "new"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
    try ValidationShelf.create(
      folder.file("old"), model: external,
      rows: insert + "(1, 1, 1, x'01'), (2, 1, 1, NULL), (3, 1, 1, x'02\(reference)00'), (4, 1, 1, x'0102')")
    let removed = try Self.migrate(folder, from: external, to: plain)
    #expect(removed.differences == [])
    #expect(removed.findings == [])
    #expect(added.attributes == removed.attributes)
    let connection = try Connection(path: folder.file("new"), mode: .readWrite)
    try connection.execute("UPDATE ZA SET ZDATA = CAST('contemt' AS BLOB) WHERE Z_PK = 3")
    let changed = try Self.validate(folder, from: external, to: plain)
    #expect(changed.differences.filter { $0.id == .validationValueDiffers }.map(\.oldKeys) == [[3]])
  }

  /// Sources that lead to objects of several entities in their own table: the entity stands beside the key.
  @Test func aLinkWithinOneTableKnowsItsEntity() throws {
    let folder = try ValidationFolder()
    let model = try ManagedObjectModel(
      name: "Tree",
      entities: [
        ValidationShelf.entity(
          "Node",
          relationships: [
            ValidationShelf.relationship("parent", to: "Node", inverse: "children"),
            ValidationShelf.relationship("children", to: "Node", inverse: "parent", Self.many),
          ]), ValidationShelf.entity("Leaf", parent: "Node"),
      ])
    try ValidationShelf.create(
      folder.file("old"), model: model,
      rows:
        "INSERT INTO ZNODE (Z_PK, Z_ENT, Z_OPT, ZPARENT, Z1_PARENT) VALUES (1, 1, 1, NULL, NULL), (2, 2, 1, 1, 1), (3, 1, 1, 2, 2)"
    )
    #expect(try Self.migrate(folder, from: model, to: model).differences == [])
  }

  /// Runs the passes and validates what they made.
  static func migrate(_ folder: ValidationFolder, from: ManagedObjectModel, to: ManagedObjectModel) throws
    -> ValidationResult
  {
    let (old, new) = (folder.file("old"), folder.file("new"))
    let source = try Connection(path: old, mode: .readOnly)
    let (match, keys) = try ValidationShelf.match(old, from)
    let layout = FreshLayout.layout(of: to)
    let context = try MigrationContext(
      plan: MappingInference.plan(from: from, to: to), source: match, sourcePrimaryKeys: keys,
      destination: layout,
      connection: source)
    try ValidationShelf.create(new, model: to, rows: "")
    let connection = try Connection(path: new, mode: .readWrite)
    try connection.attach(old, as: MigrationContext.schema)
    let idMap = IDMapFunction(context)
    try idMap.register(on: connection)
    try ValueFunctions(
      context: context,
      externalData: ExternalDataReader(folder: folder.file("data"), files: FileOperations()),
      lostFiles: []
    ).register(on: connection)
    try FirstPass(context: context).run(on: connection)
    try SecondPass(context: context, idMap: idMap).run(on: connection)
    for table in layout.tables {
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ifnull((SELECT max(Z_PK) FROM main.\(table.name)), 0) WHERE Z_NAME = '\(table.rootEntity)'"
      )
    }
    try connection.execute("DETACH \(MigrationContext.schema)")
    try connection.close()
    return try validate(folder, from: from, to: to)
  }

  static func validate(_ folder: ValidationFolder, from: ManagedObjectModel, to: ManagedObjectModel) throws
    -> ValidationResult
  {
    try Validator(
      ValidationShelf.request(
        source: folder.file("old"), destination: folder.file("new"), from: from, to: to,
        externalDataFolder: folder.file("data"))
    ).run()
  }
}
