import CoreDataStore
import JSON
import SQLite

/// The schema of the file: every table, index, view and trigger, with its statement masked.
struct BundledSchema {
  let catalog: SchemaCatalog
  let tables: [InspectedTable]
  /// Nil where the file is not laid out like a version that is known.
  let layout: StoreLayout?
  let names: SafeNames

  /// Everything gets its name before the first statement is read: one word may be a table's and a function's.
  var jsonValue: JSONValue {
    let known = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let named = catalog.tables.map { table in (table, names(table.name, .table)) }
    let columns = named.map { table, _ in table.columns.map { column($0, of: table.name) } }
    for object in catalog.objects where object.kind != .table { _ = names(object.name, .init(object.kind)) }
    let statements = Dictionary(
      catalog.objects.filter { $0.kind == .table }.map { ($0.name, $0.sql) },
      uniquingKeysWith: { first, _ in first })
    let tables = zip(named, columns).map { element, columns -> JSONValue in
      let (table, name) = element
      return [
        "name": .string(name), "kind": .string(known[table.name]?.kind.rawValue ?? "sqlite"),
        "isVirtual": .bool(table.isVirtual), "rows": .optional(known[table.name]?.rows),
        "unknownRows": .optional(known[table.name]?.unknownRows), "columns": .array(columns),
        "sql": masked(statements[table.name] ?? nil),
      ]
    }
    return [
      "tables": .array(tables), "indexes": objects(.index), "views": objects(.view),
      "triggers": objects(.trigger),
    ]
  }

  private func column(_ column: SchemaCatalog.Column, of table: String) -> JSONValue {
    let role = layout?.tables.first { $0.name == table }?.columns.first { $0.name == column.name }?.role
    return [
      "name": .string(names(column.name, .column)), "type": .string(type(column.declaredType)),
      "holds": .optional(role.flatMap(holds)),
    ]
  }

  /// A type may be any text.
  private func type(_ declared: String) -> String {
    let usual = [
      "", "BLOB", "BOOLEAN", "DECIMAL", "DOUBLE", "FLOAT", "INT", "INTEGER", "NUMERIC", "REAL", "TEXT",
      "TIMESTAMP",
      "VARCHAR", "VARCHAR(255)",
    ]
    return usual.contains(declared.uppercased()) ? declared.uppercased() : "other"
  }

  /// Of which property it is: a column's own name need not tell.
  private func holds(_ role: ColumnRole) -> String? {
    switch role {
    case .primaryKey, .entityNumber, .optimisticLock: nil
    case .attribute(let key), .toOne(let key): names.subject(key.description, .property)
    case .toOneEntity(let key): "entity of " + names.subject(key.description, .property)
    case .owner(let key): "owner by " + names.subject(key.description, .property)
    case .order(let key): "order of " + names.subject(key.description, .property)
    }
  }

  private func objects(_ kind: SchemaCatalog.Object.Kind) -> JSONValue {
    .array(
      catalog.objects.filter { $0.kind == kind }.map { object in
        [
          "name": .string(names(object.name, .init(kind))), "table": .string(names(object.tableName, .table)),
          "sql": masked(object.sql),
        ]
      })
  }

  private func masked(_ sql: String?) -> JSONValue {
    .optional(sql.map { MaskedSQL($0, names: names).text })
  }
}

extension SafeNames.Kind {
  fileprivate init(_ kind: SchemaCatalog.Object.Kind) {
    self =
      switch kind {
      case .table: .table
      case .index: .index
      case .view: .view
      case .trigger: .trigger
      }
  }
}
