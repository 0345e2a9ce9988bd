internal import JSON

/// From one version of the model to another.
package struct PlannedStep: Sendable, Equatable {
  package enum Means: String, Sendable {
    /// As the two versions tell.
    case inferred
    case mappingFile = "mapping file"
    /// Rows become one by what a mapping file says, and nothing else changes.
    case merge
  }

  package var from: String
  package var to: String
  package var means: Means
  /// Name of the mapping file, without its folder.
  package var mapping: String?
  /// Of one of several steps; a step alone has its tables in the plan itself.
  package var tables: PlannedTables?

  package init(
    from: String, to: String, means: Means = .inferred, mapping: String? = nil, tables: PlannedTables? = nil
  ) {
    self.from = from
    self.to = to
    self.means = means
    self.mapping = mapping
    self.tables = tables
  }

  var jsonValue: JSONValue {
    var fields: [String: JSONValue] = [
      "from": .string(from), "to": .string(to), "how": .string(means.rawValue), "mapping": .optional(mapping),
    ]
    if let tables { fields.merge(tables.fields) { $1 } }
    return .object(fields)
  }
}
