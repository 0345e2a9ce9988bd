/// An error that can reach a user: why the work stopped, and how the program then ends.
package struct DiagnosticError: Error, Sendable {
  /// Non-empty. The first is the cause.
  package let diagnostics: [Diagnostic]
  package let exit: ExitStatus

  package init(_ exit: ExitStatus, _ diagnostics: [Diagnostic]) {
    self.exit = exit
    self.diagnostics = diagnostics
  }

  package init(_ exit: ExitStatus, _ diagnostic: Diagnostic) {
    self.init(exit, [diagnostic])
  }
}
