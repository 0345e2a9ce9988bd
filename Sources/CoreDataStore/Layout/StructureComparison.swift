import CoreDataModel
import SQLite

/// What a model's layout has that a real file has not, and the other way round; it goes by names, and never gives up.
///
/// Whether a file is laid out like a model for certain is for `LayoutMatcher` to say.
package struct StructureComparison: Sendable, Hashable {
  /// Of one entity, or of a table that no entity of the model owns.
  package struct Difference: Sendable, Hashable {
    /// Nil for what belongs to no entity of the model.
    package let entity: String?
    /// Tables and `TABLE.COLUMN`s of the model that are not in the file, and the entity itself where
    /// `Z_PRIMARYKEY` does not list it; sorted.
    package let missing: [String]
    /// Those of the file that the model does not explain; sorted.
    package let extra: [String]
  }

  /// By entity, what belongs to none first.
  package let differences: [Difference]

  package var isEqual: Bool { differences.isEmpty }

  package var missing: [String] { differences.flatMap(\.missing) }

  package var extra: [String] { differences.flatMap(\.extra) }

  package init(of model: ManagedObjectModel, catalog: SchemaCatalog, primaryKeys: [PrimaryKeyRow]) {
    let own = primaryKeys.filter { !$0.isFrameworkOwned }
    let listed = Dictionary(own.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    let rule = EntityNumbering.numbers(of: model)
    let isListed = Set(listed.keys) == Set(rule.keys)
    let predicted = FreshLayout.layout(of: model, numbers: isListed ? listed : rule)
    var missing: [String?: Set<String>] = [:]
    var extra: [String?: Set<String>] = [:]
    for name in rule.keys where listed[name] == nil { missing[name, default: []].insert(name) }
    extra[nil, default: []].formUnion(listed.keys.filter { rule[$0] == nil })
    var explained = Set(FrameworkTable.system)
    for table in predicted.tables {
      guard let real = catalog.tables.first(where: { $0.name.uppercased() == table.name.uppercased() }) else {
        missing[table.rootEntity, default: []].insert(table.name)
        continue
      }
      explained.insert(real.name)
      let found = Self.columns(of: table, in: real)
      for column in table.columns where found[column.role] == nil {
        let entity = column.role.declaringEntity(in: model) ?? table.rootEntity
        missing[entity, default: []].insert("\(real.name).\(column.name)")
      }
      let owned = Set(found.values)
      for column in real.columns where !owned.contains(column.name) {
        extra[table.rootEntity, default: []].insert("\(real.name).\(column.name)")
      }
    }
    for join in predicted.joins {
      let exact = catalog.table(join.name).map { [$0] } ?? []
      let found = (exact + catalog.tables).first {
        !explained.contains($0.name) && JoinMatcher(predicted: join, real: $0).match() != nil
      }
      if let found {
        explained.insert(found.name)
      } else {
        missing[join.second.relationship.entity, default: []].insert(join.name)
      }
    }
    for table in catalog.tables
    where table.name.hasPrefix("Z") && !table.isVirtual && !explained.contains(table.name)
      && !Self.isIndex(table.name)
    {
      extra[nil, default: []].insert(table.name)
    }
    differences = Set(missing.keys).union(extra.keys).map { entity in
      Difference(
        entity: entity, missing: (missing[entity] ?? []).sorted(), extra: (extra[entity] ?? []).sorted())
    }
    .filter { !$0.missing.isEmpty || !$0.extra.isEmpty }
    .sorted { ($0.entity ?? "").utf8.lexicographicallyPrecedes(($1.entity ?? "").utf8) }
  }

  /// Real column of each that can be found, for certain or at least by its name.
  private static func columns(of table: EntityTable, in real: SchemaCatalog.Table) -> [ColumnRole: String] {
    let certain = (try? ColumnMatcher(predicted: table, real: real).match())?.columns
    return Dictionary(
      (certain ?? table.columns.filter { real.column($0.name) != nil }).map { ($0.role, $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What SQLite keeps an R-tree in: it holds no data of its own.
  private static func isIndex(_ table: String) -> Bool { table.hasPrefix("Z_RT_") }
}
