import SQLite

/// Finds the columns of one entity table in a real one.
struct ColumnMatcher {
  let predicted: EntityTable
  let real: SchemaCatalog.Table

  func match() throws(LayoutMismatch) -> EntityTable {
    var names: [ColumnRole: SchemaCatalog.Column] = [:]
    var missing: [String] = []
    let families = Dictionary(grouping: predicted.columns, by: \.baseName)
    for base in families.keys.sorted() {
      let family = families[base] ?? []
      guard let found = assign(family, base: base) else {
        missing += family.map(\.name)
        continue
      }
      names.merge(found, uniquingKeysWith: { first, _ in first })
    }
    guard missing.isEmpty else { throw .missingColumns(table: predicted.name, columns: missing.sorted()) }
    // One column cannot hold two properties.
    guard Set(names.values.map(\.name)).count == names.count else {
      let absent = predicted.columns.map(\.name).filter { real.column($0) == nil }
      throw .missingColumns(table: predicted.name, columns: absent.sorted())
    }
    var result = predicted
    result.name = real.name
    for index in result.columns.indices {
      if let found = names[result.columns[index].role] {
        result.columns[index].name = found.name
        result.columns[index].declaredType = found.declaredType
      }
    }
    return result
  }

  /// The real columns of properties that want one name: as a fresh store would number them where all are there
  /// with their types, else by declared type where that leaves one answer. Nil rather than a guess.
  private func assign(_ family: [EntityTable.Column], base: String) -> [ColumnRole: SchemaCatalog.Column]? {
    let exact = family.compactMap { column in real.column(column.name).map { (column.role, $0) } }
    if exact.count == family.count {
      let typesAgree = zip(family, exact).allSatisfy { sameType($0, $1.1) }
      if typesAgree || family.count == 1 {
        return Dictionary(exact, uniquingKeysWith: { first, _ in first })
      }
    }
    let taken = Set(predicted.columns.filter { $0.baseName != base }.map(\.name))
    let candidates = real.columns.filter { column in
      guard column.name.hasPrefix(base), !taken.contains(column.name) else { return false }
      return column.name.dropFirst(base.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
    var result: [ColumnRole: SchemaCatalog.Column] = [:]
    for (type, members) in Dictionary(grouping: family, by: \.declaredType) {
      let fitting = candidates.filter { $0.declaredType.uppercased() == type }
      guard members.count == 1, fitting.count == 1 else { return nil }
      result[members[0].role] = fitting[0]
    }
    return result
  }

  private func sameType(_ predicted: EntityTable.Column, _ real: SchemaCatalog.Column) -> Bool {
    predicted.declaredType == real.declaredType.uppercased()
  }
}
