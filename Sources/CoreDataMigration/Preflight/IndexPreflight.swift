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
        if let known = try entries(of: indexName, on: name), known != rows {
          report(indexName, of: table, abs(rows - known), &result)
        }
      }
    }
    for index in query.context.source.spatialIndexes {
      let wrong = try wrongEntries(index)
      if wrong > 0 { report(index.name, of: index.table, wrong, &result) }
    }
  }

  /// - Returns: nil for an index that cannot be read here: of the app's own making, by a collation that only it has.
  private func entries(of index: String, on table: String) throws(DatabaseError) -> Int64? {
    do {
      // A plain `count(*)` SQLite answers from whichever index is smallest, in spite of INDEXED BY.
      return try query.connection.integer(
        "SELECT sum(1) FROM \(MigrationContext.schema).\(table) INDEXED BY \(Identifier.quoted(index))")
    } catch  where error.code.primary == .error {
      return nil
    }
  }

  /// Rows without an entry of theirs or with another one, and entries of no row. An R-tree that cannot be read knows
  /// nothing.
  private func wrongEntries(_ index: SpatialIndex) throws(DatabaseError) -> Int64 {
    let table = "\(MigrationContext.schema).\(Identifier.quoted(index.table))"
    let tree = "\(MigrationContext.schema).\(Identifier.quoted(index.name))"
    let misses = index.columns.map { column in
      let cell = "CAST(IFNULL(t.\(Identifier.quoted(column)), 0) AS REAL)"
      let (least, most) = (
        "r.\(Identifier.quoted(column + "_MIN"))", "r.\(Identifier.quoted(column + "_MAX"))"
      )
      return
        "abs(\(cell)) < 3.4e38 AND (\(cell) < \(least) OR \(cell) > \(most) OR \(most) - \(least) > abs(\(cell)) / 1048576 + 1e-37)"
    }
    do {
      return try query.connection.integer(
        """
        SELECT (SELECT count(*) FROM \(table) AS t NOT INDEXED LEFT JOIN \(tree) AS r ON r.Z_PK = t.Z_PK
            WHERE r.Z_PK IS NULL OR \(misses.joined(separator: " OR ")))
          + (SELECT count(*) FROM \(tree) WHERE Z_PK NOT IN (SELECT Z_PK FROM \(table)))
        """)
    } catch  where error.isDamage {
      return try query.connection.integer("SELECT count(*) FROM \(table) NOT INDEXED")
    }
  }

  private func report(_ index: String, of table: String, _ count: Int64, _ result: inout Preflight.Result) {
    result.notes.append(
      Diagnostic(
        .indexIncomplete, .warning, count: count,
        summary:
          "The index \(index) of the source knows another number of rows than its table \(table), or other values. The "
          + "rows were read from the table itself, and the new store has a new index.",
        recovery: ["Look in the app whether rows are there that it did not show before."]))
  }
}
