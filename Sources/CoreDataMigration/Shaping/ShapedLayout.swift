import CoreDataModel
import CoreDataStore
import SQLite

/// The tables and columns that a shaped source has and its source has not.
struct ShapedLayout {
  let source: StoreLayout
  let shaped: StoreLayout

  /// - Parameter source: as it was found in the file.
  init(_ model: ManagedObjectModel, over source: StoreLayout) {
    self.source = source
    var numbers = source.numbers
    var next = (numbers.values.max() ?? 0) + 1
    for entity in model.entities.map(\.name) where numbers[entity] == nil {
      numbers[entity] = next
      next += 1
    }
    let fresh = FreshLayout.layout(of: model, numbers: numbers)
    // What is there keeps its place, whatever it is called.
    let tables = fresh.tables.map { table in
      guard let real = source.tables.first(where: { $0.rootEntity == table.rootEntity }) else { return table }
      var merged = table
      merged.name = real.name
      merged.columns = table.columns.map { real.column($0.role) ?? $0 }
      return merged
    }
    let joins = fresh.joins.map { join in
      source.joins.first {
        $0.second.relationship == join.second.relationship
          || $0.second.relationship == join.first.relationship
      }
        ?? join
    }
    shaped = StoreLayout(model: model, numbers: numbers, tables: tables, joins: joins)
  }

  /// Of a shaped source whose layout was found in its file.
  init(found layout: StoreLayout) {
    source = layout
    shaped = layout
  }

  func create(on connection: Connection) throws(DatabaseError) {
    // Nobody but us reads this file: it has the newest form.
    let builder = SchemaBuilder(layout: shaped, era: .constraintsAsIndexes)
    for table in shaped.tables {
      let name = Identifier.quoted(table.name)
      guard let real = source.tables.first(where: { $0.rootEntity == table.rootEntity }) else {
        try connection.execute(builder.createTable(table))
        continue
      }
      let roles = Set(real.columns.map(\.role))
      let there = Set(
        try connection.rows("PRAGMA main.table_xinfo(\(name))").compactMap { $0[1].string?.uppercased() })
      for column in table.columns where !roles.contains(column.role) {
        // A column of that name that no property owns is taken over.
        guard !there.contains(column.name.uppercased()) else { continue }
        try connection.execute(
          "ALTER TABLE main.\(name) ADD COLUMN \(Identifier.quoted(column.name)) \(column.declaredType)")
      }
    }
    let old = Set(source.joins.map(\.name))
    for join in shaped.joins where !old.contains(join.name) {
      try connection.execute(builder.createTable(join))
    }
    try writeNumbers(on: connection)
  }

  /// Every name as the model has it; a rename in place may have left old ones.
  private func writeNumbers(on connection: Connection) throws(DatabaseError) {
    let rename = try connection.prepare(
      "UPDATE main.Z_PRIMARYKEY SET Z_NAME = ? WHERE Z_ENT = ? AND Z_NAME IS NOT ?1")
    let insert = try connection.prepare(
      "INSERT INTO main.Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for (name, number) in shaped.numbers.sorted(by: { $0.value < $1.value }) {
      if source.numbers[name] != nil {
        try rename.bind(.text(name), at: 1)
        try rename.bind(.integer(number), at: 2)
        try rename.run()
        rename.reset()
      } else {
        let parent = shaped.model.entity(name)?.superentity.flatMap { shaped.numbers[$0] } ?? 0
        try insert.bind(.integer(number), at: 1)
        try insert.bind(.text(name), at: 2)
        try insert.bind(.integer(parent), at: 3)
        try insert.run()
        insert.reset()
      }
    }
  }

  /// What people call the entity that a link is to lead to.
  func shownTarget(_ link: ShapedLink, _ destination: ManagedObjectModel) -> String {
    destination.relationship(link.destination)?.destinationEntity ?? ""
  }

  /// `main."TABLE"` of an entity.
  func table(of entity: String) -> String {
    "main.\(Identifier.quoted(shaped.table(of: entity)?.name ?? ""))"
  }

  /// Numbers of an entity and those below it, as a list for SQL.
  func numbers(below entity: String) -> String {
    let all = shaped.model.subtree(of: entity).compactMap { shaped.numbers[$0] }.sorted()
    return "(\(all.map(String.init).joined(separator: ", ")))"
  }

  /// `SELECT owner, target, place` of every link that a relationship of the source stores.
  func links(of key: PropertyKey) -> String {
    func select(_ table: String, _ owner: String, _ target: String, _ place: String?) -> String {
      """
      SELECT \(owner) AS owner, \(target) AS target, \(place.map(Identifier.quoted) ?? "NULL") AS place
      FROM main.\(Identifier.quoted(table)) NOT INDEXED
      """
    }
    switch source.storage(of: key) {
    case .foreignKey(let table, let column, _):
      return select(table, "Z_PK", Identifier.quoted(column), nil)
    case .inverseForeignKey(let table, let column, let order), .ownerColumn(let table, let column, let order):
      return select(table, Identifier.quoted(column), "Z_PK", order)
    case .join(let join):
      let (near, far) = (join.opposite(of: key), join.side(of: key))
      let (owner, target) = (Identifier.quoted(near.column), Identifier.quoted(far.column))
      guard join.isReflexive else { return select(join.name, owner, target, far.orderColumn) }
      let (a, b) = (Identifier.quoted(join.first.column), Identifier.quoted(join.second.column))
      return select(join.name, a, b, nil) + " UNION " + select(join.name, b, a, nil)
    case nil: return "SELECT NULL AS owner, NULL AS target, NULL AS place WHERE 0"
    }
  }
}
