import Diagnostics

/// Something that stands in the way of a run, counted on the real rows.
package struct Obstacle: Sendable {
  package var diagnostic: Diagnostic
  /// Names of the consents that answer it, any one of them; empty where none does.
  package var consents: [String]

  /// All rows it is about, where one question tells.
  var rows: RowSelection?

  init(_ diagnostic: Diagnostic, consents: [String] = [], rows: RowSelection? = nil) {
    self.diagnostic = diagnostic
    self.consents = consents
    self.rows = rows
  }
}
