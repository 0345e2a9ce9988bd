import CoreDataMigration
import CoreDataStore
import Diagnostics
import SQLite

/// What a store says of itself.
struct OpenedStore {
  let metadata: StoreMetadata
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  let modelCache: ModelCache?
  /// What of it could not be checked.
  let notes: [Diagnostic]
  let settings: CoreDataDestination.FileSettings
}
