package import FileOperations

/// The place of `--output`: OUTPUT, its external data folder, and a work folder beside it that one run at a
/// time may use.
package struct OutputPlace: Sendable {
  /// Of OUTPUT, its folder's symbolic links followed.
  package let path: String
  /// What stands at OUTPUT now; a symbolic link is not followed. `nil` if nothing does.
  package let existing: FileStatus?
  /// `.NAME.import-legacy` beside OUTPUT.
  package let workFolder: String
  /// For whatever the run builds: empty at the start, and nothing in it matters after a crash.
  package var scratchFolder: String { FileName.join(workFolder, Self.scratchName) }

  /// For companions of an earlier life at OUTPUT's name.
  var earlierFolder: String { FileName.join(workFolder, Self.earlierName) }
  /// `_EXTERNAL_DATA` of OUTPUT.
  var externalFolder: String { FileName.join(supportFolder, ExternalDataFolder.name) }
  var supportFolder: String { FileName.join(folder, ExternalDataFolder.supportFolderName(for: path)) }
  var folder: String { FileName.folder(of: path) }

  let source: StoreFiles
  let files: FileOperations
  let lock: FileLock
  /// Whether runs in place keep copies and a journal in the work folder: it stays then.
  let isImportFolder: Bool

  static let scratchName = "work"
  static let earlierName = "earlier"
  static let lockName = "lock"

  static func workFolder(for output: String) -> String {
    FileName.join(FileName.folder(of: output), ".\(FileName.last(of: output)).import-legacy")
  }
}
