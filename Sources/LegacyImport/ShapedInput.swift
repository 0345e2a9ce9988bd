import CoreDataMigration
import CoreDataStore
import SQLite

/// A source as the rules of a mapping file have shaped it, in a file of our own.
struct ShapedInput {
  let plan: ShapePlan
  let path: String
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  /// Rows that rules have no usable answer for.
  let obstacles: [Obstacle]
}
