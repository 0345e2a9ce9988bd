import CoreDataModel
import SQLite

/// Finds a model's layout in a real file: by name, declared type and elimination, never by position.
package struct LayoutMatcher {
  private let model: ManagedObjectModel
  private let catalog: SchemaCatalog
  private let primaryKeys: [PrimaryKeyRow]

  package init(model: ManagedObjectModel, catalog: SchemaCatalog, primaryKeys: [PrimaryKeyRow]) {
    self.model = model
    self.catalog = catalog
    self.primaryKeys = primaryKeys
  }

  package func match() throws(LayoutMismatch) -> LayoutMatch {
    let (numbers, stale) = try numbering()
    let predicted = FreshLayout.layout(of: model, numbers: numbers)
    var tables: [EntityTable] = []
    var unowned: [LayoutMatch.UnownedColumn] = systemColumns()
    var eliminated: [LayoutMatch.UnownedColumn] = []
    for table in predicted.tables {
      guard let real = find(table: table.name) else {
        throw .missingTable(table.name, entity: table.rootEntity)
      }
      let matched = try ColumnMatcher(predicted: table, real: real).match()
      tables.append(inOrderOfFile(matched, real))
      eliminated += zip(table.columns, matched.columns).filter { $0.name != $1.name }
        .map { LayoutMatch.UnownedColumn(table: real.name, column: $1.name) }
      let owned = Set(matched.columns.map(\.name))
      unowned += real.columns.filter { !owned.contains($0.name) }
        .map { LayoutMatch.UnownedColumn(table: real.name, column: $0.name) }
    }
    let joinMatch = try matchJoins(predicted.joins)
    unowned += joinMatch.unowned
    let layout = StoreLayout(model: model, numbers: numbers, tables: tables, joins: joinMatch.joins)
    let spatialIndexes = spatialIndexes(of: layout)
    let explained = Set(tables.map(\.name) + joinMatch.joins.map(\.name))
      .union(FrameworkTable.system)
      .union(spatialIndexes.flatMap { [$0.name] + $0.shadowTables + $0.triggers.map(\.name) })
    let leftovers = catalog.objects.filter { isLeftover($0, explained: explained) }
    return LayoutMatch(
      layout: layout,
      unownedColumns: unowned,
      eliminated: eliminated,
      spatialIndexes: spatialIndexes,
      unexplained: leftovers.filter { group(of: $0) == nil }.sorted { $0.name < $1.name },
      systemTables: FrameworkTable.system.filter { catalog.table($0) != nil },
      historyTables: frameworkTables(.history, among: leftovers),
      cloudKitTables: frameworkTables(.cloudKit, among: leftovers),
      staleNames: stale)
  }

  /// Of a table, or of an index of one. Views and triggers are nobody's, whatever they are called or belong to.
  private func group(of object: SchemaCatalog.Object) -> FrameworkGroup? {
    guard object.kind == .table || object.kind == .index, !object.isVirtual else { return nil }
    return FrameworkTable.group(of: object.tableName, primaryKeys: primaryKeys)
  }

  private func frameworkTables(_ group: FrameworkGroup, among objects: [SchemaCatalog.Object]) -> [String] {
    objects.filter { $0.kind == .table && self.group(of: $0) == group }.map(\.name).sorted()
  }

  /// Numbers as the file has them; where names are left from an older version, by the rule.
  private func numbering() throws(LayoutMismatch) -> (numbers: [String: Int64], stale: [String: String]) {
    let rows = primaryKeys.filter { !$0.isFrameworkOwned }
    let rule = EntityNumbering.numbers(of: model)
    let names = Set(rows.map(\.name))
    let areNumbers = Set(rows.map(\.number)).count == rows.count && rows.allSatisfy { $0.number > 0 }
    if areNumbers, names == Set(rule.keys), rows.count == rule.count {
      return (Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.number) }), [:])
    }
    // A rename in place leaves the old name behind (format page 0.1). It is accepted only where all
    // else agrees: as many entities, every known name and every superentity where the rule puts them.
    let byNumber = Dictionary(rule.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var stale: [String: String] = [:]
    let agrees =
      areNumbers && rows.count == rule.count
      && rows.allSatisfy { row in
        guard let expected = byNumber[row.number] else { return false }
        let parent = model.entity(expected)?.superentity.flatMap { rule[$0] } ?? 0
        guard parent == row.superentity else { return false }
        if expected != row.name {
          // No name is no earlier name, and two entities never had one.
          guard rule[row.name] == nil, !row.name.isEmpty, stale.updateValue(expected, forKey: row.name) == nil
          else { return false }
        }
        return true
      }
    guard agrees else {
      throw .entityNumbers(
        missing: rule.keys.filter { !names.contains($0) }.sorted(),
        unknown: names.filter { rule[$0] == nil }.sorted())
    }
    return (rule, stale)
  }

  /// With the columns as they stand in the file, if the table is as Core Data creates it: some orders follow no known
  /// rule (format page 2.2). A migration in place appends columns; that order is nobody's.
  private func inOrderOfFile(_ table: EntityTable, _ real: SchemaCatalog.Table) -> EntityTable {
    let places = Dictionary(
      real.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var ordered = table
    ordered.columns.sort { (places[$0.name] ?? 0) < (places[$1.name] ?? 0) }
    let columns = ordered.columns.map {
      $0.role == .primaryKey ? "\($0.name) INTEGER PRIMARY KEY" : "\($0.name) \($0.declaredType)"
    }
    let text = "CREATE TABLE \(real.name) ( \(columns.joined(separator: ", "))"
    let found = catalog.objects.first { $0.kind == .table && $0.name == real.name }?.sql?
      .replacing(" UNIQUE,", with: ",").replacing(" UNIQUE )", with: " )")
    return found == text + " )" || found?.hasPrefix(text + ", CONSTRAINT ") ?? false ? ordered : table
  }

  /// Columns of the framework's own tables that it never makes (format page 1.1).
  private func systemColumns() -> [LayoutMatch.UnownedColumn] {
    let known = [
      "Z_METADATA": ["Z_VERSION", "Z_UUID", "Z_PLIST"], "Z_MODELCACHE": ["Z_CONTENT"],
      "Z_PRIMARYKEY": ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"],
    ]
    return known.keys.sorted().flatMap { table in
      (catalog.table(table)?.columns ?? []).filter { known[table]?.contains($0.name) != true }
        .map { LayoutMatch.UnownedColumn(table: table, column: $0.name) }
    }
  }

  private func find(table name: String) -> SchemaCatalog.Table? {
    catalog.table(name) ?? catalog.tables.first { $0.name.uppercased() == name }
  }

  private func matchJoins(_ predicted: [JoinTable]) throws(LayoutMismatch)
    -> (joins: [JoinTable], unowned: [LayoutMatch.UnownedColumn])
  {
    var claimed: Set<String> = []
    var joins: [JoinTable] = []
    var unowned: [LayoutMatch.UnownedColumn] = []
    // Exact tables first, so that a near match never takes what belongs to another.
    let exactFirst = predicted.sorted { exact($0) != nil && exact($1) == nil }
    for join in exactFirst {
      let candidates = (exact(join).map { [$0] } ?? catalog.tables)
        .filter { !claimed.contains($0.name) }
        .compactMap { table in JoinMatcher(predicted: join, real: table).match() }
      guard candidates.count == 1, let found = candidates.first else {
        throw .missingJoinTable(relationship: join.second.relationship)
      }
      claimed.insert(found.name)
      joins.append(found)
      let owned = Set([
        found.first.column, found.second.column, found.first.orderColumn, found.second.orderColumn,
      ])
      unowned += (catalog.table(found.name)?.columns ?? []).filter { !owned.contains($0.name) }
        .map { LayoutMatch.UnownedColumn(table: found.name, column: $0.name) }
    }
    return (joins.sorted { $0.name < $1.name }, unowned)
  }

  /// Those the file has, to the letter; whatever is named alike and differs stays nobody's.
  private func spatialIndexes(of layout: StoreLayout) -> [SpatialIndex] {
    func has(_ kind: SchemaCatalog.Object.Kind, _ name: String, _ sql: String) -> Bool {
      catalog.objects.contains { $0.kind == kind && $0.name == name && $0.sql == sql }
    }
    return SpatialIndex.attributes(of: model).compactMap { key in
      guard var index = SpatialIndex(key, in: layout), has(.table, index.name, index.createStatement) else {
        return nil
      }
      index.hasTriggers = index.knownTriggers.allSatisfy { has(.trigger, $0.name, $0.sql) }
      return index
    }
  }

  private func exact(_ join: JoinTable) -> SchemaCatalog.Table? {
    guard let table = catalog.table(join.name),
      table.column(join.first.column) != nil, table.column(join.second.column) != nil
    else { return nil }
    return table
  }

  /// Indexes hold no data and are not counted here; what SQLite keeps for itself is nobody's.
  private func isLeftover(_ object: SchemaCatalog.Object, explained: Set<String>) -> Bool {
    switch object.kind {
    case .index: false
    case .table: !explained.contains(object.name) && !object.name.hasPrefix("sqlite_")
    case .view: true
    case .trigger: !explained.contains(object.name)
    }
  }
}
