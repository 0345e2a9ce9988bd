internal import FileOperations

/// A dated folder that holds files of a store, as `status` tells of it.
package struct KeptAside: Sendable, Hashable {
  /// Beside the store.
  package let folder: String
  /// What was set aside; `nil` where its list cannot be read.
  package let names: [String]?
  /// Whether all of that lies in it; `nil` where its list cannot be read.
  package let isComplete: Bool?
  /// Whether the store's file is at its name still, without what lies in the folder: a set-aside, or an undo, was cut
  /// short.
  package let isCutShort: Bool

  /// Those of a store that hold something, the newest last.
  static func list(of store: String, with files: FileOperations) throws(FileError) -> [KeptAside] {
    var found: [KeptAside] = []
    for folder in try AsideFolder.all(of: store, with: files) {
      if folder.list != nil, try !folder.holdsSomething(with: files) { continue }
      found.append(
        KeptAside(
          folder: folder.name, names: folder.names, isComplete: try folder.isComplete(with: files),
          isCutShort: try folder.isCutShort(with: files)))
    }
    return found
  }
}
