import SQLite

/// Whether the keys of an entity table are keys: integers, each once. A table that Core Data made cannot have others; one
/// that was copied by hand can.
package enum KeyCheck {
  /// Rows whose key is no integer, or is another row's too.
  package static func unusableKeys(in table: EntityTable, _ connection: Connection) throws(DatabaseError)
    -> Int64
  {
    let name = Identifier.quoted(table.name)
    // Where Z_PK is the row's own number, nothing else is possible.
    if let strangers = try? connection.integer(
      "SELECT count(*) FROM \(name) NOT INDEXED WHERE rowid IS NOT Z_PK"),
      strangers == 0
    {
      return 0
    }
    return try connection.integer(
      """
      SELECT count(*) - count(DISTINCT CASE typeof(Z_PK) WHEN 'integer' THEN Z_PK END) FROM \(name) NOT INDEXED
      """)
  }
}
