import FileOperations

/// Reads the files that cells with external storage refer to.
package struct ExternalDataReader: Sendable {
  private let folder: String
  private let files: FileOperations

  /// - Parameter folder: the store's `_EXTERNAL_DATA`, whether it is there or not.
  package init(folder: String, files: FileOperations) {
    self.folder = folder
    self.files = files
  }

  /// Whether a file of that name is there. A look that fails is no answer, and throws. A symbolic link is no file: what
  /// it leads to was never the store's.
  package func exists(_ name: String) throws(FileError) -> Bool {
    try files.linkStatusIfPresent(of: FileName.join(folder, name), at: .externalData)?.kind == .regular
  }

  package func content(of name: String) throws(FileError) -> [UInt8] {
    let path = FileName.join(folder, name)
    guard try exists(name) else { throw .missing(path) }
    return try files.readAll(path, at: .externalData)
  }
}

extension FilePoint {
  static let externalData: FilePoint = "external.read"
}
