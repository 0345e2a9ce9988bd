import CoreDataModel

/// Where the links of a destination relationship come from: a source relationship, seen from the same end or the other.
struct LinkOrigin: Sendable, Hashable {
  let relationship: PropertyKey
  /// The source relationship leads the other way: its owners are our targets.
  let isReversed: Bool
  /// Concrete source entities it feeds, where it is paired from this end; nil for all of them.
  let entities: [String]?
}
