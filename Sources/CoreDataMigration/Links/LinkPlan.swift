import CoreDataMapping
import CoreDataModel
import CoreDataStore

/// For every stored relationship of the destination, what feeds it.
struct LinkPlan: Sendable {
  let origins: [PropertyKey: [LinkOrigin]]
  /// Destination relationships fed by source relationships that are not one pair: which links are meant is unclear.
  let ambiguous: [PropertyKey]
  /// Source relationship to the destination relationship its links go to, for owners of one concrete entity.
  private let carriers: [PropertyKey: [PropertyKey]]

  init(plan: MigrationPlan, source: StoreLayout, destination: StoreLayout) {
    var origins: [PropertyKey: [LinkOrigin]] = [:]
    var ambiguous: [PropertyKey] = []
    var carriers: [PropertyKey: Set<PropertyKey>] = [:]
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
        if pairs.count > 1 && !perEntity { ambiguous.append(key) }
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
        origins[key] = found
        for origin in forward.map(\.source) + backward.map(\.source) {
          carriers[origin, default: []].insert(key)
          if let inverse = plan.source.inverse(of: origin) { carriers[inverse, default: []].insert(key) }
        }
      }
    }
    self.origins = origins
    self.ambiguous = ambiguous.sorted()
    self.carriers = carriers.mapValues { $0.sorted() }
  }

  /// Destination relationships, either end, that carry the links of a source relationship; empty when none does.
  func carriers(of source: PropertyKey) -> [PropertyKey] { carriers[source] ?? [] }

  /// A relationship and its inverse are one pair; the lesser name stands for both.
  private static func pair(_ key: PropertyKey, _ model: ManagedObjectModel) -> PropertyKey {
    model.inverse(of: key).map { min($0, key) } ?? key
  }
}
