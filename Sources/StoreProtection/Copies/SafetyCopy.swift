internal import Digests
internal import FileOperations

/// A folder with a store's files as they were, and the list of their digests.
package struct SafetyCopy: Sendable, Hashable {
  /// The folder.
  package let path: String
  package let list: ChecksumList
  /// SHA-256 of the list itself.
  package let manifest: String

  /// The main file, if the copy has one, and what SQLite puts beside it.
  func path(of name: String) -> String { FileName.join(path, name) }

  /// Reads the list of a copy; `nil` if there is none, or none that can be understood.
  static func read(_ path: String, with files: FileOperations) throws(FileError) -> SafetyCopy? {
    let place = FileName.join(path, ChecksumList.fileName)
    guard try files.linkStatusIfPresent(of: place, at: .copyVerify)?.kind == .regular else { return nil }
    let bytes = try files.readAll(place, at: .copyVerify)
    guard let list = ChecksumList(parsing: bytes) else { return nil }
    return SafetyCopy(path: path, list: list, manifest: sha256(bytes).hexadecimalText)
  }

  /// Reads every file again.
  ///
  /// - Returns: the names of those that are gone, or have other bytes than the list says.
  func differing(with files: FileOperations) throws(FileError) -> [String] {
    var names: [String] = []
    for entry in list.entries {
      let file = path(of: entry.name)
      guard try files.linkStatusIfPresent(of: file, at: .copyVerify)?.kind == .regular,
        try files.digest(of: file, at: .copyVerify).sha256 == entry.sha256
      else {
        names.append(entry.name)
        continue
      }
    }
    return names
  }

  /// In bytes, of the files that are there.
  func size(with files: FileOperations) throws(FileError) -> Int64 {
    var size: Int64 = 0
    for entry in list.entries {
      size += try files.linkStatusIfPresent(of: path(of: entry.name), at: .copyVerify)?.size ?? 0
    }
    return size
  }
}
