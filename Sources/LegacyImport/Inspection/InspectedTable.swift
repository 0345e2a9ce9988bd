/// A table of the file.
package struct InspectedTable: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case entity
    case join
    case system
    case history
    case cloudKit = "cloudkit"
    case spatialIndex = "spatial-index"
    case other
  }

  let name: String
  let kind: Kind
  /// Nil where they cannot be counted.
  let rows: Int64?
  /// Of the table of a root entity: rows whose number no entity of the table bears. Nil elsewhere.
  var unknownRows: Int64?
}
