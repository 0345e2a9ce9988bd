import SQLite

/// Triggers must not fire while we write to a copy of a store: they may call what only their app has.
enum Triggers {
  /// Drops them all, and the indexes, which may be in an order that only the app knows and hold no data.
  ///
  /// - Returns: the statements that make the triggers again.
  static func takeAway(from connection: Connection) throws(DatabaseError) -> [String] {
    var triggers: [String] = []
    for object in try SchemaCatalog(connection).objects {
      guard let sql = object.sql else { continue }
      switch object.kind {
      case .trigger:
        triggers.append(sql)
        try connection.execute("DROP TRIGGER main.\(Identifier.quoted(object.name))")
      case .index: try connection.execute("DROP INDEX main.\(Identifier.quoted(object.name))")
      case .table, .view: break
      }
    }
    return triggers
  }
}
