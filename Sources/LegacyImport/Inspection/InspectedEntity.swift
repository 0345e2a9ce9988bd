/// An entity that `Z_PRIMARYKEY` lists, and its rows.
package struct InspectedEntity: Sendable, Hashable {
  /// The model's name where that is known, else the one listed.
  let name: String
  /// As listed, where that is an earlier name (format page 0.1).
  let earlierName: String?
  let number: Int64
  /// Number of the superentity; nil for a root.
  let superentity: Int64?
  /// How many entities are above it.
  let depth: Int
  /// Nil without a model.
  let isAbstract: Bool?
  /// Nil if it is not there.
  let table: String?
  /// Rows of exactly this entity; nil where they cannot be counted.
  let rows: Int64?
}
