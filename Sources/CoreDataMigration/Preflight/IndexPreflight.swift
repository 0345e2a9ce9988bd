import CoreDataStore
import Diagnostics
import SQLite

/// Indexes of the source that do not know all rows of their table. Rows are read without indexes, so nothing is lost by
/// it; but whoever wrote the file did not write it as SQLite does, and the app may have missed rows.
struct IndexPreflight {
  let query: SourceQuery

  func run(_ result: inout Preflight.Result) throws(DatabaseError) {
    let layout = query.context.source.layout
    for table in layout.tables.map(\.name) + layout.joins.map(\.name) {
      let name = Identifier.quoted(table)
      let rows = try query.connection.integer(
        "SELECT count(*) FROM \(MigrationContext.schema).\(name) NOT INDEXED")
      let indexes = try query.connection.rows(
        "SELECT name, partial FROM pragma_index_list(?, ?) ORDER BY name",
        [.text(table), .text(MigrationContext.schema)])
      for index in indexes where index[1].integer == 0 {
        guard let indexName = index[0].string else { continue }
        let known = try query.connection.integer(
          "SELECT count(*) FROM \(MigrationContext.schema).\(name) INDEXED BY \(Identifier.quoted(indexName))"
        )
        guard known != rows else { continue }
        result.notes.append(
          Diagnostic(
            .indexIncomplete, .warning, count: abs(rows - known),
            summary:
              "The index \(indexName) of the source knows another number of rows than its table \(table). The rows were "
              + "read from the table itself, and the new store has a new index.",
            recovery: ["Look in the app whether rows are there that it did not show before."]))
      }
    }
  }
}
