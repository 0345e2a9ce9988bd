import CoreDataMigration
import CoreDataStore
import Diagnostics
import SQLite
import StoreProtection

/// Our copy of a store as a database, and what makes it one of Core Data's.
enum SnapshotDatabase {
  /// Opens it with its log folded in, or its journal played back: in our copy, which nobody shares, so no -shm is
  /// needed.
  static func open(_ snapshot: Snapshot) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: snapshot.storePath, mode: .readWrite)
    connection.obeyInterruption()
    try connection.execute(
      """
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;
      PRAGMA cache_size = -4096;
      """)
    return connection
  }

  static func checkTables(_ catalog: SchemaCatalog) throws(DiagnosticError) {
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
    // The others would lack their columns; this one's are asked for only where there are any.
    if catalog.table("Z_MODELCACHE")?.isVirtual == true { throw damaged("its table Z_MODELCACHE is virtual") }
    try CostlyColumn.check(catalog)
  }

  static func metadata(_ connection: Connection) throws -> StoreMetadata {
    do {
      return try StoreMetadata.read(connection)
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
  }

  private static func reason(_ failure: StoreMetadata.Failure) -> String {
    switch failure {
    case .missing: "There is no row, or one without a property list."
    case .unreadable: "The property list is broken."
    case .noHashes: "It holds no version hashes."
    }
  }

  static func damaged(_ reason: String) -> DiagnosticError {
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
