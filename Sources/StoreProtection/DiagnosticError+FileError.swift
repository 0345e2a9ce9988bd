package import Diagnostics
package import FileOperations

extension DiagnosticID {
  package static let fileFailed = DiagnosticID("file.failed")
  package static let interrupted = DiagnosticID("import.interrupted")
  package static let fileNoSpace = DiagnosticID("file.no-space")
}

extension DiagnosticError {
  /// A signal asked for the end.
  package static let interrupted = DiagnosticError(
    .interrupted,
    Diagnostic(
      .interrupted, .error, summary: "The run was interrupted by a signal. What it had made was thrown away.",
      recovery: ["Run the same command again."]))

  /// A file call that failed ends the run: 9 when the disk is full, 10 when it was given up for a signal, else 2.
  package init(_ error: FileError) {
    if error.code == Interruption.errorCode {
      self = .interrupted
    } else if error.isLackOfSpace {
      self.init(
        .noSpace,
        Diagnostic(
          .fileNoSpace, .error, summary: error.nameOnly,
          recovery: ["Make room on that disk, or name another place, then run again."]))
    } else {
      self.init(
        .failure,
        Diagnostic(
          .fileFailed, .error, summary: error.nameOnly,
          recovery: ["Remove the cause that the system names, then run again."]))
    }
  }
}

/// Makes file calls whose failure ends the run.
func reporting<Value>(_ calls: () throws(FileError) -> Value) throws(DiagnosticError) -> Value {
  do {
    return try calls()
  } catch {
    throw DiagnosticError(error)
  }
}
