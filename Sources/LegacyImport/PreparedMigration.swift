import CoreDataMigration
import CoreDataStore
import Reports

/// A migration with every decision made, before the first row is written.
struct PreparedMigration {
  let context: MigrationContext
  let schema: StoreSchema
  let metadata: StoreMetadata
  let modelCache: ModelCache?
  let framework: FrameworkTables
  /// What the new store is a filled copy of; nil where it is made anew.
  let template: TemplateStore?
  let hashOrigin: [String: StoreSummary.HashOrigin]
}
