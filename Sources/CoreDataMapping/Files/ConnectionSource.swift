/// What a destination relationship is connected to.
package struct ConnectionSource: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// What becomes of the row itself.
    case objectID
    /// What becomes of the rows that a relationship of the source leads to.
    case relationship
    /// What becomes of the row whose key SQL gives.
    case expression
  }

  /// The word for the row itself, also in SQL.
  package static let objectID = "objectID"

  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// `NULL`: nothing is connected, whatever inference would do.
  package var isNothing: Bool { text.filter { !"() \n\t".contains($0) }.uppercased() == "NULL" }

  /// A name alone is a relationship's; everything else is SQL.
  package var kind: Kind {
    if text == Self.objectID { return .objectID }
    if isNothing { return .expression }
    let isName = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0)
    }
    return isName ? .relationship : .expression
  }
}
