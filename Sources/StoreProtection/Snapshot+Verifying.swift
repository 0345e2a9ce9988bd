package import Diagnostics
internal import FileOperations

extension DiagnosticID {
  package static let storeChanged = DiagnosticID("store.changed")
}

extension Snapshot {
  /// Reads the source's files again: each must be there, with the bytes that were copied, and none that holds
  /// data may have come.
  package func verifySourceUnchanged() throws(DiagnosticError) {
    for role in StoreFileRole.holdingData {
      let path = source.path(of: role)
      let now = try reporting { () throws(FileError) in try digestIfPresent(of: path) }
      guard now == digest(of: role) else {
        let file = role == .store ? "The store" : "The store's \(role.suffix) file"
        throw DiagnosticError(
          .inUse,
          Diagnostic(
            .storeChanged, .error,
            summary:
              "\(file) was changed by somebody else since it was read, so that the result "
              + "is not of what is there now.",
            recovery: ["Quit every program that uses the store, then run again."]))
      }
    }
  }

  private func digestIfPresent(of path: String) throws(FileError) -> FileDigest? {
    guard try operations.statusIfPresent(of: path, at: .snapshotVerify) != nil else { return nil }
    do {
      return try operations.digest(of: path, at: .snapshotVerify)
    } catch {
      // It may have gone in between.
      if try operations.statusIfPresent(of: path, at: .snapshotVerify) == nil { return nil }
      throw error
    }
  }
}
