package import Diagnostics
package import FileOperations

/// Where a store is, or was: the name a person gave, and the file it stands for. The file need not be there.
package struct StoreAddress: Sendable, Hashable {
  /// As it was given: the store, or a document package that it lies in.
  package let requestedPath: String
  /// Full, symbolic links followed.
  package let path: String

  /// The folder of the file.
  package var folder: String { FileName.folder(of: path) }
  /// The file's name in it.
  package var name: String { FileName.last(of: path) }

  package init(_ requested: String, with files: FileOperations) throws(DiagnosticError) {
    requestedPath = requested
    path = try reporting { () throws(FileError) in
      try Self.realPath(of: DocumentPackage.storePath(requested, with: files), with: files)
    }
  }

  private static func realPath(of path: String, with files: FileOperations) throws(FileError) -> String {
    if try files.statusIfPresent(of: path, at: .placeStatus) != nil {
      return try files.realPath(of: path, at: .placeStatus)
    }
    // A link whose file is gone still says where the file was, and where its copies are.
    var name = path
    for _ in 0..<maximumLinks {
      guard try files.linkStatusIfPresent(of: name, at: .placeStatus)?.kind == .symbolicLink else { break }
      let target = try files.linkTarget(of: name, at: .placeStatus)
      name =
        target.utf8.first == UInt8(ascii: "/") ? target : FileName.join(FileName.folder(of: name), target)
    }
    let folder = FileName.folder(of: name)
    guard try files.statusIfPresent(of: folder, at: .placeStatus) != nil else { return name }
    return FileName.join(try files.realPath(of: folder, at: .placeStatus), FileName.last(of: name))
  }

  /// As many as Linux follows.
  private static let maximumLinks = 40
}
