import Diagnostics

/// A row that is left out because it breaks a rule of the new model, as the mapping file asks for.
package struct Rejection: Sendable, Hashable {
  /// Entity of the shaped source that the row was of.
  let shapedEntity: String
  /// Exact source entity, as people know it.
  package let entity: String
  package let key: Int64
  /// What it was to become.
  package let destination: String
  package let reason: DiagnosticID
  /// Of the new model.
  package let property: String?
  /// Where a required link leads to a row that is left out itself: that row's key.
  package let because: Int64?
}

extension DiagnosticID {
  package static let rowsRejected = DiagnosticID("rows.rejected")
}
