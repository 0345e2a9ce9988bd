internal import JSON

/// One step of a run that took several.
package struct StepSummary: Sendable, Equatable {
  package enum Means: String, Sendable, CaseIterable {
    case inferred
    /// A mapping file has the step.
    case mapping
    /// Rows became one by what a mapping file says, and nothing else changed.
    case merge
  }

  /// Names of versions.
  package var from: String
  package var to: String
  package var how: Means
  /// Name of the mapping file, without its folder.
  package var mapping: String?
  /// By the names of this step's versions; empty where the run did not get as far as proving it.
  package var entities: [EntityCounts]

  package init(from: String, to: String, how: Means, mapping: String? = nil, entities: [EntityCounts] = []) {
    self.from = from
    self.to = to
    self.how = how
    self.mapping = mapping
    self.entities = entities
  }

  var jsonValue: JSONValue {
    [
      "from": .string(from), "to": .string(to), "how": .string(how.rawValue), "mapping": .optional(mapping),
      "entities": .array(entities.sorted { $0.precedes($1) }.map(\.jsonValue)),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    from = try fields.string("from")
    to = try fields.string("to")
    how = try fields.word("how")
    mapping = try fields.optionalString("mapping")
    entities = try fields.list("entities") { value, place throws(JSONShapeError) in
      try EntityCounts(value, at: place)
    }
    try fields.finish()
  }
}
