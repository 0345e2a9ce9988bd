import CoreDataModel

/// What becomes of the rows of one concrete source entity, subentities apart.
package struct EntityMapping: Sendable, Hashable {
  /// Why rows have no place in the new model.
  package enum Dropped: Sendable, Hashable {
    case removed
    /// Its counterpart is abstract: no object can be of it.
    case abstract(String)
    /// No rule takes them.
    case notTaken
    /// They break a rule of the new model, and the mapping file says to leave such rows out.
    case rejected
  }

  package struct RelationshipPair: Sendable, Hashable {
    package let destination: PropertyKey
    package let source: PropertyKey

    package init(destination: PropertyKey, source: PropertyKey) {
      self.destination = destination
      self.source = source
    }
  }

  package var source: String
  /// Nil when the rows have no place.
  package var destination: String?
  package var dropped: Dropped?
  /// Every stored attribute of the destination entity, own and inherited, leaves of composites apart.
  package var attributes: [AttributeMapping]
  /// Stored attributes of the source entity without a place.
  package var droppedAttributes: [PropertyKey]
  /// Stored relationships both entities have, own and inherited.
  package var relationships: [RelationshipPair]
  /// Stored relationships of the source entity without a counterpart here.
  package var droppedRelationships: [PropertyKey]
  /// Stored relationships of the destination entity without a counterpart here.
  package var addedRelationships: [PropertyKey]
  /// Of dropped attributes: source entities with rows of the same keys that carry the values on.
  package var carriedElsewhere: [PropertyKey: [String]]

  package init(
    source: String, destination: String?, dropped: Dropped?, attributes: [AttributeMapping] = [],
    droppedAttributes: [PropertyKey] = [], relationships: [RelationshipPair] = [],
    droppedRelationships: [PropertyKey] = [], addedRelationships: [PropertyKey] = [],
    carriedElsewhere: [PropertyKey: [String]] = [:]
  ) {
    self.source = source
    self.destination = destination
    self.dropped = dropped
    self.attributes = attributes
    self.droppedAttributes = droppedAttributes
    self.relationships = relationships
    self.droppedRelationships = droppedRelationships
    self.addedRelationships = addedRelationships
    self.carriedElsewhere = carriedElsewhere
  }
}
