import CoreDataMapping
import CoreDataModel
import CoreDataStore

/// For every stored relationship of the destination, what feeds it.
struct LinkPlan: Sendable {
  let origins: [PropertyKey: [LinkOrigin]]
  /// Destination relationships fed by source relationships that are not one pair: which links are meant is unclear.
  let ambiguous: [PropertyKey]
  /// Source relationship to the destination relationships its links go to.
  private let carriers: [PropertyKey: [Carrier]]

  /// A destination relationship that carries the links of a source relationship.
  struct Carrier: Hashable, Comparable {
    let relationship: PropertyKey
    /// It leads the other way: its owners are the source relationship's targets.
    let isReversed: Bool

    static func < (lhs: Carrier, rhs: Carrier) -> Bool {
      lhs.relationship == rhs.relationship
        ? !lhs.isReversed && rhs.isReversed : lhs.relationship < rhs.relationship
    }
  }

  init(plan: MigrationPlan, source: StoreLayout, destination: StoreLayout) {
    var origins: [PropertyKey: [LinkOrigin]] = [:]
    var ambiguous: [PropertyKey] = []
    var carriers: [PropertyKey: Set<Carrier>] = [:]
    for entity in plan.destination.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        let forward = plan.origins(of: key)
        let backward =
          plan.destination.inverse(of: key).map { plan.origins(of: $0) } ?? []
        let forwardPairs = Set(forward.map { Self.pair($0.source, plan.source) })
        let backwardPairs = Set(backward.map { Self.pair($0.source, plan.source) })
        let pairs = forwardPairs.union(backwardPairs)
        let perEntity = !relationship.isToMany && backwardPairs.isSubset(of: forwardPairs)
        // Rules say for each entity what is meant; of a to-one only one end may say it.
        let isRuled = plan.hasRules && (relationship.isToMany || forwardPairs.isEmpty)
        if pairs.count > 1 && !perEntity && !isRuled { ambiguous.append(key) }
        var found = forward.map {
          LinkOrigin(relationship: $0.source, isReversed: false, entities: $0.entities)
        }
        if found.isEmpty, let first = backward.first?.source {
          if let inverse = plan.source.inverse(of: first) {
            found = [LinkOrigin(relationship: inverse, isReversed: false, entities: nil)]
          } else {
            found = [LinkOrigin(relationship: first, isReversed: true, entities: nil)]
          }
        }
        if isRuled {
          // Other entities may have their own relationship for it, seen from the other end.
          for origin in backward.map(\.source) where !forwardPairs.contains(Self.pair(origin, plan.source)) {
            let other = plan.source.inverse(of: origin)
            let more = LinkOrigin(relationship: other ?? origin, isReversed: other == nil, entities: nil)
            if !found.contains(more) { found.append(more) }
          }
        }
        origins[key] = found
        for (sources, isReversed) in [(forward, false), (backward, true)] {
          for origin in sources.map(\.source) {
            carriers[origin, default: []].insert(Carrier(relationship: key, isReversed: isReversed))
            if let inverse = plan.source.inverse(of: origin) {
              carriers[inverse, default: []].insert(Carrier(relationship: key, isReversed: !isReversed))
            }
          }
        }
      }
    }
    self.origins = origins
    self.ambiguous = ambiguous.sorted()
    self.carriers = carriers.mapValues { $0.sorted() }
  }

  /// Destination relationships, either end, that carry the links of a source relationship; empty when none does.
  func carriers(of source: PropertyKey) -> [Carrier] { carriers[source] ?? [] }

  /// A relationship and its inverse are one pair; the lesser name stands for both.
  private static func pair(_ key: PropertyKey, _ model: ManagedObjectModel) -> PropertyKey {
    model.inverse(of: key).map { min($0, key) } ?? key
  }
}
