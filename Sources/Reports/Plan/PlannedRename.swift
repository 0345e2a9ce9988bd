internal import JSON

/// What looks like one thing under two names. Nothing is done about it unasked.
package struct PlannedRename: ReportRow, Sendable, Equatable {
  package enum Kind: String, Sendable {
    case entity
    case attribute
    case relationship
  }

  package enum Reason: String, Sendable, Comparable {
    case sameType = "same type"
    case sameDestination = "same destination"
    case similarName = "similar name"
    /// Of an entity: most of the properties are those of the other.
    case sameProperties = "same properties"
    /// The new attribute has limits or a pattern, and every value keeps them.
    case valuesFit = "every value fits"
    /// Of those that go and those that come there is one of this type each.
    case onlyOne = "the only one of its type"

    package static func < (lhs: Reason, rhs: Reason) -> Bool { lhs.rawValue.precedes(rhs.rawValue) }
  }

  package var kind: Kind
  /// `Entity` or `Entity.property`.
  package var source: String
  package var destination: String
  /// With something in it.
  package var rows: Int64
  package var reasons: [Reason]
  /// Lines of a mapping file's step that would do it.
  package var mapping: [String]
  /// The renaming identifier that would do it, in the destination's model.
  package var renamingIdentifier: String

  package init(
    kind: Kind, source: String, destination: String, rows: Int64, reasons: [Reason], mapping: [String],
    renamingIdentifier: String
  ) {
    self.kind = kind
    self.source = source
    self.destination = destination
    self.rows = rows
    self.reasons = reasons.sorted()
    self.mapping = mapping
    self.renamingIdentifier = renamingIdentifier
  }

  var sortKey: String { "\(source)\0\(destination)" }

  var jsonValue: JSONValue {
    [
      "kind": .string(kind.rawValue), "source": .string(source), "destination": .string(destination),
      "rows": .integer(rows), "reasons": .array(reasons.map { .string($0.rawValue) }),
      "mapping": .array(mapping.map(JSONValue.string)), "renamingIdentifier": .string(renamingIdentifier),
    ]
  }
}
