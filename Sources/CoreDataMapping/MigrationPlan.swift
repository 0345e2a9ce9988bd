import CoreDataModel

/// What becomes what, as far as two model versions tell: no rows have been looked at.
package struct MigrationPlan: Sendable {
  package let source: ManagedObjectModel
  package let destination: ManagedObjectModel
  /// One for every concrete source entity, by name.
  package let entities: [EntityMapping]
  /// Destination entity to source entity, abstract ones too.
  package let pairs: [String: String]
  /// Identifiers that do not tell which of several is meant.
  package let ambiguities: [Ambiguity]
  /// Properties of the source, by the entity that declares them, that a rule reads: they count as carried over.
  package let readByRules: Set<PropertyKey>
  /// Whether rules of a mapping file have a part in it.
  package let hasRules: Bool

  package struct Ambiguity: Sendable, Hashable {
    /// Nil when the entities themselves are meant.
    package let entity: String?
    package let identifier: String
  }

  private let mappingOf: [String: EntityMapping]

  package init(
    source: ManagedObjectModel, destination: ManagedObjectModel, entities: [EntityMapping],
    pairs: [String: String], ambiguities: [Ambiguity], readByRules: Set<PropertyKey> = [],
    hasRules: Bool = false
  ) {
    self.source = source
    self.destination = destination
    self.entities = entities
    self.pairs = pairs
    self.ambiguities = ambiguities
    self.readByRules = readByRules
    self.hasRules = hasRules
    mappingOf = Dictionary(entities.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The mapping of a concrete source entity; nil for an abstract or unknown one.
  package func mapping(ofSource entity: String) -> EntityMapping? { mappingOf[entity] }

  /// Destination entity of a concrete source entity's rows; nil when they have no place.
  package func destination(ofSource entity: String) -> String? { mappingOf[entity]?.destination }

  /// Whether a rule reads a relationship of the source, from either end.
  package func isReadByRule(_ relationship: PropertyKey) -> Bool {
    readByRules.contains(relationship)
      || source.inverse(of: relationship).map { readByRules.contains($0) } ?? false
  }

  /// The source relationships that feed a destination relationship, each with the concrete entities it does so for.
  /// A pair may feed from both its ends; which end is read is not the plan's business.
  package func origins(of relationship: PropertyKey) -> [(source: PropertyKey, entities: [String])] {
    var result: [PropertyKey: [String]] = [:]
    for mapping in entities {
      for pair in mapping.relationships where pair.destination == relationship {
        result[pair.source, default: []].append(mapping.source)
      }
    }
    return result.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
