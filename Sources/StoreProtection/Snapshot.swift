package import Diagnostics
package import FileOperations

/// A private copy of a store and its companions, for SQLite to open: the originals are only ever read as
/// bytes.
package struct Snapshot: Sendable {
  /// Of our copy of the store. SQLite finds its companions beside it.
  package let storePath: String
  /// The files that were copied: the store, then what was beside it.
  package let files: [SnapshotFile]
  /// `nil` if there is none.
  package let writeAheadLog: WriteAheadLog?
  /// `nil` if there is none.
  package let rollbackJournal: RollbackJournal?
  /// The header of the store as copied, before SQLite folds a log in or plays a journal back.
  package let header: DatabaseHeader
  /// What a person should know about log and journal.
  package let findings: [Diagnostic]

  let source: StoreFiles
  let operations: FileOperations

  /// Name of our copy of the store.
  static let storeName = "snapshot.sqlite"

  /// The digest of one of the source's files, if it was there.
  package func digest(of role: StoreFileRole) -> FileDigest? {
    files.first { $0.role == role }?.digest
  }
}
