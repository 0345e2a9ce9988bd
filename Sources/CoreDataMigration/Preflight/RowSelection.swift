/// The rows that an obstacle is about, for whoever needs all of their keys.
struct RowSelection: Sendable, Hashable {
  /// Source entity, exact.
  let entity: String
  /// SQL over its table, which is called `own`.
  let condition: String
  /// The relationship of the new model that the rows lack, where that is it.
  var relationship: String?
}
