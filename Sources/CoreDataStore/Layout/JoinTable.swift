import CoreDataModel

/// The table of a many-to-many relationship.
///
/// A column is named after the relationship whose objects it holds (format page 3.3).
package struct JoinTable: Sendable, Hashable {
  package struct Side: Sendable, Hashable {
    /// Holds keys of the objects `relationship` leads to.
    package var column: String
    package var relationship: PropertyKey
    /// Place of those objects, where `relationship` is ordered.
    package var orderColumn: String?
  }

  package var name: String
  package var first: Side
  /// For a relationship that is its own inverse, the column `REFLEXIVE`; both sides then name one relationship.
  package var second: Side

  package var isReflexive: Bool { first.relationship == second.relationship }

  /// The side that holds what `relationship` leads to.
  package func side(of relationship: PropertyKey) -> Side {
    first.relationship == relationship ? first : second
  }

  /// The side that holds the objects `relationship` starts from.
  package func opposite(of relationship: PropertyKey) -> Side {
    first.relationship == relationship ? second : first
  }

  /// Whether both hold the same links in columns of the same names, whichever side names the table.
  func hasSameColumns(as other: JoinTable) -> Bool {
    Set([first, second]) == Set([other.first, other.second])
  }
}
