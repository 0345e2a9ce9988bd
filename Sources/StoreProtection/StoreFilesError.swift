package import FileOperations

/// Why a path leads to no store that can be read.
package enum StoreFilesError: Error, Sendable, Hashable {
  case notFound
  /// A symbolic link that leads nowhere.
  case linkToNothing
  case isAFolder
  /// A device, a pipe or a socket.
  case notAFile
  case unreadable(FileError)
  /// 0 bytes. `hasLog`: a write-ahead log with bytes stands beside it.
  case empty(hasLog: Bool)
  case notSQLite
  case isXMLStore
  case isBinaryStore
  /// An SQLite file that ends within its header.
  case cutShort
  /// A header that no SQLite wrote.
  case damagedHeader
  /// What stands where a companion belongs is no file.
  case companionNotAFile(StoreFileRole)
}
