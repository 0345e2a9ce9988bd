import CoreDataMigration
import CoreDataStore
import Diagnostics
import SQLite
import StoreProtection

/// The snapshot with its log folded in: is it sound, and what does it say of itself?
struct OpenStage: ImportStage {
  let name = "open"

  func run(_ state: inout ImportState) throws {
    let snapshot = try state.known(\.snapshot)
    do {
      let connection = try Connection(path: snapshot.storePath, mode: .readWrite)
      connection.obeyInterruption()
      // Folds the log in, or plays the journal back: in our copy, which nobody shares, so no -shm is needed.
      try connection.execute(
        """
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;
        PRAGMA cache_size = -4096;
        """)
      try checkSoundness(connection)
      state.opened = try read(connection, snapshot)
    } catch let error as DatabaseError where error.isDamage {
      throw damaged(error.message)
    }
  }

  private func checkSoundness(_ connection: Connection) throws {
    // Only their kind is looked at: SQLite's words may quote cells. A constraint of a hand-made table that rows break is
    // no damage: the rows can be read.
    let problems = try connection.rows("PRAGMA quick_check(100)").compactMap { $0.first?.string }
    let isDamaged = problems.contains { problem in
      problem != "ok" && !problem.hasPrefix("CHECK constraint failed in")
        && !problem.hasPrefix("NULL value in")
    }
    if isDamaged { throw damaged("the file's pages contradict each other") }
  }

  private func read(_ connection: Connection, _ snapshot: Snapshot) throws -> OpenedStore {
    let catalog = try SchemaCatalog(connection)
    guard catalog.table("Z_METADATA") != nil, catalog.table("Z_PRIMARYKEY") != nil else {
      throw DiagnosticError(
        .notRecognised,
        Diagnostic(
          .notCoreData, .error,
          summary:
            "This is an SQLite file, and not a Core Data store: it has no Z_METADATA and Z_PRIMARYKEY.",
          recovery: ["Check the path: an app may keep several databases side by side."]))
    }
    for (table, columns) in [
      ("Z_METADATA", ["Z_VERSION", "Z_UUID", "Z_PLIST"]),
      ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
    ] where columns.contains(where: { catalog.table(table)?.column($0) == nil }) {
      throw damaged("its table \(table) lacks a column that every store has")
    }
    let metadata: StoreMetadata
    do {
      metadata = try StoreMetadata.read(connection)
    } catch let error as StoreMetadata.Failure {
      throw DiagnosticError(
        .damaged,
        Diagnostic(
          .noMetadata, .error,
          summary:
            "The store's metadata is missing or cannot be read, so its version cannot be known. \(reason(error))",
          recovery: [
            "If the store was copied without its -wal file, copy both again.",
            "Else restore the store from a backup.",
          ]))
    }
    return OpenedStore(
      metadata: metadata, catalog: catalog, primaryKeys: try PrimaryKeyRow.read(connection),
      modelCache: try ModelCache.read(connection, catalog: catalog),
      settings: try CoreDataDestination.FileSettings(
        connection, usesWriteAheadLog: snapshot.header.usesWriteAheadLog))
  }

  private func reason(_ failure: StoreMetadata.Failure) -> String {
    switch failure {
    case .missing: "There is no row, or one without a property list."
    case .unreadable: "The property list is broken."
    case .noHashes: "It holds no version hashes."
    }
  }

  private func damaged(_ reason: String) -> DiagnosticError {
    DiagnosticError(
      .damaged,
      Diagnostic(
        .storeDamaged, .error, summary: "The store is damaged: \(reason).",
        recovery: [
          "Restore it from a backup, or copy it again together with its -wal and -journal.",
          "Keep the damaged file: parts of it may still be readable.",
        ]))
  }
}

extension DiagnosticID {
  static let notCoreData = DiagnosticID("store.not-core-data")
  static let noMetadata = DiagnosticID("store.no-metadata")
  static let storeDamaged = DiagnosticID("store.damaged")
}
