package import FileOperations

extension FilePoint {
  /// Looking at the store and its companions.
  package static let storeStatus: FilePoint = "store.status"
  /// Opening the store to read its header.
  package static let storeOpen: FilePoint = "store.open"
  /// Listing the folders of the store.
  package static let storeFolder: FilePoint = "store.folder"

  /// Looking at the source's files while they are copied.
  package static let snapshotStatus: FilePoint = "snapshot.status"
  /// Making the snapshot's folder and clearing a half-made copy.
  package static let snapshotFolder: FilePoint = "snapshot.folder"
  /// Making and writing the snapshot's files.
  package static let snapshotWrite: FilePoint = "snapshot.write"
  /// Cutting a super-journal's name from our copy.
  package static let snapshotCut: FilePoint = "snapshot.cut"
  /// Reading the source again at the end.
  package static let snapshotVerify: FilePoint = "snapshot.verify"

  /// Looking at what stands at the output's names.
  package static let outputStatus: FilePoint = "output.status"
  /// Making the work folder.
  package static let outputFolder: FilePoint = "output.folder"
  package static let outputLock: FilePoint = "output.lock"
  /// Copying external data, and a result that was built on another file system.
  package static let outputCopy: FilePoint = "output.copy"
  /// Putting external data in place.
  package static let outputExternal: FilePoint = "output.external"
  /// Moving companions of an earlier life away.
  package static let outputEarlier: FilePoint = "output.earlier"
  package static let outputSync: FilePoint = "output.sync"
  /// The step that puts the result at its name.
  package static let outputPlace: FilePoint = "output.place"
  /// Taking back what was placed.
  package static let outputUndo: FilePoint = "output.undo"
  /// Removing the work folder.
  package static let outputClean: FilePoint = "output.clean"
}
