private import FileOperations

/// The hidden folder that holds a store's external data: `.NAME_SUPPORT/_EXTERNAL_DATA`, NAME being the
/// store's file name without its last extension.
package struct ExternalDataFolder: Sendable, Hashable {
  /// Of `_EXTERNAL_DATA`.
  package let path: String
  /// In the order of their names' bytes.
  package let files: [ExternalDataFile]
  /// How many things in it are no regular file, or have a name that is not UTF-8.
  package let strangers: Int

  /// `.NAME_SUPPORT` for the store at `path`.
  package static func supportFolderName(for path: String) -> String {
    "." + FileName.base(of: path) + "_SUPPORT"
  }

  package static let name = "_EXTERNAL_DATA"
}
