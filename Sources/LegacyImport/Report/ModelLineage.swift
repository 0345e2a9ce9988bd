import CoreDataMapping
import CoreDataMigration
import CoreDataModel

/// Which entity and stored property of one version became which of another, over one step or several.
struct ModelLineage {
  struct Edge<Key: Hashable>: Hashable {
    let source: Key
    let destination: Key
  }

  /// How what an edge leads from became what it leads to, besides its name.
  struct Manner {
    var isByRule = false
    var isConverted = false

    func then(_ other: Manner) -> Manner {
      Manner(isByRule: isByRule || other.isByRule, isConverted: isConverted || other.isConverted)
    }
  }

  let source: ManagedObjectModel
  let destination: ManagedObjectModel
  private(set) var entities: [Edge<String>: Manner] = [:]
  private(set) var properties: [Edge<PropertyKey>: Manner] = [:]
  /// Of the source: rules read it, so that it counts as carried over.
  private(set) var read: Set<PropertyKey>
  /// Of the destination: rules fill it, from several properties or none.
  private(set) var made: Set<PropertyKey> = []

  /// Of one step.
  init(_ shown: ShownPlan) {
    let plan = shown.migration
    source = plan.source
    destination = plan.destination
    read = plan.readByRules
    for mapping in shown.mappings where !mapping.isRejected { add(mapping, plan) }
    for (after, before) in plan.pairs { addAbstract(before, after) }
  }

  private init(_ first: ModelLineage, _ second: ModelLineage) {
    source = first.source
    destination = second.destination
    entities = Self.composed(first.entities, second.entities)
    properties = Self.composed(first.properties, second.properties)
    read = first.read.union(
      first.properties.keys.filter { second.read.contains($0.destination) }.map(\.source))
    made = second.made.union(
      second.properties.keys.filter { first.made.contains($0.source) }.map(\.destination))
  }

  /// What follows from this and a step that goes on from its destination.
  func then(_ next: ModelLineage) -> ModelLineage { ModelLineage(self, next) }

  private static func composed<Key>(
    _ first: [Edge<Key>: Manner], _ second: [Edge<Key>: Manner]
  ) -> [Edge<Key>: Manner] {
    let onwards = Dictionary(grouping: second, by: \.key.source)
    var result: [Edge<Key>: Manner] = [:]
    for (edge, manner) in first {
      for (next, later) in onwards[edge.destination] ?? [] {
        let whole = manner.then(later)
        // Of several ways from one to the other the plainest is told.
        result.merge([Edge(source: edge.source, destination: next.destination): whole]) { one, other in
          Manner(
            isByRule: one.isByRule && other.isByRule, isConverted: one.isConverted && other.isConverted)
        }
      }
    }
    return result
  }

  private mutating func add(_ shown: ShownMapping, _ plan: MigrationPlan) {
    let mapping = shown.mapping
    guard let target = mapping.destination else { return }
    entities[Edge(source: mapping.source, destination: target)] = Manner(
      isByRule: plan.pairs[target] != mapping.source)
    for attribute in mapping.attributes {
      if shown.fillings[attribute.destination] != nil { continue }
      guard let origin = attribute.source, attribute.conversion != .incompatible else { continue }
      properties[Edge(source: origin, destination: attribute.destination)] = Manner(
        isConverted: attribute.conversion != .copy)
    }
    for pair in mapping.relationships where shown.fillings[pair.destination] == nil {
      properties[Edge(source: pair.source, destination: pair.destination)] = Manner()
    }
    for key in mapping.droppedRelationships {
      guard let other = plan.carriedByInverse(key), mapping.addedRelationships.contains(other) else {
        continue
      }
      properties[Edge(source: key, destination: other)] = Manner()
    }
    for (key, filling) in shown.fillings {
      if let origin = filling.from {
        properties[Edge(source: origin, destination: key)] = Manner(isByRule: true)
      } else {
        made.insert(key)
      }
    }
  }

  /// No rows tell of an abstract entity, nor of what only it declares.
  private mutating func addAbstract(_ before: String, _ after: String) {
    guard let old = source.entity(before), let new = destination.entity(after),
      old.isAbstract || new.isAbstract
    else { return }
    entities[Edge(source: before, destination: after)] = Manner()
    let told = (Set(properties.keys.map(\.source)), Set(properties.keys.map(\.destination)))
    func pair(_ one: (name: String, identifier: String), _ other: (name: String, identifier: String)) {
      let edge = Edge(source: PropertyKey(before, one.name), destination: PropertyKey(after, other.name))
      guard one.identifier == other.identifier, !told.0.contains(edge.source),
        !told.1.contains(edge.destination)
      else { return }
      properties[edge] = Manner()
    }
    for one in old.attributes {
      for other in new.attributes { pair((one.name, one.identifier), (other.name, other.identifier)) }
    }
    for one in old.relationships {
      for other in new.relationships { pair((one.name, one.identifier), (other.name, other.identifier)) }
    }
  }
}
