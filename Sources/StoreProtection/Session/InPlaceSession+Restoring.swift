internal import Diagnostics
internal import FileOperations

extension InPlaceSession {
  /// Whether a run left the store's files as they are, or copied them so. Where there are none nobody can lose any.
  func isKnown(_ records: [KnownFiles.Record]) throws(DiagnosticError) -> Bool {
    let known = KnownFiles(journal: journal, folder: folder, files: files)
    if !records.contains(where: { $0.file.kind == .store || $0.file.kind == .log }) || known.isResult(records)
    {
      return true
    }
    return try reporting { () throws(FileError) in try known.isHeld(records) }
  }

  /// Closes a run that cannot be undone since somebody wrote to the files: its own copy must be sound, for what
  /// waits in `aside` is only there else.
  func giveUpOpenRun() throws(DiagnosticError) {
    guard let run = journal.openRun else { return }
    try requireSoundCopy(of: run)
    try closeFailed()
  }

  /// The old files may go only if their copy is proven. Where nothing was there is none, and none is needed.
  func requireSoundCopy(of run: RunRecord) throws(DiagnosticError) {
    guard run.files.contains(where: { $0.before != nil }) else { return }
    guard let number = run.copy, try damage(ofCopy: number) == nil else {
      throw originalNotProven(count: 0)
    }
  }

  /// Whether whoever asked for the last run may not have learnt how it ended: it failed, it was found unfinished, or its
  /// report, which comes last, is not there.
  func isLastCutShort() throws(DiagnosticError) -> Bool {
    guard let run = journal.run else { return false }
    if run.phase == .failed || hasSettled { return true }
    return try reporting { () throws(FileError) in
      try self.files.linkStatusIfPresent(of: self.folder.report(run.number), at: .placeStatus) == nil
    }
  }

  /// There is nothing to copy where no file is.
  func secureNothing() throws(DiagnosticError) {
    journal.run?.files = []
    try setPhase(.working)
  }
}
