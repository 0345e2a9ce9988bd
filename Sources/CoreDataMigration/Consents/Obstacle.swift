import Diagnostics

/// Something that stands in the way of a run, counted on the real rows.
package struct Obstacle: Sendable {
  package var diagnostic: Diagnostic
  /// Names of the consents that answer it, any one of them; empty where none does.
  package var consents: [String]

  init(_ diagnostic: Diagnostic, consents: [String] = []) {
    self.diagnostic = diagnostic
    self.consents = consents
  }
}
