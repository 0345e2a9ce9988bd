import CoreDataMigration
import CoreDataModel
import CoreDataStore
import SQLite

/// A source as the rules of a mapping file have shaped it, in a file of our own.
struct ShapedInput {
  let plan: ShapePlan
  let path: String
  /// What it was made of.
  let sourcePath: String
  let sourceLayout: StoreLayout
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  /// Rows that rules have no usable answer for.
  let obstacles: [Obstacle]
  /// Rows that are left out.
  var rejections: [Rejection] = []
  /// Links of them or to them, by relationship of the source.
  var rejectedLinks: [PropertyKey: Int64] = [:]
}
