package import FileOperations

/// A document of `UIManagedDocument`: a folder that people see as one file, with a store in it.
///
/// By Apple's public documentation the store lies in `StoreContent` under `persistentStoreName`, which is
/// `persistentStore` unless an app says otherwise (format page 1.7).
package enum DocumentPackage {
  /// The path to the store, where `path` is such a package; `path` itself where it is anything else.
  package static func storePath(_ path: String, with files: FileOperations) throws(FileError) -> String {
    guard try files.statusIfPresent(of: path, at: .storeStatus)?.kind == .folder else { return path }
    let package = FileName.withoutTrailingSlash(path)
    for name in contentFolders {
      let content = FileName.join(package, name)
      guard try files.statusIfPresent(of: content, at: .storeStatus)?.kind == .folder else { continue }
      let usual = FileName.join(content, usualName)
      // After a run that was killed the store may be missing, and the folder beside it knows where it is.
      for file in [usual, ImportFolder(of: usual).path]
      where try files.statusIfPresent(of: file, at: .storeStatus) != nil {
        return usual
      }
      if let only = try onlyStore(in: content, with: files) { return only }
      if let gone = try AsideFolder.onlyStore(in: content, with: files) { return gone }
    }
    return path
  }

  /// Nil where there is none, or more than one.
  private static func onlyStore(in folder: String, with files: FileOperations) throws(FileError) -> String? {
    var found: [String] = []
    for name in try files.list(folder, at: .storeFolder).names where !name.hasPrefix(".") {
      let path = FileName.join(folder, name)
      guard try files.statusIfPresent(of: path, at: .storeStatus)?.kind == .regular else { continue }
      let file = try files.openToRead(path, at: .storeOpen)
      let bytes = try files.readBytes(from: file, offset: 0, count: DatabaseHeader.length, at: .storeOpen)
      if (try? DatabaseHeader(bytes)) != nil { found.append(path) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// `.nosync` where the document is in iCloud.
  private static let contentFolders = ["StoreContent", "StoreContent.nosync"]
  private static let usualName = "persistentStore"
}
