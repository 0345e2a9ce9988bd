package import JSON
package import Diagnostics

/// A diagnostic as the report keeps it.
package struct Finding: Sendable, Equatable {
  package var id: String
  package var severity: Severity
  package var entity: String?
  package var property: String?
  /// Exact; 0 where counting means nothing.
  package var count: Int64
  /// Keys of the original store, ascending; a bounded number of them.
  package var oldKeys: [Int64]
  /// Old keys of both ends, where links are meant; ascending.
  package var links: [Diagnostic.LinkKeys]
  package var summary: String
  package var recovery: [String]

  package init(_ diagnostic: Diagnostic) {
    id = diagnostic.id.rawValue
    severity = diagnostic.severity
    entity = diagnostic.subject.entity
    property = diagnostic.subject.property
    count = diagnostic.count
    oldKeys = diagnostic.oldKeys.sorted()
    links = diagnostic.links.sorted()
    summary = diagnostic.summary
    recovery = diagnostic.recovery
  }

  /// `Entity.property`, or what there is of it.
  var subject: String { [entity, property].compactMap(\.self).joined(separator: ".") }

  /// Severity, the worst first; then id, entity, property (without first), keys; then the rest, so that the
  /// order never depends on the order in which findings were made.
  func precedes(_ other: Finding) -> Bool {
    if severity != other.severity { return severity > other.severity }
    for (left, right) in zip(names, other.names) where !left.utf8.elementsEqual(right.utf8) {
      return left.precedes(right)
    }
    if oldKeys != other.oldKeys { return oldKeys.lexicographicallyPrecedes(other.oldKeys) }
    if links != other.links { return links.lexicographicallyPrecedes(other.links) }
    if count != other.count { return count < other.count }
    return JSONValue.array([.string(summary), .array(recovery.map(JSONValue.string))]).line
      .precedes(JSONValue.array([.string(other.summary), .array(other.recovery.map(JSONValue.string))]).line)
  }

  /// Diagnostics as findings, in the one order that findings have.
  package static func list(_ diagnostics: [Diagnostic]) -> [Finding] {
    diagnostics.map(Finding.init).sorted { $0.precedes($1) }
  }

  private var names: [String] { [id, entity ?? "", property ?? ""] }

  package var jsonValue: JSONValue {
    var fields: [String: JSONValue] = [
      "id": .string(id), "severity": .string(severity.rawValue), "entity": .optional(entity),
      "property": .optional(property), "count": .integer(count),
      "oldKeys": .array(oldKeys.map(JSONValue.integer)), "summary": .string(summary),
      "recovery": .array(recovery.map(JSONValue.string)),
    ]
    if !links.isEmpty { fields["links"] = .array(links.map { [.integer($0.owner), .integer($0.target)] }) }
    return .object(fields)
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    id = try fields.string("id")
    severity = try fields.word("severity")
    entity = try fields.optionalString("entity")
    property = try fields.optionalString("property")
    count = try fields.count("count")
    oldKeys = try fields.list("oldKeys") { value, place throws(JSONShapeError) in
      guard case .integer(let key) = value else { throw .wrongType(place, "an integer") }
      return key
    }
    links = try fields.optionalList("links") { value, place throws(JSONShapeError) in
      guard case .array(let keys) = value, keys.count == 2, case .integer(let owner) = keys[0],
        case .integer(let target) = keys[1]
      else { throw .wrongType(place, "a pair of integers") }
      return Diagnostic.LinkKeys(owner: owner, target: target)
    }
    summary = try fields.string("summary")
    recovery = try fields.list("recovery") { value, place throws(JSONShapeError) in
      guard case .string(let step) = value else { throw .wrongType(place, "a string") }
      return step
    }
    try fields.finish()
  }
}
