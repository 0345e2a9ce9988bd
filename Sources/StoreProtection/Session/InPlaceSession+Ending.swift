package import Diagnostics
package import FileOperations

extension InPlaceSession {
  /// What a failure means once the original is proven to be what it was; or exit 7, if it cannot be.
  package func settle(after failure: DiagnosticError) -> DiagnosticError {
    if failure.exit == .originalNotProven { return failure }
    if isOpen, failure.diagnostics.first?.id == .storeChanged {
      // Somebody else's doing, seen and said. We had touched nothing: what is there now is what the next run takes.
      try? closeFailed()
      isOpen = false
      return failure
    }
    do throws(DiagnosticError) {
      try abandon()
      return failure
    } catch {
      return DiagnosticError(error.exit, error.diagnostics + failure.diagnostics)
    }
  }

  /// Ends a run that failed before anything was exchanged: proves that the store's files are what they were, and
  /// says so in the journal.
  ///
  /// - Throws: exit 7 where they are not, or cannot be read.
  func abandon() throws(DiagnosticError) {
    guard isOpen, let run = journal.run else { return }
    if run.files.isEmpty {
      // No file was touched, and there is no digest yet to hold one against.
      try? closeFailed()
      isOpen = false
      return
    }
    let swap = FileSwap(folder: folder, swaps: run.files, files: steadyFiles)
    let differing: [String]
    let hasNewLog: Bool
    do {
      differing = try swap.differing()
      hasNewLog = try Settlement(run, swap).hasUnknownLog()
    } catch {
      throw originalNotProven(count: 0, because: DiagnosticError(error).diagnostics)
    }
    guard differing.isEmpty else { throw originalNotProven(count: differing.count) }
    try? closeFailed()
    isOpen = false
    // A log that somebody put there meanwhile may be part of the store now: that is not what it was.
    if !hasNewLog { findings.append(.originalProven) }
  }

  /// Whether the store's files are still those that were copied.
  package func requireUnchanged() throws(DiagnosticError) {
    let swap = FileSwap(folder: folder, swaps: journal.run?.files ?? [], files: files)
    let known = swap.swaps.map(\.name)
    let changed = try reporting { () throws(FileError) in
      let present = try PresentFile.list(
        of: self.folder, externalData: nil, with: self.files, at: .proofRead)
      let came = present.contains { file in
        file.kind == .log && !known.contains { FileName.equal($0, file.name) }
      }
      if came { return true }
      return try !swap.differing().isEmpty
    }
    guard changed else { return }
    throw .place(
      .inUse, .storeChanged,
      "The store's files were changed by somebody else since they were copied, so that the result is not of what is "
        + "there now.",
      "Quit every program that uses the store, then run again.")
  }

  /// The safety copy of this run: its folder's name, and its path.
  package var safetyCopy: (folder: String, path: String)? {
    guard hasBegun, let number = journal.run?.copy, let record = journal.copy(number) else { return nil }
    return (record.folder, FileName.join(folder.copies, record.folder))
  }

  /// Keeps the report of a run, whatever its end.
  package func keepReport(_ text: String) throws(FileError) {
    guard hasBegun, let run = journal.run else { return }
    _ = try files.createFolderIfAbsent(folder.reports, at: .placeReport)
    try files.replaceFile(
      folder.report(run.number), with: Array(text.utf8), mode: 0o600, at: .placeReport)
  }
}
