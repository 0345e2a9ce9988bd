import CoreDataMapping
import CoreDataModel

extension ShapePlan {
  /// The plan over the source's own entities, without what rules make: values that they set count as new. Entities whose
  /// rows several rules share have no place in it; keys tell where each row went.
  package func shownMigration(of source: ManagedObjectModel) -> MigrationPlan {
    let entities = source.entities.filter { !$0.isAbstract }.compactMap { entity -> EntityMapping? in
      let ruled = sources.first { $0.entity == entity.name }
      guard let ruled, !ruled.keepsOwnPlace else {
        return migration.mapping(ofSource: entity.name).map { shown($0, as: entity.name) }
      }
      guard ruled.mappings.count == 1, let member = ruled.mappings[0].member,
        let mapping = migration.mapping(ofSource: member)
      else { return EntityMapping(source: entity.name, destination: nil, dropped: .notTaken) }
      return shown(mapping, as: entity.name)
    }
    return MigrationPlan(
      source: source, destination: migration.destination, entities: entities, pairs: migration.pairs,
      ambiguities: migration.ambiguities, readByRules: migration.readByRules, hasRules: true)
  }

  private func shown(_ mapping: EntityMapping, as entity: String) -> EntityMapping {
    var result = mapping
    result.source = entity
    result.attributes = mapping.attributes.map { attribute in
      guard let source = attribute.source, names.isMadeUp(source.name) else { return attribute }
      return AttributeMapping(
        destination: attribute.destination, destinationAttribute: attribute.destinationAttribute, source: nil,
        sourceAttribute: nil, conversion: .copy)
    }
    result.relationships.removeAll { names.isMadeUp($0.source.name) }
    return result
  }
}
