import CoreDataModel

/// Infers a plan from two model versions, as Core Data's lightweight migration would (format page 6.1).
package struct MappingInference {
  private let source: ManagedObjectModel
  private let destination: ManagedObjectModel

  package static func plan(from source: ManagedObjectModel, to destination: ManagedObjectModel)
    -> MigrationPlan
  {
    MappingInference(source: source, destination: destination).plan()
  }

  package init(source: ManagedObjectModel, destination: ManagedObjectModel) {
    self.source = source
    self.destination = destination
  }

  private func plan() -> MigrationPlan {
    let matcher = IdentifierMatcher(
      source: source.entities.map { .init(name: $0.name, renamingIdentifier: $0.renamingIdentifier) },
      destination: destination.entities.map {
        .init(name: $0.name, renamingIdentifier: $0.renamingIdentifier)
      })
    let destinationOf = Dictionary(
      matcher.pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var ambiguities = matcher.ambiguous.map { MigrationPlan.Ambiguity(entity: nil, identifier: $0) }
    var entities: [EntityMapping] = []
    for entity in source.entities where !entity.isAbstract {
      entities.append(mapping(of: entity.name, to: destinationOf[entity.name], &ambiguities))
    }
    return MigrationPlan(
      source: source, destination: destination, entities: entities, pairs: matcher.pairs,
      ambiguities: ambiguities)
  }

  /// What becomes of the rows of a concrete source entity as rows of a destination entity that need not be its
  /// counterpart: properties are paired by their identifiers all the same.
  package func mapping(of name: String, to target: String) -> EntityMapping {
    // Of the counterparts they are known already; of others a rule says what is meant.
    var ambiguities: [MigrationPlan.Ambiguity] = []
    return mapping(of: name, to: target, &ambiguities)
  }

  private func mapping(
    of name: String, to target: String?, _ ambiguities: inout [MigrationPlan.Ambiguity]
  ) -> EntityMapping {
    guard let target, let entity = destination.entity(target), !entity.isAbstract else {
      return EntityMapping(
        source: name, destination: nil, dropped: target.map { .abstract($0) } ?? .removed)
    }
    let attributes = attributeMappings(of: name, to: target, &ambiguities)
    let carried = Set(attributes.compactMap(\.source))
    let relationships = relationshipPairs(of: name, to: target, &ambiguities)
    let ends = Set(relationships.map(\.source))
    let fed = Set(relationships.map(\.destination))
    return EntityMapping(
      source: name, destination: target, dropped: nil, attributes: attributes,
      droppedAttributes: Self.stored(source.attributes(of: name)).map(\.key).filter { !carried.contains($0) },
      relationships: relationships,
      droppedRelationships: Self.stored(source.relationships(of: name)).filter { !ends.contains($0) },
      addedRelationships: Self.stored(destination.relationships(of: target)).filter { !fed.contains($0) })
  }

  private func attributeMappings(
    of name: String, to target: String, _ ambiguities: inout [MigrationPlan.Ambiguity]
  ) -> [AttributeMapping] {
    let old = source.attributes(of: name).filter { !$0.attribute.isTransient }
    let new = destination.attributes(of: target).filter { !$0.attribute.isTransient }
    let matcher = IdentifierMatcher(
      source: old.map { .init(name: $0.attribute.name, renamingIdentifier: $0.attribute.renamingIdentifier) },
      destination: new.map {
        .init(name: $0.attribute.name, renamingIdentifier: $0.attribute.renamingIdentifier)
      })
    ambiguities += matcher.ambiguous.map { .init(entity: target, identifier: $0) }
    let oldLeaves = Dictionary(
      Self.stored(old).map { ($0.key.name, $0) }, uniquingKeysWith: { first, _ in first })
    return new.flatMap { declaring, attribute in
      let origin = matcher.pairs[attribute.name]
      return Self.leaves(attribute).map { path, leaf in
        let suffix = path.dropFirst(attribute.name.count)
        let found = origin.flatMap { oldLeaves[$0 + suffix] }
        return AttributeMapping(
          destination: PropertyKey(declaring, path), destinationAttribute: leaf, source: found?.key,
          sourceAttribute: found?.attribute,
          conversion: found.map { Self.conversion(from: $0.attribute, to: leaf) } ?? .copy)
      }
    }
  }

  private func relationshipPairs(
    of name: String, to target: String, _ ambiguities: inout [MigrationPlan.Ambiguity]
  ) -> [EntityMapping.RelationshipPair] {
    let old = source.relationships(of: name).filter { !$0.relationship.isTransient }
    let new = destination.relationships(of: target).filter { !$0.relationship.isTransient }
    let matcher = IdentifierMatcher(
      source: old.map {
        .init(name: $0.relationship.name, renamingIdentifier: $0.relationship.renamingIdentifier)
      },
      destination: new.map {
        .init(name: $0.relationship.name, renamingIdentifier: $0.relationship.renamingIdentifier)
      }
    )
    ambiguities += matcher.ambiguous.map { .init(entity: target, identifier: $0) }
    let origins = Dictionary(
      old.map { ($0.relationship.name, PropertyKey($0.declaring, $0.relationship.name)) },
      uniquingKeysWith: { first, _ in first })
    return new.compactMap { declaring, relationship in
      matcher.pairs[relationship.name].flatMap { origins[$0] }.map {
        .init(destination: PropertyKey(declaring, relationship.name), source: $0)
      }
    }
  }

  private static func conversion(
    from old: AttributeDescription, to new: AttributeDescription
  ) -> AttributeMapping.Conversion {
    guard old.type.isCarriedOver(to: new.type) else {
      return ValueConversion(from: old.type, to: new.type).map { .convert($0) } ?? .incompatible
    }
    return switch (old.allowsExternalBinaryDataStorage, new.allowsExternalBinaryDataStorage) {
    case (false, true): .addTag
    case (true, false): .removeTag
    default: .copy
    }
  }

  private static func leaves(_ attribute: AttributeDescription) -> [(
    path: String, leaf: AttributeDescription
  )] {
    guard attribute.type == .composite else { return [(attribute.name, attribute)] }
    return attribute.compositeElements.map { element in
      // Where the whole may be missing, so may each leaf.
      var leaf = element
      leaf.isOptional = element.isOptional || attribute.isOptional
      return ("\(attribute.name).\(element.name)", leaf)
    }
  }

  private static func stored(_ attributes: [(declaring: String, attribute: AttributeDescription)])
    -> [(key: PropertyKey, attribute: AttributeDescription)]
  {
    attributes.filter { !$0.attribute.isTransient }.flatMap { declaring, attribute in
      leaves(attribute).map { (PropertyKey(declaring, $0.path), $0.leaf) }
    }
  }

  private static func stored(_ relationships: [(declaring: String, relationship: RelationshipDescription)])
    -> [PropertyKey]
  {
    relationships.filter { !$0.relationship.isTransient }.map {
      PropertyKey($0.declaring, $0.relationship.name)
    }
  }
}
