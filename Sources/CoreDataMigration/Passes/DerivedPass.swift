import CoreDataModel
import CoreDataStore
import SQLite

/// Works derived attributes out anew from the rows and links of the new store.
///
/// It comes after the links: a count is a count of links, and other values lie at the far end of one.
struct DerivedPass {
  let context: MigrationContext

  func run(on connection: Connection) throws(DatabaseError) {
    for derived in DerivedColumn.all(of: context.destination) {
      switch derived.origin {
      case .links(let table, let column): try count(derived, table, column, on: connection)
      case .cell(let key, let table, let column):
        let (far, own) = (Identifier.quoted(table), "held.\(Identifier.quoted(key))")
        try update(
          derived,
          "(SELECT far.\(Identifier.quoted(column)) FROM main.\(far) AS far WHERE far.Z_PK = \(own))",
          on: connection)
      }
    }
  }

  /// There are no indexes yet: the links are counted once, for all objects.
  private func count(_ derived: DerivedColumn, _ table: String, _ column: String, on connection: Connection)
    throws(DatabaseError)
  {
    let key = Identifier.quoted(column)
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.links;
      CREATE TEMP TABLE links (owner INTEGER PRIMARY KEY, number INTEGER);
      INSERT INTO temp.links SELECT \(key), count(*) FROM main.\(Identifier.quoted(table))
      WHERE \(key) IS NOT NULL GROUP BY \(key);
      """)
    try update(
      derived, "ifnull((SELECT number FROM temp.links WHERE owner = held.Z_PK), 0)", on: connection)
    try connection.execute("DROP TABLE temp.links")
  }

  /// Nothing is written where the value is right already.
  private func update(_ derived: DerivedColumn, _ value: String, on connection: Connection)
    throws(DatabaseError)
  {
    let column = Identifier.quoted(derived.column)
    let numbers = context.plan.destination.subtree(of: derived.attribute.entity)
      .compactMap { context.destination.number(of: $0) }.sorted().map(String.init)
    try connection.execute(
      """
      UPDATE main.\(Identifier.quoted(derived.table)) AS held SET \(column) = \(value)
      WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))
        AND (held.\(column) IS NOT \(value) OR typeof(held.\(column)) IS NOT typeof(\(value)))
      """)
  }
}
