import CoreDataMigration
import CoreDataModel
import Reports

extension ReportedModels {
  init(_ lineage: ModelLineage) {
    self.init(
      source: lineage.source.entities.map(ReportedEntity.init),
      destination: lineage.destination.entities.map(ReportedEntity.init),
      became: LineageChanges(lineage).list)
  }
}

extension ReportedEntity {
  init(_ entity: EntityDescription) {
    self.init(
      name: entity.name, parent: entity.superentity, isAbstract: entity.isAbstract,
      attributes: entity.attributes.filter { !$0.isTransient }.flatMap(Self.leaves),
      relationships: entity.relationships.filter { !$0.isTransient }.map {
        ReportedRelationship(
          name: $0.name, destination: $0.destinationEntity, isToMany: $0.isToMany, isOrdered: $0.isOrdered,
          isOptional: $0.isOptional, inverse: $0.inverseName)
      })
  }

  /// A composite attribute has a column for each of its elements, and none of its own.
  private static func leaves(_ attribute: AttributeDescription) -> [ReportedAttribute] {
    guard !attribute.compositeElements.isEmpty else {
      return [
        ReportedAttribute(
          name: attribute.name, type: attribute.type.modelName, isOptional: attribute.isOptional)
      ]
    }
    return attribute.compositeElements.map {
      ReportedAttribute(
        name: "\(attribute.name).\($0.name)", type: $0.type.modelName, isOptional: $0.isOptional)
    }
  }
}

/// What a lineage says of each entity and property, in words.
private struct LineageChanges {
  private let lineage: ModelLineage
  private let starts: [String: Set<String>]
  private let arrivals: [String: Set<String>]

  init(_ lineage: ModelLineage) {
    self.lineage = lineage
    let edges = lineage.entities.keys
    starts = Dictionary(edges.map { ($0.source, [$0.destination]) }, uniquingKeysWith: { $0.union($1) })
    arrivals = Dictionary(edges.map { ($0.destination, [$0.source]) }, uniquingKeysWith: { $0.union($1) })
  }

  var list: [ReportedChange] { entities + properties }

  private var entities: [ReportedChange] {
    lineage.entities.map { edge, manner in
      let change: ReportedChange.Change =
        if starts[edge.source]?.count ?? 0 > 1 {
          .split
        } else if arrivals[edge.destination]?.count ?? 0 > 1 {
          .merged
        } else if manner.isByRule {
          .byRule
        } else {
          edge.source == edge.destination ? .kept : .renamed
        }
      return ReportedChange(change, source: .init(edge.source), destination: .init(edge.destination))
    }
      + lineage.source.entities.filter { starts[$0.name] == nil }.map {
        ReportedChange(.dropped, source: .init($0.name), destination: nil)
      }
      + lineage.destination.entities.filter { arrivals[$0.name] == nil }.map {
        ReportedChange(.new, source: nil, destination: .init($0.name))
      }
  }

  /// Without those that share what became of their entity.
  private var properties: [ReportedChange] {
    let edges = lineage.properties
    let (left, reached) = (Set(edges.keys.map(\.source)), Set(edges.keys.map(\.destination)))
    let (own, new) = (Self.stored(lineage.source), Self.stored(lineage.destination))
    return edges.compactMap { edge, manner in
      // A rule may name an entity that inherits the property.
      guard own.contains(edge.source), new.contains(edge.destination) else { return nil }
      let change = change(edge, manner)
      return change == .kept
        ? nil
        : ReportedChange(change, source: Self.name(edge.source), destination: Self.name(edge.destination))
    }
      + own.filter { !left.contains($0) && starts[$0.entity] != nil }.map {
        ReportedChange(
          lineage.read.contains($0) ? .byRule : .dropped, source: Self.name($0), destination: nil)
      }
      + new.filter { !reached.contains($0) && arrivals[$0.entity] != nil }.map {
        ReportedChange(
          lineage.made.contains($0) ? .byRule : .new, source: nil, destination: Self.name($0))
      }
  }

  private func change(_ edge: ModelLineage.Edge<PropertyKey>, _ manner: ModelLineage.Manner)
    -> ReportedChange.Change
  {
    if manner.isByRule { return .byRule }
    if manner.isConverted || isReshaped(edge) { return .converted }
    if edge.source.name != edge.destination.name { return .renamed }
    return starts[edge.source.entity]?.contains(edge.destination.entity) ?? false ? .kept : .moved
  }

  private func isReshaped(_ edge: ModelLineage.Edge<PropertyKey>) -> Bool {
    if let before = lineage.source.storedAttribute(edge.source),
      let after = lineage.destination.storedAttribute(edge.destination)
    {
      return before.type != after.type
    }
    guard let before = lineage.source.relationship(edge.source),
      let after = lineage.destination.relationship(edge.destination)
    else { return true }
    return before.isToMany != after.isToMany || before.isOrdered != after.isOrdered
  }

  private static func stored(_ model: ManagedObjectModel) -> Set<PropertyKey> {
    Set(
      model.entities.map(ReportedEntity.init).flatMap { entity in
        (entity.attributes.map(\.name) + entity.relationships.map(\.name)).map {
          PropertyKey(entity.name, $0)
        }
      })
  }

  private static func name(_ key: PropertyKey) -> ReportedChange.Name { .init(key.entity, key.name) }
}
