import SQLite

/// Reads a file that may be damaged: what cannot be read is nil, and remembered.
final class TolerantReader {
  private let connection: Connection
  /// SQLite's own words, of the first damage met.
  private(set) var damage: String?

  init(_ connection: Connection) { self.connection = connection }

  /// - Throws: everything but damage.
  func read<Value>(_ question: (Connection) throws -> Value) throws -> Value? {
    do {
      return try question(connection)
    } catch let error as DatabaseError where error.isDamage {
      if damage == nil { damage = error.message }
      return nil
    }
  }

  /// The same for questions that a schema may make unanswerable: it can call functions that only its app has.
  func ask<Value>(_ question: (Connection) throws -> Value) throws -> Value? {
    do {
      return try read(question)
    } catch let error as DatabaseError where error.code.primary == .error {
      return nil
    }
  }

  func integer(_ sql: String) throws -> Int64? { try ask { try $0.integer(sql) } }

  /// Rows of a table that is there; of a virtual one its module may not be.
  func count(_ table: SchemaCatalog.Table) throws -> Int64? {
    guard !table.isVirtual else { return nil }
    return try integer("SELECT count(*) FROM \(Identifier.quoted(table.name)) NOT INDEXED")
  }
}
