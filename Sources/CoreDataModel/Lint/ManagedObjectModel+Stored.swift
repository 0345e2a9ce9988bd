extension ManagedObjectModel {
  /// Stored attributes with the entity that declares each.
  var storedAttributes: [(entity: String, attribute: AttributeDescription)] {
    entities.flatMap { entity in
      entity.attributes.filter { !$0.isTransient }.map { (entity.name, $0) }
    }
  }

  /// Stored relationships with the entity that declares each.
  var storedRelationships: [(entity: String, relationship: RelationshipDescription)] {
    entities.flatMap { entity in
      entity.relationships.filter { !$0.isTransient }.map { (entity.name, $0) }
    }
  }
}
