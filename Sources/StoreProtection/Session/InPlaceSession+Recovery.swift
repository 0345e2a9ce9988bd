package import Diagnostics
internal import FileOperations

extension InPlaceSession {
  /// Settles the run that did not end, if there is one: undoes it and proves the original, or completes one whose new
  /// files are all in place.
  ///
  /// - Parameter accepting: whether files that somebody wrote to since may stay as they are, where no exchange had begun.
  /// - Throws: exit 8 where somebody wrote to the files since, 7 where the original cannot be proven.
  package func recover(acceptingNewer accepting: Bool = false) throws(DiagnosticError) {
    guard let run = journal.openRun else { return }
    try lockStore()
    let settlement = Settlement(run, FileSwap(folder: folder, swaps: run.files, files: steadyFiles))
    let (isChanged, isInPlace) = try reporting { () throws(FileError) in
      (try settlement.isChangedSince(), try settlement.isInPlace())
    }
    switch run.phase {
    case .copying, .working:
      guard !isChanged || accepting else { throw .changedSince }
      // New files may have been staged; the old ones are all at their names.
      try requireNothingOutgoing()
      try closeFailed()
      note(
        .runUndone,
        "A run that did not end was found. It had changed none of the store's files"
          + (isChanged ? "; somebody else has since." : run.phase == .working ? ", which was proven." : "."))
    case .promoting, .promoted:
      if isInPlace {
        try complete(run)
      } else {
        guard !isChanged else { throw .changedSince }
        try putBack()
        note(
          .runUndone,
          "A run that did not end was found and undone. The store's files are what they were before it, which was "
            + "proven.")
      }
    case .finished, .failed: break
    }
    hasSettled = true
    try clean()
    try lockStoreAnew()
  }

  /// The number of the run that made the store what it is, and was asked for the same.
  package func runThatDid(_ request: String) throws(DiagnosticError) -> Int? {
    guard let result = journal.result, result.request == request else { return nil }
    let known = KnownFiles(journal: journal, folder: folder, files: files)
    do {
      let present = try PresentFile.list(of: folder, externalData: nil, with: files)
      let records = try present.map { file throws(FileError) in try known.record(of: file) }
      return known.isResult(records) ? result.run : nil
    } catch {
      // A program that quits takes its log away: it is asked again once nobody can.
      if error.isAbsence { return nil }
      throw DiagnosticError(error)
    }
  }

  private func complete(_ run: RunRecord) throws(DiagnosticError) {
    try requireSoundCopy(of: run)
    try finish()
    note(.runCompleted, "A run that had put its result in place, and was cut short then, was completed.")
  }

  private func note(_ id: DiagnosticID, _ summary: String) {
    findings.append(Diagnostic(id, .note, summary: summary))
  }
}
