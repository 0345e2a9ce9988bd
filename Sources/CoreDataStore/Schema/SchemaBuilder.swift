import CoreDataModel
import SQLite

/// Writes the text of each statement.
package struct SchemaBuilder {
  let layout: StoreLayout
  let era: SchemaEra

  package init(layout: StoreLayout, era: SchemaEra) {
    self.layout = layout
    self.era = era
  }

  package func createTable(_ table: EntityTable) -> String {
    let constraints = era.hasTableConstraints ? uniqueColumns(in: table).map(\.columns) : []
    let columns = table.columns.map { column in
      if column.role == .primaryKey { return "\(column.name) INTEGER PRIMARY KEY" }
      return "\(column.name) \(column.declaredType)" + (constraints.contains([column.name]) ? " UNIQUE" : "")
    }
    let texts = constraints.filter { $0.count > 1 }.map {
      "CONSTRAINT \($0.joined(separator: "_")) UNIQUE (\($0.joined(separator: ", ")))"
    }
    guard !texts.isEmpty else { return "CREATE TABLE \(table.name) ( \(columns.joined(separator: ", ")) )" }
    return "CREATE TABLE \(table.name) ( \((columns + texts).joined(separator: ", ")))"
  }

  package func createTable(_ join: JoinTable) -> String {
    let columns = [join.first.column, join.second.column]
    let orders = [join.first.orderColumn, join.second.orderColumn].compactMap { $0 }
    guard era.hasJoinKeys || !orders.isEmpty else {
      return "CREATE TABLE \(join.name) ( \(columns.joined(separator: ", ")) )"
    }
    let declared = (columns + orders).map { "\($0) INTEGER" }
    return
      "CREATE TABLE \(join.name) ( \(declared.joined(separator: ", ")), PRIMARY KEY (\(columns.joined(separator: ", "))) )"
  }

  /// - Parameter kept: of a store of this version. Each stands for what the model asks for over the same columns; those
  ///   over the columns of Core Data's own indexes are left.
  func indexes(kept: [StoreSchema.Index]) -> ([StoreSchema.Index], [StoreSchema.Omission]) {
    var indexes: [StoreSchema.Index] = []
    var omissions: [StoreSchema.Omission] = []
    for table in layout.tables {
      for column in table.columns {
        switch column.role {
        case .toOne, .owner: indexes.append(plain(table.rootEntity, table.name, [column.name]))
        default: break
        }
      }
      if !layout.model.children(of: table.rootEntity).isEmpty {
        indexes.append(plain(table.rootEntity, table.name, ["Z_ENT"]))
      }
      let own = Set(indexes.map(\.shape))
      let keptHere = kept.filter { $0.table == table.name && !own.contains($0.shape) }
      var asked: [StoreSchema.Index] = []
      for entity in layout.model.subtree(of: table.rootEntity) {
        let own = entityIndexes(entity, table: table)
        asked += own.0
        omissions += own.1.filter { omission in
          !keptHere.contains { $0.name == "Z_\(omission.entity)_\(omission.name)" }
        }
      }
      if !era.hasTableConstraints {
        for constraint in uniqueColumns(in: table) {
          let name = "Z_\(constraint.entity)_UNIQUE_\(constraint.properties.joined(separator: "_"))"
          let columns = constraint.columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
          asked.append(
            .init(
              name: name, table: table.name, entity: constraint.entity,
              sql: "CREATE UNIQUE INDEX \(name) ON \(table.name) (\(columns))")
          )
        }
      }
      let known = Set(keptHere.map(\.shape))
      indexes += keptHere + asked.filter { !known.contains($0.shape) }
      let members = Set(layout.model.subtree(of: table.rootEntity))
      for join in layout.joins where !era.hasJoinKeys && members.contains(join.namingEntity) {
        indexes += [join.first, join.second].map { plain(join.namingEntity, join.name, [$0.column]) }
      }
      for join in layout.joins where era.hasJoinIndex && members.contains(join.namingEntity) {
        indexes.append(
          .init(
            name: "\(join.name)_\(join.second.column)_INDEX", table: join.name, entity: join.namingEntity,
            sql: "CREATE INDEX \(join.name)_\(join.second.column)_INDEX ON \(join.name) "
              + "(\(join.second.column), \(join.first.column))"))
      }
    }
    // SQLite takes names that differ in case for one.
    var seen: [String: String] = [:]
    var unique: [StoreSchema.Index] = []
    for index in indexes {
      guard let other = seen.updateValue(index.sql, forKey: index.name.lowercased()) else {
        unique.append(index)
        continue
      }
      if other != index.sql { omissions.append(.init(kind: .index, entity: index.entity, name: index.name)) }
    }
    return (unique, omissions)
  }

  private func plain(_ entity: String, _ table: String, _ columns: [String], suffix: String = "_INDEX")
    -> StoreSchema.Index
  {
    let name = "\(table)_\(columns.joined(separator: "_"))\(suffix)"
    return .init(
      name: name, table: table, entity: entity,
      sql: "CREATE INDEX \(name) ON \(table) (\(columns.joined(separator: ", ")))")
  }

  private func entityIndexes(_ name: String, table: EntityTable) -> (
    [StoreSchema.Index], [StoreSchema.Omission]
  ) {
    guard let entity = layout.model.entity(name) else { return ([], []) }
    var indexes: [StoreSchema.Index] = []
    var omissions: [StoreSchema.Omission] = []
    // The compiler flags what is the one element of a fetch index; no second index comes of that (format page 2.5).
    let single = Set(
      entity.fetchIndexes.compactMap { $0.elements.count == 1 ? $0.elements[0].property : nil })
    for attribute in entity.attributes.sorted(by: { byName($0.name, $1.name) }) where !attribute.isTransient {
      guard attribute.isIndexed, !single.contains(attribute.name),
        let column = layout.column(of: PropertyKey(name, attribute.name))
      else {
        continue
      }
      indexes.append(
        era.hasPlainIndexes
          ? plain(name, table.name, [column]) : fetchIndex(name, attribute.name, table.name, [(column, true)])
      )
    }
    for compound in entity.compoundIndexes {
      let columns = compound.map { self.column($0, of: name) }
      guard !columns.contains(nil) else {
        omissions.append(.init(kind: .index, entity: name, name: compound.joined(separator: "_")))
        continue
      }
      let known = columns.compactMap { $0 }
      indexes.append(
        era.hasPlainIndexes
          ? plain(name, table.name, known, suffix: "")
          : fetchIndex(name, compound.joined(separator: "_"), table.name, known.map { ($0, true) }))
    }
    for index in entity.fetchIndexes {
      // An index on nothing but a relationship is silently not created (format page 2.5).
      if index.elements.count == 1, let only = index.elements[0].property, isRelationship(only, of: name) {
        continue
      }
      let columns = index.elements.map { element in
        element.property.flatMap { column($0, of: name) }.map { ($0, element.isAscending) }
      }
      guard !columns.contains(where: { $0 == nil }), !index.elements.contains(where: \.isRTree),
        !index.hasPartialPredicate, !columns.isEmpty
      else {
        omissions.append(.init(kind: .index, entity: name, name: index.name))
        continue
      }
      indexes.append(fetchIndex(name, index.name, table.name, columns.compactMap { $0 }))
    }
    return (indexes, omissions)
  }

  private func fetchIndex(_ entity: String, _ index: String, _ table: String, _ columns: [(String, Bool)])
    -> StoreSchema.Index
  {
    // Names of indexes are free text in a model.
    let name = Identifier.plainOrQuoted("Z_\(entity)_\(index)")
    let parts = columns.map { "\($0.0) COLLATE BINARY \($0.1 ? "ASC" : "DESC")" }.joined(separator: ", ")
    return .init(name: name, table: table, entity: entity, sql: "CREATE INDEX \(name) ON \(table) (\(parts))")
  }

  private struct Unique {
    let entity: String
    let properties: [String]
    let columns: [String]
  }

  private func uniqueColumns(in table: EntityTable) -> [Unique] {
    layout.model.subtree(of: table.rootEntity).flatMap { name in
      (layout.model.entity(name)?.uniquenessConstraints ?? []).compactMap { properties in
        let columns = properties.compactMap { column($0, of: name) }
        return columns.count == properties.count && !columns.isEmpty
          ? Unique(entity: name, properties: properties, columns: columns) : nil
      }
    }
  }

  private func isRelationship(_ property: String, of entity: String) -> Bool {
    layout.model.relationships(of: entity).contains { $0.relationship.name == property }
  }

  /// Column of an attribute or a to-one, own or inherited.
  private func column(_ property: String, of entity: String) -> String? {
    for ancestor in layout.model.lineage(of: entity) {
      let key = PropertyKey(ancestor.name, property)
      if let column = layout.column(of: key) { return column }
      if case .foreignKey(_, let column, _) = layout.storage(of: key) { return column }
    }
    return nil
  }
}
