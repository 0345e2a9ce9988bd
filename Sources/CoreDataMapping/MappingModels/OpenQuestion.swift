/// Something of a mapping model that only the app's code, or a person, knows.
package struct OpenQuestion: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A class of the app makes the rows.
    case policyClass
    /// A method of the app gives the value.
    case customFunction
    /// An expression of no known form, or one that does something else than its form says.
    case unknownExpression
    /// Which rows are taken is of no known form.
    case unknownPredicate
  }

  package var kind: Kind
  /// The entity mapping's name.
  package var entityMapping: String
  package var source: String?
  /// Nil where rows become nothing.
  package var destination: String?
  /// The destination's property; nil where the entity mapping as a whole is meant.
  package var property: String?
  package var isRelationship: Bool
  /// The class, or the expression without its constants.
  package var text: String
  package var place: MappingPlace

  package init(
    _ kind: Kind, of mapping: MappingModelEntity, property: String? = nil, isRelationship: Bool = false,
    text: String, place: MappingPlace? = nil
  ) {
    self.kind = kind
    entityMapping = mapping.name
    source = mapping.source
    destination = mapping.destination
    self.property = property
    self.isRelationship = isRelationship
    self.text = text
    self.place = place ?? mapping.place
  }
}
