import CoreDataModel

extension AttributeDescription {
  static func string(_ name: String) -> AttributeDescription { .init(name: name, type: .string) }
  static func integer(_ name: String) -> AttributeDescription { .init(name: name, type: .integer32) }
}

extension RelationshipDescription {
  static func toOne(_ name: String, _ destination: String, inverse: String?) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, destinationEntity: destination)
    relationship.inverseName = inverse
    relationship.maxCount = 1
    relationship.isOptional = true
    return relationship
  }

  static func toMany(_ name: String, _ destination: String, inverse: String?, isOrdered: Bool = false)
    -> RelationshipDescription
  {
    var relationship = RelationshipDescription(name: name, destinationEntity: destination)
    relationship.inverseName = inverse
    relationship.isToMany = true
    relationship.isOrdered = isOrdered
    relationship.isOptional = true
    return relationship
  }
}

extension EntityDescription {
  static func make(
    _ name: String, under superentity: String? = nil, isAbstract: Bool = false,
    _ attributes: [AttributeDescription] = [], _ relationships: [RelationshipDescription] = [],
    identifier: String? = nil
  ) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.superentity = superentity
    entity.isAbstract = isAbstract
    entity.attributes = attributes
    entity.relationships = relationships
    entity.renamingIdentifier = identifier
    return entity
  }
}
