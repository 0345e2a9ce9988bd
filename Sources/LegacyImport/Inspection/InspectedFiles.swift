import FileOperations
import StoreProtection

/// The files of a store, as they lie on disk.
package struct InspectedFiles: Sendable {
  struct File: Sendable, Hashable {
    let role: StoreFileRole
    let name: String
    /// In bytes.
    let size: Int64
  }

  /// The store first.
  let files: [File]
  /// Whether the path that was asked for is a symbolic link, or leads through one.
  var isLinked = false
  /// Nil if there is none.
  var externalData: InspectedExternalData?
  /// Names of what a migration on a Mac left behind when it was killed.
  var leftovers: [String] = []
  /// Name of the folder in which this program keeps safety copies, if it is there.
  var importFolder: String?
  /// Of the store as it lies there; nil where it cannot be read.
  var header: DatabaseHeader?
  var writeAheadLog: WriteAheadLog?
  var rollbackJournal: RollbackJournal?

  init(_ store: StoreFiles, importFolder: String?) {
    files = store.all.map { File(role: $0.role, name: FileName.last(of: $0.path), size: $0.status.size) }
    isLinked = store.isLinked
    header = store.header
    externalData = store.externalData.map { InspectedExternalData($0) }
    leftovers = store.leftovers.map { FileName.last(of: $0) }
    self.importFolder = importFolder
  }

  /// What can be told of a store whose header cannot be read: nil where no file is.
  init?(unreadable path: String, with operations: FileOperations) {
    files = StoreFileRole.allCases.compactMap { role in
      let file = path + role.suffix
      guard let status = try? operations.statusIfPresent(of: file, at: .inspectStatus),
        status.kind == .regular
      else { return nil }
      return File(role: role, name: FileName.last(of: file), size: status.size)
    }
    if files.isEmpty { return nil }
  }
}

extension FilePoint {
  /// Looking for what lies beside a store.
  static let inspectStatus: FilePoint = "inspect.status"
}
