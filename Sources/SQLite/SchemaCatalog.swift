/// What a database file says of itself: `sqlite_schema` and the columns of its tables.
package struct SchemaCatalog: Sendable {
  package struct Column: Sendable, Hashable {
    package let name: String
    /// As declared, for example `VARCHAR`; empty where nothing was declared.
    package let declaredType: String
    /// Worked out by an expression, when it is read or when it was written.
    package var isGenerated = false
  }

  package struct Table: Sendable, Hashable {
    package let name: String
    package let columns: [Column]
    package let isVirtual: Bool

    package func column(_ name: String) -> Column? {
      columns.first { $0.name == name }
    }
  }

  package struct Object: Sendable, Hashable {
    package enum Kind: String, Sendable { case table, index, view, trigger }
    package let kind: Kind
    package let name: String
    /// The table an index or trigger belongs to.
    package let tableName: String
    /// Nil for the indexes SQLite makes itself.
    package let sql: String?

    /// A virtual table: its module may not be here.
    package var isVirtual: Bool { kind == .table && sql?.uppercased().hasPrefix("CREATE VIRTUAL") ?? false }
  }

  /// Sorted by kind and name.
  package let objects: [Object]
  /// Sorted by name.
  package let tables: [Table]
  private let tableIndex: [String: Int]

  /// - Parameter schema: `main` or the name of an attached file.
  package init(_ connection: Connection, schema: String = "main") throws(DatabaseError) {
    let quoted = Identifier.quoted(schema)
    var objects: [Object] = []
    for row in try connection.rows(
      "SELECT type, name, tbl_name, sql FROM \(quoted).sqlite_schema ORDER BY type, name")
    {
      guard let kind = row[0].string.flatMap(Object.Kind.init(rawValue:)), let name = row[1].string else {
        continue
      }
      // No statement can say such a name: what stands for its first part may be something else.
      guard !name.utf8.contains(0) else {
        throw DatabaseError(
          code: .corrupt, message: "malformed database schema (a name with a NUL in it)",
          context: "read the schema")
      }
      objects.append(
        Object(kind: kind, name: name, tableName: row[2].string ?? name, sql: row[3].string))
    }
    var tables: [Table] = []
    for object in objects where object.kind == .table {
      // A virtual table may need a module that is not here: it is named, never asked.
      let columns =
        object.isVirtual
        ? [] : try connection.rows("PRAGMA \(quoted).table_xinfo(\(Identifier.quoted(object.name)))")
      tables.append(
        Table(
          name: object.name,
          // Generated columns are listed too; only those that a module hides are not.
          columns: columns.filter { $0[6].integer != 1 }.map {
            Column(
              name: $0[1].string ?? "", declaredType: $0[2].string ?? "",
              isGenerated: ($0[6].integer ?? 0) > 1)
          },
          isVirtual: object.isVirtual))
    }
    self.objects = objects
    self.tables = tables
    tableIndex = Dictionary(
      tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func table(_ name: String) -> Table? {
    tableIndex[name].map { tables[$0] }
  }
}
