internal import JSON

/// A stored relationship of one version, by the entity that declares it.
package struct ReportedRelationship: ReportRow, Sendable, Equatable {
  package var name: String
  /// Name of the entity that it leads to.
  package var destination: String
  package var isToMany: Bool
  package var isOrdered: Bool
  package var isOptional: Bool
  /// Name of the other end, which the destination or one of its parents declares; nil where there is none.
  package var inverse: String?

  package init(
    name: String, destination: String, isToMany: Bool, isOrdered: Bool = false, isOptional: Bool = true,
    inverse: String?
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.inverse = inverse
  }

  var sortKey: String { name }

  var jsonValue: JSONValue {
    [
      "name": .string(name), "destination": .string(destination), "toMany": .bool(isToMany),
      "ordered": .bool(isOrdered), "optional": .bool(isOptional), "inverse": .optional(inverse),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    name = try fields.string("name")
    destination = try fields.string("destination")
    isToMany = try fields.flag("toMany")
    isOrdered = try fields.flag("ordered")
    isOptional = try fields.flag("optional")
    inverse = try fields.optionalString("inverse")
    try fields.finish()
  }
}
