import Diagnostics

/// What a comparison of the first store and the last one found.
package struct WalkComparison: Sendable {
  /// Rows of the first store, by what became of them in the last one.
  package var entities: [ValidationResult.EntityAccount] = []
  /// Any of these fails the run.
  package var differences: [Diagnostic] = []
  /// Attributes of the last version that every step carried over, and those that got their values on the way.
  package var attributes = 0
  package var attributesByStep = 0
  /// Relationships of the first version whose links are to be what they were, and those that steps reshaped.
  package var relationships = 0
  package var relationshipsByStep = 0

  package init() {}
}
