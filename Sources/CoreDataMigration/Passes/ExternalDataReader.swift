import FileOperations

/// Reads the files that cells with external storage refer to.
package struct ExternalDataReader: Sendable {
  private let folder: String
  private let files: FileOperations

  /// - Parameter folder: the store's `_EXTERNAL_DATA`.
  package init(folder: String, files: FileOperations) {
    self.folder = folder
    self.files = files
  }

  package func exists(_ name: String) -> Bool {
    (try? files.statusIfPresent(of: "\(folder)/\(name)")) != nil
  }

  /// Nil when it cannot be read; whoever needs it has asked `exists` before.
  func content(of name: String) -> [UInt8]? {
    try? files.readAll("\(folder)/\(name)", at: .externalData)
  }
}

extension FilePoint {
  static let externalData: FilePoint = "external.read"
}
