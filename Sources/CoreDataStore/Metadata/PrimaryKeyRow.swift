import SQLite

/// A row of `Z_PRIMARYKEY`: an entity's number and the highest key handed out.
package struct PrimaryKeyRow: Sendable, Hashable {
  package let number: Int64
  package let name: String
  /// Number of the superentity; 0 for a root.
  package let superentity: Int64
  /// Kept on root rows only; 0 on the others (format page 1.4).
  package let maximumKey: Int64

  /// Numbers from 16000 on belong to the framework (`FrameworkGroup`).
  package var isFrameworkOwned: Bool { number >= 16000 }

  package init(number: Int64, name: String, superentity: Int64, maximumKey: Int64) {
    self.number = number
    self.name = name
    self.superentity = superentity
    self.maximumKey = maximumKey
  }

  /// All rows, by number.
  package static func read(_ connection: Connection, schema: String = "main") throws(DatabaseError)
    -> [PrimaryKeyRow]
  {
    try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM \(Identifier.quoted(schema)).Z_PRIMARYKEY ORDER BY Z_ENT"
    ).map { row in
      PrimaryKeyRow(
        number: row[0].integer ?? 0, name: row[1].string ?? "", superentity: row[2].integer ?? 0,
        maximumKey: row[3].integer ?? 0)
    }
  }
}
