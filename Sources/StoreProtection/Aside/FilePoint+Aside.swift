internal import FileOperations

extension FilePoint {
  /// Looking at the store's names and into dated folders.
  static let asideStatus: FilePoint = "aside.status"
  /// Reading the files, for their digests, and lists of dated folders.
  static let asideRead: FilePoint = "aside.read"
  /// Making a dated folder and giving it its name.
  static let asideFolder: FilePoint = "aside.folder"
  /// Writing the list of a dated folder.
  static let asideList: FilePoint = "aside.list"
  /// The renames.
  static let asideMove: FilePoint = "aside.move"
  static let asideSync: FilePoint = "aside.sync"
  /// Taking an empty dated folder away.
  static let asideClean: FilePoint = "aside.clean"
}
