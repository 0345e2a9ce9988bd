internal import FileOperations

/// The files of one store, as they were found: the store, what SQLite put beside it, and its external data.
package struct StoreFiles: Sendable {
  /// The path that was asked for; of a document package, that of the store in it.
  package let requestedPath: String
  /// The store itself, with its full path, symbolic links followed.
  package let store: StoreFile
  package let writeAheadLog: StoreFile?
  package let rollbackJournal: StoreFile?
  package let sharedMemory: StoreFile?
  /// `nil` if there is none.
  package let externalData: ExternalDataFolder?
  /// What a migration on a Mac left behind when it was killed: `.NAME.migrationdestination_…`,
  /// `..BASE_SUPPORT_transsrc_…`, `NAME~`.
  package let leftovers: [String]
  /// The store's header; a write-ahead log or a journal may hold a newer one.
  package let header: DatabaseHeader

  /// Whether a document package was asked for, in which the store lies.
  package let isInPackage: Bool
  /// Whether the path that was asked for is a symbolic link, or leads through one.
  package let isLinked: Bool

  /// The store and the companions that are there.
  package var all: [StoreFile] {
    [store, writeAheadLog, rollbackJournal, sharedMemory].compactMap { $0 }
  }

  /// Bytes of the files that hold data: what a private copy takes.
  package var dataSize: Int64 {
    [store, writeAheadLog, rollbackJournal].reduce(0) { $0 + ($1?.status.size ?? 0) }
  }

  /// Bytes of all files and of the external data: what a safety copy takes.
  package var fullSize: Int64 {
    all.reduce(0) { $0 + $1.status.size } + (externalData?.files.reduce(0) { $0 + $1.size } ?? 0)
  }

  /// Where the store's external data is, or would be: its `_EXTERNAL_DATA`.
  package var externalDataPath: String {
    if let externalData { return externalData.path }
    let support = FileName.join(
      FileName.folder(of: store.path), ExternalDataFolder.supportFolderName(for: store.path))
    return FileName.join(support, ExternalDataFolder.name)
  }

  /// Where a file of the store is, or would be.
  package func path(of role: StoreFileRole) -> String { store.path + role.suffix }
}
