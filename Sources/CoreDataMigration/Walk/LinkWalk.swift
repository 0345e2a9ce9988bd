import CoreDataMapping
import CoreDataModel

/// Where the links of one relationship go, step by step.
package struct LinkWalk {
  /// The relationships that may hold them, before each step and after the last.
  package let places: [Set<PropertyKey>]
  /// Whether they all go one way, and no step narrows or reshapes them: then they are what they were.
  let isPlain: Bool

  /// Where they are after the last step; empty where a step leaves them out.
  package var ends: Set<PropertyKey> { places.last ?? [] }

  package init(from relationship: PropertyKey, _ plans: [MigrationPlan], _ touched: [Set<PropertyKey>] = []) {
    var places: [Set<PropertyKey>] = [[relationship]]
    var isPlain = true
    for (position, plan) in plans.enumerated() {
      var next: Set<PropertyKey> = []
      for place in places[position] {
        let step = LinkStep(of: place, plan)
        next.formUnion(step.destinations)
        isPlain = isPlain && step.isPlain
      }
      if position < touched.count, !touched[position].isDisjoint(with: next) { isPlain = false }
      places.append(next)
    }
    self.places = places
    self.isPlain = isPlain && (places.last?.count ?? 0) == 1
  }
}

/// What one step does with the links of one relationship.
struct LinkStep {
  let destinations: Set<PropertyKey>
  let isPlain: Bool

  init(of relationship: PropertyKey, _ plan: MigrationPlan) {
    let inverse = plan.source.inverse(of: relationship)
    let own = Self.paired(relationship, plan)
    let back = inverse.map { Self.paired($0, plan) } ?? (ends: [], isWhole: true)
    destinations = own.ends.union(back.ends.compactMap { plan.destination.inverse(of: $0) })
    guard destinations.count == 1, let end = destinations.first, own.isWhole || own.ends.isEmpty,
      back.isWhole || back.ends.isEmpty, let old = Shape(relationship, plan.source),
      let new = Shape(end, plan.destination)
    else {
      isPlain = false
      return
    }
    isPlain = old.fits(in: new) && Self.isOneKin(relationship, end, plan)
  }

  /// The relationships that this one is paired with, and whether that is so for all rows that have a place.
  private static func paired(_ relationship: PropertyKey, _ plan: MigrationPlan) -> (
    ends: Set<PropertyKey>, isWhole: Bool
  ) {
    var ends: Set<PropertyKey> = []
    var isWhole = true
    for mapping in plan.entities
    where mapping.destination != nil && plan.source.isKind(mapping.source, of: relationship.entity) {
      let own = mapping.relationships.filter { $0.source == relationship }.map(\.destination)
      if own.count != 1 { isWhole = false }
      ends.formUnion(own)
    }
    return (ends, isWhole && ends.count <= 1)
  }

  /// Whether rows at both ends are still of the kind that the relationship is between.
  private static func isOneKin(_ old: PropertyKey, _ new: PropertyKey, _ plan: MigrationPlan) -> Bool {
    guard let source = plan.source.relationship(old), let destination = plan.destination.relationship(new)
    else { return false }
    return plan.entities.allSatisfy { mapping in
      guard let entity = mapping.destination else { return true }
      return
        (!plan.source.isKind(mapping.source, of: old.entity)
        || plan.destination.isKind(entity, of: new.entity))
        && (!plan.source.isKind(mapping.source, of: source.destinationEntity)
          || plan.destination.isKind(entity, of: destination.destinationEntity))
    }
  }

  /// How many objects a place for links can hold at each end.
  private struct Shape {
    let hasManyTargets: Bool
    let hasManyOwners: Bool
    let isOneToOne: Bool
    let isReflexive: Bool

    init?(_ key: PropertyKey, _ model: ManagedObjectModel) {
      guard let relationship = model.relationship(key) else { return nil }
      let inverse = model.inverse(of: key)
      let back = inverse.flatMap { model.relationship($0) }
      hasManyTargets = relationship.isToMany
      // Without an inverse a to-one may be shared, and a to-many is a key column of its targets.
      hasManyOwners = back?.isToMany ?? !relationship.isToMany
      isOneToOne = back.map { !$0.isToMany && !relationship.isToMany } ?? false
      isReflexive = inverse == key
    }

    func fits(in other: Shape) -> Bool {
      (!hasManyTargets || other.hasManyTargets) && (!hasManyOwners || other.hasManyOwners)
        && isReflexive == other.isReflexive
        // Its two columns need not agree; where one of them goes, the other does not count.
        && (!isOneToOne || !other.hasManyTargets && (other.isOneToOne || other.hasManyOwners))
    }
  }
}
