import CoreDataStore
import SQLite

/// Writes every destination row with its attributes, one statement per pair of tables.
struct FirstPass {
  let context: MigrationContext

  /// - Returns: seconds by source entity. Entities of one table are copied together: each has its rows' share of them.
  @discardableResult
  func run(on connection: Connection) throws(DatabaseError) -> [String: Double] {
    let clock = ContinuousClock()
    var seconds: [String: Double] = [:]
    for table in context.destination.tables {
      let expressions = RowExpressions(context: context, table: table)
      let columns = table.columns.map { Identifier.quoted($0.name) }.joined(separator: ", ")
      for feed in expressions.feeds() {
        let values = table.columns.map { expressions.expression($0, feed) }.joined(separator: ", ")
        let start = clock.now
        try connection.execute(
          """
          INSERT INTO main.\(Identifier.quoted(table.name)) (\(columns))
          SELECT \(values) FROM \(MigrationContext.schema).\(Identifier.quoted(feed.sourceTable.name)) NOT INDEXED
          WHERE Z_ENT IN \(context.numbers(feed.mappings.map(\.source))) ORDER BY Z_PK
          """)
        seconds.merge(shares(of: (clock.now - start) / .seconds(1), feed), uniquingKeysWith: +)
      }
    }
    return seconds
  }

  private func shares(of seconds: Double, _ feed: RowExpressions.Feed) -> [String: Double] {
    let rows = feed.mappings.map { ($0.source, context.keys.entry(ofSource: $0.source)?.keys.count ?? 0) }
    let all = rows.reduce(0) { $0 + $1.1 }
    return Dictionary(
      rows.map { ($0.0, all == 0 ? 0 : seconds * Double($0.1) / Double(all)) }, uniquingKeysWith: +)
  }
}
