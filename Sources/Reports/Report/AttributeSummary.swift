internal import JSON

/// The values of one attribute, told without any of them.
package struct AttributeSummary: ReportRow, Sendable, Equatable {
  package var entity: String
  package var name: String
  package var nulls: Int64
  /// `sha256:` and hexadecimal digits, over records of key, storage class, length and bytes in ascending
  /// original key; nil when no values were compared.
  package var digest: String?

  package init(entity: String, name: String, nulls: Int64, digest: String?) {
    self.entity = entity
    self.name = name
    self.nulls = nulls
    self.digest = digest
  }

  var sortKey: String { entity + "\u{0}" + name }

  var jsonValue: JSONValue {
    [
      "entity": .string(entity), "name": .string(name), "nulls": .integer(nulls),
      "digest": .optional(digest),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    entity = try fields.string("entity")
    name = try fields.string("name")
    nulls = try fields.count("nulls")
    digest = try fields.optionalString("digest")
    try fields.finish()
  }
}
