package import Diagnostics
internal import FileOperations

extension DiagnosticError {
  package static func place(
    _ exit: ExitStatus, _ id: DiagnosticID, count: Int64 = 0, _ summary: String, _ recovery: String...
  ) -> DiagnosticError {
    DiagnosticError(exit, Diagnostic(id, .error, count: count, summary: summary, recovery: recovery))
  }

  static func placeNotWritable(_ error: FileError) -> DiagnosticError {
    .place(
      .failure, .placeNotWritable,
      "The store, or the folder it is in, cannot be written, so that it cannot be migrated in place. "
        + error.nameOnly,
      "Use --output to write the new store elsewhere; the store is then only read.")
  }

  static let changedSince = DiagnosticError.place(
    .inUse, .storeChangedSince,
    "An earlier run did not end, and somebody has written to the store's files since. They are never overwritten.",
    "restore --replace-newer makes a copy of the files as they are now and then puts back those from before that run.",
    "To go on with the files as they are now, put that copy back with restore --copy NUMBER afterwards.")

  static let runUnderWay = DiagnosticError.place(
    .inUse, .storeBusyRun, "Another run is at work on this store.",
    "Wait until it has ended; a run and a restore do so themselves with --wait SECONDS.")
}

extension FileError {
  /// Whether the place, not the file call, is the reason.
  var meansReadOnly: Bool { isDenied || isReadOnlyFileSystem }
}
