@testable import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite
import Testing

/// The entries of a new store's R-tree are held against its rows.
@Suite struct ValidationSpatialTests {
  private static func model() throws -> ManagedObjectModel {
    var bounds = AttributeDescription(name: "bounds", type: .undefined)
    bounds.isTransient = true
    bounds.isOptional = true
    bounds.locationComponents = ["y", "x"]
    var entity = EntityDescription(name: "Spot")
    entity.attributes =
      [bounds]
      + ["x", "y"].map { name in
        var attribute = AttributeDescription(name: name, type: .double)
        attribute.isOptional = true
        return attribute
      }
    return try ManagedObjectModel(name: "M", entities: [entity])
  }

  /// - Parameter change: made to the new store, which has the index, once it is filled.
  private static func validate(_ change: String) throws -> ValidationResult {
    let model = try model()
    let folder = try ValidationFolder()
    let rows =
      "INSERT INTO ZSPOT VALUES (1, 1, 1, 16.37, 48.2), (2, 1, 1, NULL, NULL), (9, 1, 1, -1e300, 'a')"
    for name in ["old", "new"] { try ValidationShelf.create(folder.file(name), model: model, rows: rows) }
    let layout = FreshLayout.layout(of: model)
    let schema = StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1522))
    let index = try #require(schema.spatialIndexes.first)
    let connection = try Connection(path: folder.file("new"), mode: .readWrite)
    try connection.execute("\(index.createStatement); \(index.fillStatement); \(change)")
    try connection.close()
    var request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    request.spatialIndexes = schema.spatialIndexes
    return try Validator(request).run()
  }

  @Test("A good one is found good")
  func good() throws { #expect(try Self.validate("").differences == []) }

  @Test(
    "One that is not as it should be is a difference",
    arguments: [
      "DELETE FROM Z_RT_Spot_bounds WHERE Z_PK = 2", "INSERT INTO Z_RT_Spot_bounds VALUES (3, 0, 0, 0, 0)",
      "UPDATE Z_RT_Spot_bounds SET ZX_MAX = 17 WHERE Z_PK = 1",
      "UPDATE Z_RT_Spot_bounds SET ZY_MIN = 48.3, ZY_MAX = 48.4",
      "DELETE FROM Z_RT_Spot_bounds_rowid; PRAGMA writable_schema = ON", "DROP TABLE Z_RT_Spot_bounds",
      "ALTER TABLE Z_RT_Spot_bounds RENAME TO Z_RT_other",
      "CREATE VIRTUAL TABLE more USING RTREE (a, b, c)",
    ])
  func bad(change: String) throws {
    // Tables behind a virtual one are no more writable here than elsewhere.
    guard !change.contains("_rowid") else {
      #expect(throws: DatabaseError.self) { try Self.validate(change) }
      return
    }
    let result = try Self.validate(change)
    #expect(!result.differences.isEmpty)
    #expect(result.differences.allSatisfy { $0.id == .validationIndexDiffers })
  }
}
