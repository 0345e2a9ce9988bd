internal import JSON

/// What becomes of one stored property, by the entities that declare it. One that fares differently in different
/// subentities has several.
package struct PlannedProperty: ReportRow, Sendable, Equatable {
  package enum Kind: String, Sendable {
    case attribute
    case relationship
  }

  package enum Fate: String, Sendable, CaseIterable {
    case kept
    case renamed
    /// Another entity of the line declares it now.
    case moved
    /// It gets another form; nothing of it is lost, or an obstacle says what.
    case converted
    case dropped
    /// Rows have nothing in it.
    case new
    /// Rows get the model's default.
    case `default`
    /// Its value follows from others.
    case derived
    case byRule = "by-rule"
  }

  package struct Name: Sendable, Hashable {
    package var entity: String
    package var property: String

    package init(_ entity: String, _ property: String) {
      self.entity = entity
      self.property = property
    }

    var jsonValue: JSONValue { ["entity": .string(entity), "property": .string(property)] }
    var text: String { "\(entity).\(property)" }
  }

  package var kind: Kind
  package var source: Name?
  package var destination: Name?
  package var fate: Fate
  package var why: String
  /// Of one that goes, rows (or links) with a value; else the rows of the entities that have it.
  package var rows: Int64
  /// It is dropped for no reason of its own: the rows that have it go.
  package var goesWithRows: Bool

  package init(
    kind: Kind, source: Name?, destination: Name?, fate: Fate, why: String, rows: Int64,
    goesWithRows: Bool = false
  ) {
    self.kind = kind
    self.source = source
    self.destination = destination
    self.fate = fate
    self.why = why
    self.rows = rows
    self.goesWithRows = goesWithRows
  }

  /// With the entity of the source; new ones with that of the destination.
  var sortKey: String {
    let place = source ?? destination
    return
      "\(place?.entity ?? "")\0\(source == nil ? 1 : 0)\0\(place?.property ?? "")\0\(destination?.text ?? "")"
  }

  var jsonValue: JSONValue {
    [
      "kind": .string(kind.rawValue), "source": source?.jsonValue ?? .null,
      "destination": destination?.jsonValue ?? .null, "fate": .string(fate.rawValue), "why": .string(why),
      "rows": .integer(rows), "goesWithRows": .bool(goesWithRows),
    ]
  }
}
