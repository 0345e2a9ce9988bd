import Diagnostics
import SQLite

/// Compares every index with its table: as many entries, and the same cells, in whatever order they come.
struct IndexChecker {
  let context: ValidationContext

  private struct Index {
    let name: String
    let columns: [String]
  }

  /// Sum of the entries' hashes, and their number.
  private struct Sum: Equatable {
    var count: Int64 = 0
    var hash: UInt64 = 0
  }

  func run() throws {
    let tables = try context.destination.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    for table in tables.compactMap({ $0[0].string }) { try check(table) }
  }

  private func check(_ table: String) throws {
    let indexes = try indexes(of: table)
    guard !indexes.isEmpty else { return }
    var columns: [String] = []
    let positions = indexes.map { index in
      index.columns.map { column in
        if let known = columns.firstIndex(of: column) { return known + 1 }
        columns.append(column)
        return columns.count
      }
    }
    let quoted = Identifier.quoted(table)
    let rows = try context.destination.prepare(
      "SELECT rowid, \(columns.map(Identifier.quoted).joined(separator: ", ")) FROM \(quoted) NOT INDEXED")
    var expected = [Sum](repeating: Sum(), count: indexes.count)
    while try rows.step() {
      let key = UInt64(bitPattern: rows.integer(at: 0))
      for index in indexes.indices { Self.add(rows, key, positions[index], &expected[index]) }
    }
    for (index, expected) in zip(indexes, expected) {
      let own = Array(index.columns.indices).map { $0 + 1 }
      let entries = try context.destination.prepare(
        """
        SELECT rowid, \(index.columns.map(Identifier.quoted).joined(separator: ", "))
        FROM \(quoted) INDEXED BY \(Identifier.quoted(index.name))
        """)
      var found = Sum()
      while try entries.step() { Self.add(entries, UInt64(bitPattern: entries.integer(at: 0)), own, &found) }
      if found != expected {
        context.differences.difference(
          .validationIndexDiffers, property: index.name, "This index does not agree with its table."
        ).add(nil)
      }
    }
  }

  /// Indexes over plain columns and all rows; Core Data makes no others.
  private func indexes(of table: String) throws -> [Index] {
    try context.destination.rows("PRAGMA index_list(\(Identifier.quoted(table)))").compactMap { row in
      guard let name = row[1].string, row[4].integer == 0 else { return nil }
      let columns = try context.destination.rows("PRAGMA index_info(\(Identifier.quoted(name)))").map {
        $0[2].string
      }
      let names = columns.compactMap(\.self)
      return names.count == columns.count && !names.isEmpty ? Index(name: name, columns: names) : nil
    }
  }

  private static func add(_ statement: Statement, _ key: UInt64, _ columns: [Int], _ sum: inout Sum) {
    var hash = Link.mix(key &+ 0x9E37_79B9_7F4A_7C15)
    for column in columns { hash = CellHash.adding(statement, column, to: hash) }
    sum.count += 1
    sum.hash &+= hash
  }
}
