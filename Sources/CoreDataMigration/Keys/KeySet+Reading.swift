import SQLite

extension KeySet {
  /// The keys of rows of a table that meet a condition.
  static func keys(of table: String, where condition: String, _ connection: Connection) throws(DatabaseError)
    -> KeySet
  {
    let bounds = try connection.rows(
      "SELECT count(*), min(Z_PK), max(Z_PK) FROM \(table) NOT INDEXED WHERE \(condition)"
    ).first?.map { $0.integer ?? 0 }
    guard let bounds, bounds.count == 3, bounds[0] > 0 else { return .empty }
    var keys = KeySet(count: bounds[0], minimum: bounds[1], maximum: bounds[2])
    // Without `ORDER BY Z_PK` SQLite may answer from an index, in another order.
    let statement = try connection.prepare(
      "SELECT Z_PK FROM \(table) NOT INDEXED WHERE \(condition) ORDER BY Z_PK")
    while try statement.step() { keys.append(statement.integer(at: 0)) }
    keys.seal()
    return keys
  }
}
