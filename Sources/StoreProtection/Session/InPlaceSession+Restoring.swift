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
    return try reporting { () throws(FileError) in try known.isCopied(records) }
  }

  /// Closes a run that cannot be undone since somebody wrote to the files: its own copy must be sound, for what
  /// waits in `aside` is only there else.
  func giveUpOpenRun() throws(DiagnosticError) {
    guard let run = journal.openRun else { return }
    if run.files.contains(where: { $0.before != nil }) {
      guard let number = run.copy, try damage(ofCopy: number) == nil else {
        throw originalNotProven(count: 0)
      }
    }
    try closeFailed()
  }

  /// There is nothing to copy where no file is.
  func secureNothing() throws(DiagnosticError) {
    journal.run?.files = []
    try setPhase(.working)
  }
}
