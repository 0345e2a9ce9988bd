import CoreDataModel

/// What a name in a mapping file stands for in a model.
enum MappedProperty {
  /// Also a part of an attribute that has parts, `attribute.part`.
  case attribute(AttributeDescription)
  /// An attribute with parts, by their names; each is stored by itself.
  case composite([String])
  case relationship(RelationshipDescription)
  /// A fetched property, or something transient.
  case notStored
}

extension ManagedObjectModel {
  /// An own or inherited property of the entity; nil if there is none of that name.
  func mappedProperty(_ name: String, of entity: String) -> MappedProperty? {
    let whole = String(name.prefix { $0 != "." })
    if let attribute = attributes(of: entity).first(where: { $0.attribute.name == whole })?.attribute {
      if attribute.isTransient { return whole == name ? .notStored : nil }
      let parts = attribute.compositeElements
      if whole == name {
        return attribute.type == .composite
          ? .composite(parts.map { "\(whole).\($0.name)" }) : .attribute(attribute)
      }
      return parts.first { "\(whole).\($0.name)" == name }.map { .attribute($0) }
    }
    if let found = relationships(of: entity).first(where: { $0.relationship.name == name }) {
      return found.relationship.isTransient ? .notStored : .relationship(found.relationship)
    }
    return lineage(of: entity).contains { $0.fetchedProperties.contains(name) } ? .notStored : nil
  }

  /// Names of all that `mappedProperty` finds, parts apart.
  func mappedNames(of entity: String) -> [String] {
    attributes(of: entity).map(\.attribute.name) + relationships(of: entity).map(\.relationship.name)
      + lineage(of: entity).flatMap(\.fetchedProperties)
  }
}
