internal import JSON

/// What one entity or property became from the first version to the last.
package struct ReportedChange: ReportRow, Sendable, Equatable {
  /// The words that a plan has for it too.
  package enum Change: String, Sendable, CaseIterable {
    case kept
    case renamed
    /// Of a property: an entity that is not its own's counterpart declares it now.
    case moved
    /// Of a property: it has another type or form.
    case converted
    /// Of an entity: others became the same one too.
    case merged
    /// Of an entity: it became several.
    case split
    case byRule = "by-rule"
    case dropped
    case new
  }

  package struct Name: Sendable, Hashable {
    package var entity: String
    /// Nil where the entity itself is meant.
    package var property: String?

    package init(_ entity: String, _ property: String? = nil) {
      self.entity = entity
      self.property = property
    }

    var text: String { property.map { "\(entity).\($0)" } ?? entity }

    var jsonValue: JSONValue { ["entity": .string(entity), "property": .optional(property)] }

    init?(_ value: JSONValue, at place: String) throws(JSONShapeError) {
      if value == .null { return nil }
      var fields = try ObjectFields(value, at: place)
      entity = try fields.string("entity")
      property = try fields.optionalString("property")
      try fields.finish()
    }
  }

  package var change: Change
  /// Nil for what is new.
  package var source: Name?
  /// Nil for what is dropped.
  package var destination: Name?

  package init(_ change: Change, source: Name?, destination: Name?) {
    self.change = change
    self.source = source
    self.destination = destination
  }

  /// By the source's names; what is new last.
  var sortKey: String {
    "\(source == nil ? 1 : 0)\0\(source?.text ?? "")\0\(destination?.text ?? "")"
  }

  var jsonValue: JSONValue {
    [
      "change": .string(change.rawValue), "source": source?.jsonValue ?? .null,
      "destination": destination?.jsonValue ?? .null,
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    change = try fields.word("change")
    source = try Name(fields.value("source"), at: fields.path("source"))
    destination = try Name(fields.value("destination"), at: fields.path("destination"))
    try fields.finish()
  }
}
