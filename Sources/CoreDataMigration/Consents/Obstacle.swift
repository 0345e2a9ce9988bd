import Diagnostics

/// Something that stands in the way of a run, counted on the real rows.
package struct Obstacle: Sendable {
  package var diagnostic: Diagnostic
  /// Names of the consents that answer it, any one of them; empty where none does.
  package var consents: [String]
  /// Old keys of rows that stand in each other's way, group by group: at most `Diagnostic.maximumOldKeys` groups of as
  /// many keys.
  package var groups: [[Int64]]

  /// All rows it is about, where one question tells.
  var rows: RowSelection?

  init(_ diagnostic: Diagnostic, consents: [String] = [], groups: [[Int64]] = [], rows: RowSelection? = nil) {
    self.diagnostic = diagnostic
    self.consents = consents
    self.groups = groups
    self.rows = rows
  }
}
