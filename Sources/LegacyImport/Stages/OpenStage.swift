import CoreDataMigration
import CoreDataStore
import FileOperations
import SQLite
import StoreProtection

/// The snapshot with its log folded in: is it sound, and what does it say of itself?
struct OpenStage: ImportStage {
  let name = "open"

  func run(_ state: inout ImportState) throws {
    let opened = try open(state.known(\.snapshot))
    state.opened = opened
    state.findings += opened.notes
    if let template = state.request.template {
      state.template = try TemplateStore(
        template, in: FileName.join(state.workFolder(), "template"), with: state.files)
    }
  }

  func open(_ snapshot: Snapshot) throws -> OpenedStore {
    do {
      let connection = try SnapshotDatabase.open(snapshot)
      let check = try QuickCheck(connection)
      if check.isDamaged { throw SnapshotDatabase.damaged("the file's pages contradict each other") }
      return try read(connection, snapshot, check)
    } catch let error as DatabaseError where error.isDamage {
      throw SnapshotDatabase.damaged(error.message)
    }
  }

  private func read(_ connection: Connection, _ snapshot: Snapshot, _ check: QuickCheck) throws -> OpenedStore
  {
    let catalog = try SchemaCatalog(connection)
    try SnapshotDatabase.checkTables(catalog)
    return OpenedStore(
      metadata: try SnapshotDatabase.metadata(connection), catalog: catalog,
      primaryKeys: try PrimaryKeyRow.read(connection),
      modelCache: try ModelCache.read(connection, catalog: catalog),
      notes: check.notes,
      settings: try CoreDataDestination.FileSettings(
        connection, usesWriteAheadLog: snapshot.header.usesWriteAheadLog))
  }
}
