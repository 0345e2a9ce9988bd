package import Diagnostics

extension DiagnosticID {
  package static let outputNoName = DiagnosticID("output.no-name")
  package static let outputNoFolder = DiagnosticID("output.no-folder")
  package static let outputIsAFolder = DiagnosticID("output.is-a-folder")
  package static let outputIsSource = DiagnosticID("output.is-source")
  package static let outputInUse = DiagnosticID("output.in-use")
  package static let outputCannotLock = DiagnosticID("output.cannot-lock")
  package static let outputWorkFolderTaken = DiagnosticID("output.work-folder-taken")
  package static let outputExists = DiagnosticID("output.exists")
  package static let outputUnfinished = DiagnosticID("output.unfinished")
  package static let outputExternalName = DiagnosticID("output.external-name")
  package static let outputExternalExists = DiagnosticID("output.external-exists")
  package static let outputExternalShared = DiagnosticID("output.external-shared")
  package static let outputEarlierCompanions = DiagnosticID("output.earlier-companions")
  package static let outputUndoIncomplete = DiagnosticID("output.undo-incomplete")
  package static let outputWorkFolderLeft = DiagnosticID("output.work-folder-left")
}

extension DiagnosticError {
  static func output(
    _ exit: ExitStatus, _ id: DiagnosticID, count: Int64 = 0, _ summary: String, _ recovery: String...
  ) -> DiagnosticError {
    DiagnosticError(exit, Diagnostic(id, .error, count: count, summary: summary, recovery: recovery))
  }

  static var outputRunUnfinished: DiagnosticError {
    .output(
      .inUse, .runUnfinished,
      "A run in place on the store at OUTPUT did not end, and may have to put files back there.",
      "Settle it first: import-legacy status OUTPUT says where it stands, restore puts back what was there.")
  }

  static var outputExists: DiagnosticError {
    .output(
      .usage, .outputExists, "OUTPUT exists and is not the finished result of this import.",
      "Name another OUTPUT, or move what is there away.")
  }
}
