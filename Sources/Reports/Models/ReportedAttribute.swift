internal import JSON

/// A stored attribute of one version; a leaf of a composite one is `attribute.element`.
package struct ReportedAttribute: ReportRow, Sendable, Equatable {
  package var name: String
  /// As a model's file writes it: `Integer 64`.
  package var type: String
  package var isOptional: Bool

  package init(name: String, type: String, isOptional: Bool) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }

  var sortKey: String { name }

  var jsonValue: JSONValue {
    ["name": .string(name), "type": .string(type), "optional": .bool(isOptional)]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    name = try fields.string("name")
    type = try fields.string("type")
    isOptional = try fields.flag("optional")
    try fields.finish()
  }
}
