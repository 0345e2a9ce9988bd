package import Diagnostics
internal import FileOperations

extension OutputPlace {
  /// Compares what stands at OUTPUT with a result, byte for byte by digest. Something with companions is
  /// never equal: its log or journal may hold more than the file itself.
  package func compare(with built: String) throws(DiagnosticError) -> ExistingOutput {
    try reporting { () throws(FileError) in try comparison(with: built) }
  }

  private func comparison(with built: String) throws(FileError) -> ExistingOutput {
    guard let status = try files.linkStatusIfPresent(of: path, at: .outputStatus) else { return .absent }
    guard status.kind == .regular, try companions().isEmpty else { return .different }
    guard try files.status(of: built, at: .outputStatus).size == status.size else { return .different }
    let standing = try files.digest(of: path)
    return try files.digest(of: built) == standing ? .equal : .different
  }

  /// `compare(with:)` for callers that can go no further with something else at OUTPUT: exit 64.
  ///
  /// - Returns: whether the finished result of this import is there already.
  package func isFinished(as built: String) throws(DiagnosticError) -> Bool {
    switch try compare(with: built) {
    case .absent: return false
    case .equal: return true
    case .different: throw .outputExists
    }
  }

  /// The companions at OUTPUT's name, links included.
  func companions() throws(FileError) -> [String] {
    var found: [String] = []
    for role in StoreFileRole.companions {
      let companion = path + role.suffix
      if try files.linkStatusIfPresent(of: companion, at: .outputStatus) != nil { found.append(companion) }
    }
    return found
  }
}
