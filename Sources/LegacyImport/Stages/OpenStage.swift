import CoreDataMigration
import CoreDataStore
import SQLite
import StoreProtection

/// The snapshot with its log folded in: is it sound, and what does it say of itself?
struct OpenStage: ImportStage {
  let name = "open"

  func run(_ state: inout ImportState) throws {
    let snapshot = try state.known(\.snapshot)
    do {
      let connection = try SnapshotDatabase.open(snapshot)
      if try QuickCheck(connection).isDamaged {
        throw SnapshotDatabase.damaged("the file's pages contradict each other")
      }
      state.opened = try read(connection, snapshot)
    } catch let error as DatabaseError where error.isDamage {
      throw SnapshotDatabase.damaged(error.message)
    }
  }

  private func read(_ connection: Connection, _ snapshot: Snapshot) throws -> OpenedStore {
    let catalog = try SchemaCatalog(connection)
    try SnapshotDatabase.checkTables(catalog)
    return OpenedStore(
      metadata: try SnapshotDatabase.metadata(connection), catalog: catalog,
      primaryKeys: try PrimaryKeyRow.read(connection),
      modelCache: try ModelCache.read(connection, catalog: catalog),
      settings: try CoreDataDestination.FileSettings(
        connection, usesWriteAheadLog: snapshot.header.usesWriteAheadLog))
  }
}
