import CoreDataMapping
import CoreDataModel

extension MigrationPlan {
  /// Where the links of a relationship go that has no counterpart itself: its inverse may have one, and the links are
  /// the same.
  func carriedByInverse(_ relationship: PropertyKey) -> PropertyKey? {
    guard let inverse = source.inverse(of: relationship) else { return nil }
    for mapping in entities {
      for pair in mapping.relationships where pair.source == inverse {
        if let other = destination.inverse(of: pair.destination) { return other }
      }
    }
    return nil
  }
}
