/// A safety copy as it is listed.
package struct KeptCopy: Sendable, Hashable {
  package let number: Int
  /// The folder's name.
  package let folder: String
  /// Full.
  package let path: String
  /// When it was made, `20261130T101112Z`, as the folder's name says.
  package var time: String { folder.split(separator: "-").dropFirst().joined(separator: "-") }
  /// Of its files, in bytes; `nil` if they are not there.
  package let size: Int64?
  package let fileCount: Int
  /// Of the store's main file, in lower-case hexadecimal digits; `nil` if the copy has none.
  package let store: String?
  /// Whether it holds the store from before the first import.
  package let isFirst: Bool
}
