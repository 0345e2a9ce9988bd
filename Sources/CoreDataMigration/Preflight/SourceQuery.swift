import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Questions about the real rows of the source.
struct SourceQuery {
  let context: MigrationContext
  let connection: Connection

  /// A connection of its own to which the source is attached.
  static func connection(to sourcePath: String) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create)
    connection.obeyInterruption()
    // An attached file must be of the encoding of the main one, be it empty.
    let encoding = try Connection.finished(path: sourcePath).rows("PRAGMA encoding").first?.first?.string
    try connection.execute("PRAGMA main.encoding = \(Identifier.literal(encoding ?? "UTF-8"))")
    try connection.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = -4096; PRAGMA threads = 1;")
    try connection.attach(sourcePath, as: MigrationContext.schema)
    return connection
  }

  /// `old."TABLE"` of an entity.
  func table(of entity: String) -> String {
    let name = context.source.layout.table(of: entity)?.name ?? ""
    return "\(MigrationContext.schema).\(Identifier.quoted(name))"
  }

  func isEntity(_ entity: String) -> String {
    "Z_ENT = \(context.source.layout.number(of: entity) ?? 0)"
  }

  /// The first keys of the rows of an entity that meet a condition, as evidence.
  func keys(of entity: String, where condition: String) throws(DatabaseError) -> [Int64] {
    try keys(
      "SELECT Z_PK FROM \(table(of: entity)) AS own NOT INDEXED WHERE \(isEntity(entity)) AND (\(condition)) ORDER BY Z_PK"
    )
  }

  /// The first keys a query gives.
  func keys(_ sql: String) throws(DatabaseError) -> [Int64] {
    try connection.rows("\(sql) LIMIT \(Diagnostic.maximumOldKeys)").compactMap { $0.first?.integer }
  }

  /// The first row of a query, NULL as 0.
  func counts(_ sql: String) throws(DatabaseError) -> [Int64] {
    try connection.rows(sql).first?.map { $0.integer ?? 0 } ?? []
  }
}
