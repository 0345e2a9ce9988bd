internal import FileOperations

extension FilePoint {
  /// Looking at what is there.
  static let placeStatus: FilePoint = "place.status"
  /// Making the import folder and the folders in it.
  static let placeFolder: FilePoint = "place.folder"
  /// Locking the import folder and the store.
  static let placeLock: FilePoint = "place.lock"
  /// Making trial of owner and mode.
  static let placeAttributes: FilePoint = "place.attributes"
  static let journalRead: FilePoint = "journal.read"
  static let journalWrite: FilePoint = "journal.write"
  /// Writing the files of a safety copy.
  static let copyWrite: FilePoint = "copy.write"
  static let copySync: FilePoint = "copy.sync"
  /// Reading a safety copy again.
  static let copyVerify: FilePoint = "copy.verify"
  /// Giving a finished safety copy its name.
  static let copyPlace: FilePoint = "copy.place"
  static let copyPrune: FilePoint = "copy.prune"
  /// Bringing new files to where they are exchanged from.
  static let promoteStage: FilePoint = "promote.stage"
  /// Taking log, journal and shared memory away from their names.
  static let promoteAside: FilePoint = "promote.aside"
  /// The step that exchanges the store.
  static let promoteExchange: FilePoint = "promote.exchange"
  /// Putting log and journal of a copy at their names.
  static let promoteCompanion: FilePoint = "promote.companion"
  static let promoteExternal: FilePoint = "promote.external"
  static let promoteSync: FilePoint = "promote.sync"
  static let undoMove: FilePoint = "undo.move"
  static let undoSync: FilePoint = "undo.sync"
  /// Reading files whose digests prove what they are.
  static let proofRead: FilePoint = "proof.read"
  /// Removing what is no longer needed.
  static let placeClean: FilePoint = "place.clean"
  static let placeReport: FilePoint = "place.report"
}
