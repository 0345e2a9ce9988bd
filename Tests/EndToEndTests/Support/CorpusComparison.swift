import Foundation
import SQLite

/// A source and what became of it at the same version, cell by cell. Differences are lines of text.
struct CorpusComparison {
  let source, output: CorpusDatabase
  let model: CorpusModel
  private let numbers: [String: Int64]
  private let columns: CorpusColumns
  private let entityOf: [Int64: String]

  init(source: CorpusDatabase, output: CorpusDatabase, model: CorpusModel) throws {
    (self.source, self.output, self.model) = (source, output, model)
    numbers = try output.numbers(model)
    columns = CorpusColumns(model: model, numbers: numbers)
    entityOf = Dictionary(numbers.map { ($1, $0) }, uniquingKeysWith: { $1 })
  }

  /// Cells that differ though their column belongs to another entity of the table and is now NULL, by table.
  struct Rows {
    var differences: [String] = []
    var cleared: [String: Int] = [:]
    var dangling = 0
    /// Rows of each entity, counted by number.
    var counts: [String: Int64] = [:]
  }

  /// Every row and every cell, with storage class and bytes.
  func rows() throws -> Rows {
    var result = Rows()
    for (table, owned) in columns.tables.sorted(by: { $0.key < $1.key }) {
      let names = try output.columns(table).map(\.name)
      let known = Set(owned.keys).union(["Z_PK", "Z_ENT", "Z_OPT"])
      if Set(names) != known {
        result.differences.append("\(table): columns \(known.symmetricDifference(names))")
      }
      let missing = Set(names).subtracting(try source.columns(table).map(\.name))
      guard missing.isEmpty else {
        result.differences.append("\(table): columns not in the source \(missing.sorted())")
        continue
      }
      let query = "SELECT \(names.map { "\"\($0)\"" }.joined(separator: ", ")) FROM \(table) ORDER BY Z_PK"
      let (before, after) = (try source.rows(query), try output.rows(query))
      if before.count != after.count {
        result.differences.append("\(table): \(before.count) rows became \(after.count)")
      }
      for (old, new) in zip(before, after) {
        let row = Dictionary(zip(names, zip(old, new)), uniquingKeysWith: { $1 })
        try compare(row, table, owned, &result)
      }
    }
    return result
  }

  private func compare(
    _ row: [String: (Value, Value)], _ table: String, _ owned: [String: CorpusColumns.Column],
    _ result: inout Rows
  ) throws {
    let entity = row["Z_ENT"]?.1.integer.flatMap { entityOf[$0] } ?? "?"
    let key = row["Z_PK"]?.1.integer ?? 0
    result.counts[entity, default: 0] += 1
    for (name, (old, new)) in row {
      guard let column = owned[name] else {
        if old != new { result.differences.append("\(table) \(key) \(name)") }
        continue
      }
      if !column.entities.contains(entity) {
        if new != .null {
          result.differences.append("\(table) \(key) \(name): not \(entity)'s, yet not NULL")
        }
        if old != new { result.cleared[table, default: 0] += 1 }
      } else if old != new {
        guard new == .null, try isDangling(column, row, owned) else {
          result.differences.append("\(table) \(key) \(entity) \(name)")
          continue
        }
        if case .toOne = column.meaning { result.dangling += 1 }
      }
    }
  }

  private func isDangling(
    _ column: CorpusColumns.Column, _ row: [String: (Value, Value)], _ owned: [String: CorpusColumns.Column]
  ) throws -> Bool {
    var link = column
    var held: Value?
    switch column.meaning {
    case .toOne: held = row.first { owned[$0.key]?.meaning == column.meaning }?.value.0
    case .entity(let key), .place(let key):
      link = owned[key] ?? column
      held = row[key]?.0
    case .attribute, .owner: return false
    }
    guard case .toOne(_, let destination) = link.meaning, let held, held != .null else { return false }
    // What is no integer is no key.
    guard let target = held.integer else { return true }
    let kin = model.family(destination).compactMap { numbers[$0] }.map(String.init).joined(separator: ", ")
    return try source.rows(
      "SELECT 1 FROM Z\(model.root(destination).uppercased()) WHERE Z_PK = \(target) AND Z_ENT IN (\(kin))"
    ).isEmpty
  }

  /// Rows of join tables as sets; a table is known by its columns, because a self-relationship's may bear the
  /// name of either end. Names that differ are returned too.
  func joins() throws -> (differences: [String], renamed: [String], tables: Int) {
    func joinTables(_ store: CorpusDatabase) throws -> [Set<String>: String] {
      let names = try store.tables().filter {
        $0.hasPrefix("Z_") && !["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains($0)
      }
      return Dictionary(
        try names.map { (Set(try store.columns($0).map(\.name)), $0) }, uniquingKeysWith: { $1 })
    }
    let (before, after) = (try joinTables(source), try joinTables(output))
    var (differences, renamed): ([String], [String]) = ([], [])
    if Set(before.keys) != Set(after.keys) {
      differences.append("join tables \(before.values) \(after.values)")
    }
    for (names, table) in after {
      guard let old = before[names] else { continue }
      if old != table { renamed.append("\(old) -> \(table)") }
      let list = names.sorted().joined(separator: ", ")
      let (was, now) = (
        try source.rows("SELECT \(list) FROM \(old)"), try output.rows("SELECT \(list) FROM \(table)")
      )
      if was.count != now.count || Set(was) != Set(now) { differences.append("rows of \(table)") }
    }
    return (differences, renamed.sorted(), after.count)
  }

  /// Entities, metadata, and what the file says of itself.
  func system() throws -> [String] {
    var differences: [String] = []
    let (old, new) = (try source.entities(), try output.entities())
    if new.map(\.number) != old.map(\.number) || new.map(\.parent) != old.map(\.parent)
      || new.map(\.highestKey) != old.map(\.highestKey)
      || new.contains(where: { numbers[$0.name] != $0.number }) || numbers.count != new.count
    {
      differences.append("Z_PRIMARYKEY")
    }
    let (before, after) = (try source.metadata(), try output.metadata())
    for key in Set(before.allKeys + after.allKeys as? [String] ?? []).sorted() {
      if before[key] as? NSObject != after[key] as? NSObject { differences.append("metadata \(key)") }
    }
    if after.count < 4 || after["NSStoreModelVersionHashes"] == nil { differences.append("metadata is poor") }
    if try source.text("SELECT Z_UUID FROM Z_METADATA") == output.text("SELECT Z_UUID FROM Z_METADATA") {
      differences.append("the UUID is not new")
    }
    for pragma in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
      if try source.rows("PRAGMA \(pragma)") != output.rows("PRAGMA \(pragma)") { differences.append(pragma) }
    }
    if try output.rows("PRAGMA integrity_check") != [[.text("ok")]] { differences.append("integrity_check") }
    return differences
  }
}
