internal import JSON

/// What becomes of the rows of one entity, subentities apart. An entity that becomes several has several.
package struct PlannedEntity: ReportRow, Sendable, Equatable {
  package enum Fate: String, Sendable, CaseIterable {
    case kept
    case renamed
    /// Rows of several entities become rows of one, or rows that are equal become one.
    case merged
    /// Rows of one entity become rows of several.
    case split
    case dropped
    /// Rows do not fit what they were to become, and a mapping file says to leave such rows out.
    case rejected
    /// No row of the source becomes one of it.
    case new
    case byRule = "by-rule"
  }

  /// Nil for a new one.
  package var source: String?
  /// Nil for one that is dropped. Of rows that are rejected: what they were to become.
  package var destination: String?
  /// No row can be of it.
  package var isAbstract: Bool
  package var rows: Int64
  package var fate: Fate
  package var why: String

  package init(
    source: String?, destination: String?, isAbstract: Bool = false, rows: Int64, fate: Fate, why: String
  ) {
    self.source = source
    self.destination = destination
    self.isAbstract = isAbstract
    self.rows = rows
    self.fate = fate
    self.why = why
  }

  /// New ones last.
  var sortKey: String { "\(source == nil ? 1 : 0)\0\(source ?? "")\0\(destination ?? "")" }

  var jsonValue: JSONValue {
    [
      "source": .optional(source), "destination": .optional(destination), "abstract": .bool(isAbstract),
      "rows": .integer(rows), "fate": .string(fate.rawValue), "why": .string(why),
    ]
  }
}
