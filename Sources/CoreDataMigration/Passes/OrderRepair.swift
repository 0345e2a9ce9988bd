import CoreDataModel
import CoreDataStore
import SQLite

/// Gives every ordered list places that strictly increase.
///
/// Places of the source are kept where they say all: a list with a missing or repeated place is numbered anew,
/// 2048, 3072, 4096… (format page 3.2), in the order Core Data reads it: missing places first, then by key. A place
/// that is no number is as good as missing.
struct OrderRepair {
  let context: MigrationContext

  func run(on connection: Connection) throws(DatabaseError) {
    for table in context.destination.tables {
      for column in table.columns {
        guard case .order(let ordered) = column.role, let storage = context.destination.storage(of: ordered)
        else { continue }
        switch storage {
        case .inverseForeignKey(let name, let key, let order?), .ownerColumn(let name, let key, let order?):
          try repair(table: name, owner: key, object: "Z_PK", order: order, on: connection)
        default: continue
        }
      }
    }
    for join in context.destination.joins {
      if let order = join.second.orderColumn {
        try repair(
          table: join.name, owner: join.first.column, object: join.second.column, order: order, on: connection
        )
      }
      if let order = join.first.orderColumn {
        try repair(
          table: join.name, owner: join.second.column, object: join.first.column, order: order, on: connection
        )
      }
    }
  }

  private func repair(
    table: String, owner: String, object: String, order: String, on connection: Connection
  ) throws(DatabaseError) {
    let (table, owner) = (Identifier.quoted(table), Identifier.quoted(owner))
    let (object, order) = (Identifier.quoted(object), Identifier.quoted(order))
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.place;
      CREATE TEMP TABLE place (id INTEGER PRIMARY KEY, place INTEGER);
      INSERT INTO temp.place
      SELECT rowid, 1024 + 1024 * row_number() OVER (PARTITION BY \(owner) ORDER BY \(Place.number(order)) NULLS FIRST, \(object))
      FROM main.\(table) WHERE \(owner) IN (
        SELECT \(owner) FROM main.\(table) WHERE \(owner) IS NOT NULL
        GROUP BY \(owner) HAVING count(DISTINCT CASE typeof(\(order)) WHEN 'integer' THEN \(order) END) < count(*));
      UPDATE main.\(table) SET \(order) = place.place FROM temp.place WHERE main.\(table).rowid = place.id;
      DROP TABLE temp.place;
      """)
  }
}

/// Places in ordered lists.
enum Place {
  /// A place to sort by: what is no number counts as missing.
  static func number(_ column: String) -> String {
    "CASE typeof(\(column)) WHEN 'integer' THEN \(column) WHEN 'real' THEN \(column) END"
  }
}
