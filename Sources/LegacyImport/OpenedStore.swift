import CoreDataMigration
import CoreDataStore
import SQLite

/// What a store says of itself.
struct OpenedStore {
  let metadata: StoreMetadata
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  let modelCache: ModelCache?
  let settings: CoreDataDestination.FileSettings
}
