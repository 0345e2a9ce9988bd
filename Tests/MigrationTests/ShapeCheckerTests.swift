import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Expressions
import Foundation
import SQLite
import Testing

@testable import CoreDataMigration

/// What was done to a shaped source after the rules is found, each kind of damage by what it is about.
@Suite("Checking a shaped source")
struct ShapeCheckerTests {
  /// `A` becomes `B` where `n` is small, gets `label` by a rule, and a further row `C` that leads back to it.
  private final class Bench {
    let folder: URL
    let source: StoreLayout
    let plan: ShapePlan
    var sourcePath: String { folder.appendingPathComponent("Source.sqlite").path }
    var shapedPath: String { folder.appendingPathComponent("Shaped.sqlite").path }

    private static func model(_ name: String, _ entities: [EntityDescription]) throws -> ManagedObjectModel {
      try ManagedObjectModel(name: name, entities: entities)
    }

    private static func entity(
      _ name: String, _ attributes: [(String, AttributeType)], _ relationships: [RelationshipDescription] = []
    ) -> EntityDescription {
      var entity = EntityDescription(name: name)
      entity.attributes = attributes.map { name, type in
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        return attribute
      }
      entity.relationships = relationships
      return entity
    }

    private static func toOne(_ name: String, _ destination: String) -> RelationshipDescription {
      var relationship = RelationshipDescription(name: name, destinationEntity: destination)
      relationship.isOptional = true
      return relationship
    }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("shape-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let old = try Self.model(
        "Old", [Self.entity("A", [("n", .integer64), ("t", .string)], [Self.toOne("next", "A")])])
      let new = try Self.model(
        "New",
        [
          Self.entity("B", [("n", .integer64), ("label", .string)], [Self.toOne("next", "B")]),
          Self.entity("C", [("t", .string)], [Self.toOne("of", "B")]),
        ])
      source = FreshLayout.layout(of: old)
      let connection = try Connection(
        path: folder.appendingPathComponent("Source.sqlite").path, mode: .create)
      let schema = StoreSchema(layout: source, era: SchemaEra(frameworkVersion: 1251))
      for statement in schema.tables + schema.systemTables { try connection.execute(statement) }
      try connection.execute(
        """
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 0, 9);
        INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZN, ZT, ZNEXT) VALUES (1, 1, 1, 5, 'x', 2), (2, 1, 2, 6, 'y', NULL), (3, 1, 1, 70, 'z', 1);
        """)
      try connection.close()
      let file = try MappingFileReader.read(
        Array(
          """
          version: 1
          steps:
            - entities:
                - { name: B, from: A, where: n < 50, set: { label: "t || n" } }
                - { name: C, from: A, connect: { of: objectID } }
          """.utf8), file: "Map.yaml")
      let path = folder.appendingPathComponent("Source.sqlite").path
      let session = try ExpressionSession(path: path, layout: source)
      plan = try #require(
        try ShapePlanner.plan(
          step: file.steps[0].value, file: "Map.yaml", source: old, destination: new, session: session))
      try FileManager.default.copyItem(atPath: path, toPath: shapedPath)
      let obstacles = try Shaper(plan, path: shapedPath, source: source, session: session).run()
      #expect(obstacles.isEmpty)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Changes the shaped copy and asks what is wrong: entities and properties in people's words.
    func found(after sql: String) throws -> [String] {
      let connection = try Connection(path: shapedPath, mode: .readWrite)
      try connection.execute(sql)
      try connection.close()
      let check = try ShapeChecker(
        plan, source: source.model, sourcePath: sourcePath, shapedPath: shapedPath,
        session: ExpressionSession(path: sourcePath, layout: source)
      ).run()
      return check.differences.map { difference in
        let subject = [difference.subject.entity, difference.subject.property].compactMap(\.self)
        return "\(difference.id) \(subject.joined(separator: ".")) \(difference.oldKeys)"
      }
    }

    /// The table of further rows, and the column of the value that the rule sets.
    var copyTable: String {
      get throws {
        try rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'ZRULED%'")[0]
      }
    }

    var labelColumn: String {
      get throws {
        try rows("SELECT name FROM pragma_table_info('ZA') WHERE name LIKE 'ZRULED%' AND type = 'VARCHAR'")[0]
      }
    }

    private func rows(_ sql: String) throws -> [String] {
      try Connection(path: shapedPath, mode: .readOnly).rows(sql).compactMap { $0.first?.string }
    }
  }

  @Test("Nothing is wrong with what the rules have made")
  func clean() throws {
    #expect(try Bench().found(after: "SELECT 1") == [])
  }

  @Test("A value of the source that changed, a row that went, one that came, a link")
  func sourceRows() throws {
    #expect(
      try Bench().found(after: "UPDATE ZA SET ZT = 'q' WHERE Z_PK = 2") == ["validation.rule-differs A [2]"])
    #expect(try Bench().found(after: "UPDATE ZA SET ZN = '5' || '' WHERE Z_PK = 9") == [])
    #expect(
      try Bench().found(after: "UPDATE ZA SET ZNEXT = 3 WHERE Z_PK = 1") == ["validation.rule-differs A [1]"])
    #expect(
      try Bench().found(after: "DELETE FROM ZA WHERE Z_PK = 3").contains("validation.rule-differs A [3]"))
    #expect(
      try Bench().found(after: "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (8, 1, 1)")
        == ["validation.rule-differs A []"])
  }

  @Test("A row that another rule has now, a further row that is missing or has other values")
  func places() throws {
    #expect(
      try Bench().found(after: "UPDATE ZA SET Z_ENT = 1 WHERE Z_PK = 1").contains(
        "validation.rule-differs A [1]"))
    let missing = try Bench()
    #expect(
      try missing.found(after: "DELETE FROM \(try missing.copyTable) WHERE Z_PK = 2")
        .contains("validation.rule-differs A [2]"))
    let changed = try Bench()
    #expect(
      try changed.found(after: "UPDATE \(try changed.copyTable) SET Z_OPT = 7 WHERE Z_PK = 1")
        == ["validation.rule-differs C [1]"])
  }

  @Test("A value that a rule set, changed or taken away")
  func values() throws {
    for value in ["'other'", "NULL", "X'00'"] {
      let bench = try Bench()
      #expect(
        try bench.found(after: "UPDATE ZA SET \(try bench.labelColumn) = \(value) WHERE Z_PK = 2")
          == ["validation.rule-differs B.label [2]"])
    }
  }
}
