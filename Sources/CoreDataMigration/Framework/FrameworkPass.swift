import CoreDataStore
import SQLite

/// Takes the framework's own tables over whole, row by row as they are.
struct FrameworkPass {
  let tables: FrameworkTables
  let connection: Connection

  func create() throws(DatabaseError) {
    for table in tables.keptTables { try run(table.sql) }
  }

  /// Both tables have one text, so that SQLite moves records without taking them apart; history may be larger than all
  /// else.
  func writeRows() throws(DatabaseError) {
    for table in tables.keptTables {
      let name = Identifier.quoted(table.name)
      try connection.execute(
        "INSERT INTO main.\(name) SELECT * FROM \(MigrationContext.schema).\(name) NOT INDEXED")
    }
  }

  func finish() throws(DatabaseError) {
    for index in tables.keptTables.flatMap(\.indexes) { try run(index) }
    for group in tables.keptGroups {
      try connection.execute(
        """
        INSERT INTO main.Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)
        SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM \(MigrationContext.schema).Z_PRIMARYKEY NOT INDEXED
        WHERE Z_ENT >= \(group.numbers.lowerBound) AND Z_ENT < \(group.numbers.upperBound) ORDER BY Z_ENT
        """)
    }
  }

  /// One statement each, whatever else a text may hold.
  private func run(_ sql: String) throws(DatabaseError) { try connection.prepare(sql).run() }
}
