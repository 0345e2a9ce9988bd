/// What becomes of rows that break a rule of the destination's model.
package enum InvalidRowsRule: String, Sendable, Hashable, CaseIterable {
  /// They are left out, each accounted for.
  case reject
  /// They stop the run.
  case block
}
