import CoreDataModel
import SQLite

/// A model's layout found in a real file, and what of the file it does not explain.
package struct LayoutMatch: Sendable {
  package let layout: StoreLayout
  /// Columns of entity tables that no property owns, as `TABLE.COLUMN`, sorted.
  package let unownedColumns: [UnownedColumn]
  /// Columns that were found by elimination, under another name than a fresh store gives them.
  package let eliminated: [UnownedColumn]
  /// Spatial indexes that are as the model asks for, with the tables and triggers that belong to them.
  package let spatialIndexes: [SpatialIndex]
  /// Tables, views and triggers the layout does not explain, sorted by name.
  package let unexplained: [SchemaCatalog.Object]
  /// The framework's own tables that are there, sorted.
  package let systemTables: [String]
  /// Tables of persistent history, sorted.
  package let historyTables: [String]
  /// Tables of CloudKit mirroring, sorted.
  package let cloudKitTables: [String]
  /// Entity names in `Z_PRIMARYKEY` that are not the model's, left there by an earlier version: old name to new.
  package let staleNames: [String: String]

  package struct UnownedColumn: Sendable, Hashable {
    package let table: String
    package let column: String
  }
}
