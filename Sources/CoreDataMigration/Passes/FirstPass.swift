import CoreDataStore
import SQLite

/// Writes every destination row with its attributes, one statement per pair of tables.
struct FirstPass {
  let context: MigrationContext

  func run(on connection: Connection) throws(DatabaseError) {
    for table in context.destination.tables {
      let expressions = RowExpressions(context: context, table: table)
      let columns = table.columns.map { Identifier.quoted($0.name) }.joined(separator: ", ")
      for feed in expressions.feeds() {
        let values = table.columns.map { expressions.expression($0, feed) }.joined(separator: ", ")
        try connection.execute(
          """
          INSERT INTO main.\(Identifier.quoted(table.name)) (\(columns))
          SELECT \(values) FROM \(MigrationContext.schema).\(Identifier.quoted(feed.sourceTable.name)) NOT INDEXED
          WHERE Z_ENT IN \(context.numbers(feed.mappings.map(\.source))) ORDER BY Z_PK
          """)
      }
    }
  }
}
