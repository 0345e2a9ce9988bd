import CoreDataStore
import SQLite

/// The framework's own tables and their indexes as a file has them.
struct FrameworkSchema {
  /// By group and name: statement, and the table an index belongs to.
  private(set) var objects: [FrameworkGroup: [String: [String]]] = [:]
  private(set) var tables: [FrameworkGroup: [String]] = [:]

  init(_ connection: Connection) throws(DatabaseError) {
    let primaryKeys = try PrimaryKeyRow.read(connection)
    for row in try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name")
    {
      let words = row.map { $0.string ?? "" }
      guard let group = FrameworkTable.group(of: words[2], primaryKeys: primaryKeys) else { continue }
      objects[group, default: [:]][words[1]] = [words[0], words[2], words[3]]
      if words[0] == "table" { tables[group, default: []].append(words[1]) }
    }
  }
}
