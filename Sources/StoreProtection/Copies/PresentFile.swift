internal import FileOperations

/// A file of a store that is there.
package struct PresentFile: Sendable, Hashable {
  let kind: SwapFile.Kind
  /// As the journal names it.
  package let name: String
  package let path: String
  /// Its name in a safety copy.
  package let copyName: String

  /// The files of a store that are there now: the store, its companions, its external data.
  ///
  /// - Parameter externalData: the store's `_EXTERNAL_DATA`, wherever it is; `nil` if it has none.
  static func list(
    of folder: ImportFolder, externalData: String?, with files: FileOperations,
    at point: FilePoint = .placeStatus
  ) throws(FileError) -> [PresentFile] {
    var found: [PresentFile] = []
    for role in StoreFileRole.allCases {
      let path = folder.store + role.suffix
      guard try files.statusIfPresent(of: path, at: point)?.kind == .regular else { continue }
      let kind: SwapFile.Kind =
        switch role {
        case .store: .store
        case .writeAheadLog, .rollbackJournal: .log
        case .sharedMemory: .sharedMemory
        }
      let name = FileName.last(of: path)
      found.append(PresentFile(kind: kind, name: name, path: path, copyName: name))
    }
    guard let externalData, try files.statusIfPresent(of: externalData, at: point)?.kind == .folder
    else {
      return found
    }
    let inCopy = FileName.join(
      FileName.last(of: FileName.folder(of: externalData)), FileName.last(of: externalData))
    for name in try files.list(externalData, at: point).names {
      let path = FileName.join(externalData, name)
      guard try files.linkStatusIfPresent(of: path, at: point)?.kind == .regular else { continue }
      found.append(
        PresentFile(
          kind: .externalData, name: folder.name(of: path), path: path,
          copyName: FileName.join(inCopy, name)))
    }
    return found
  }
}
