internal import JSON

/// An entity of one version, with the stored properties that it declares itself.
package struct ReportedEntity: ReportRow, Sendable, Equatable {
  package var name: String
  package var parent: String?
  package var isAbstract: Bool
  package var attributes: [ReportedAttribute]
  package var relationships: [ReportedRelationship]

  package init(
    name: String, parent: String? = nil, isAbstract: Bool = false, attributes: [ReportedAttribute] = [],
    relationships: [ReportedRelationship] = []
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.relationships = relationships
  }

  var sortKey: String { name }

  func inDefinedOrder() -> ReportedEntity {
    var entity = self
    entity.attributes.sort { $0.precedes($1) }
    entity.relationships.sort { $0.precedes($1) }
    return entity
  }

  var jsonValue: JSONValue {
    [
      "name": .string(name), "parent": .optional(parent), "abstract": .bool(isAbstract),
      "attributes": .array(attributes.map(\.jsonValue)),
      "relationships": .array(relationships.map(\.jsonValue)),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    name = try fields.string("name")
    parent = try fields.optionalString("parent")
    isAbstract = try fields.flag("abstract")
    attributes = try fields.list("attributes") { value, place throws(JSONShapeError) in
      try ReportedAttribute(value, at: place)
    }
    relationships = try fields.list("relationships") { value, place throws(JSONShapeError) in
      try ReportedRelationship(value, at: place)
    }
    try fields.finish()
  }
}
