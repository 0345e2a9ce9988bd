/// What a folder holds.
package struct FolderListing: Sendable, Hashable {
  /// Names in the order of their bytes, without `.` and `..`.
  package var names: [String] = []
  /// How many names are not UTF-8, so that no `String` can name them.
  package var undecodable = 0
}
