import SQLite

/// Tells whether a real table is the join table of a relationship, and which of its columns is which.
struct JoinMatcher {
  let predicted: JoinTable
  let real: SchemaCatalog.Table

  /// Nil where it is another table.
  func match() -> JoinTable? {
    guard real.name.hasPrefix("Z_"), !real.isVirtual,
      let first = find(predicted.first.column, not: nil),
      let second = find(predicted.second.column, not: first)
    else { return nil }
    var result = predicted
    result.name = real.name
    result.first.column = first
    result.second.column = second
    if predicted.first.orderColumn != nil {
      guard let order = order(of: first) else { return nil }
      result.first.orderColumn = order
    }
    if predicted.second.orderColumn != nil {
      guard let order = order(of: second) else { return nil }
      result.second.orderColumn = order
    }
    // The second column is the one that shares its name with the table, as the file has it.
    let names = real.columns.map(\.name)
    if let one = names.firstIndex(of: first), let other = names.firstIndex(of: second), other < one {
      (result.first, result.second) = (result.second, result.first)
    }
    return result
  }

  /// The column itself, else one that differs in its suffix alone (format page 2.4).
  private func find(_ name: String, not other: String?) -> String? {
    if name != other, let found = real.column(name) { return found.name }
    let base = String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    let near = real.columns.map(\.name).filter { column in
      column != other && column.hasPrefix(base)
        && column.dropFirst(base.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
    return near.count == 1 ? near[0] : nil
  }

  private func order(of column: String) -> String? {
    let name = "Z_FOK_" + column.dropFirst(2)
    return real.column(name) == nil ? nil : name
  }
}
