import CoreDataModel
import SQLite

/// Finds the rows that a row too many is a copy of, where source and destination are of one model.
struct DuplicateFinder {
  let context: ValidationContext
  let root: String

  /// - Parameter keys: of rows of the destination.
  /// - Returns: keys of rows of the source that hold the same values.
  func sources(of keys: Set<Int64>) throws -> [Int64] {
    guard context.plan.source == context.plan.destination, let old = context.sourceLayout.tables[root],
      let new = context.destinationLayout.tables[root]
    else { return [] }
    let attributes = new.columns.keys.compactMap { role -> PropertyKey? in
      if case .attribute(let key) = role { key } else { nil }
    }.sorted()
    let pairs = attributes.compactMap { key in
      old.columns[.attribute(key)].flatMap { before in new.columns[.attribute(key)].map { (before, $0) } }
    }
    // The depth of an expression has a limit.
    guard !pairs.isEmpty, pairs.count <= 500 else { return [] }
    let rows = try context.destination.prepare(
      "SELECT \(pairs.map { Identifier.quoted($0.1) }.joined(separator: ", ")) FROM \(Identifier.quoted(new.name)) WHERE Z_PK = ?"
    )
    let lookup = try context.source.prepare(
      "SELECT Z_PK FROM \(Identifier.quoted(old.name)) NOT INDEXED WHERE "
        + pairs.map { "\(Identifier.quoted($0.0)) IS ?" }.joined(separator: " AND "))
    var found: [Int64] = []
    for key in keys.sorted() {
      try rows.bind(.integer(key), at: 1)
      defer { rows.reset() }
      guard try rows.step() else { continue }
      let cells = pairs.indices.map { rows.value(at: $0) }
      // What holds nothing is a copy of nothing.
      guard cells.contains(where: { $0 != .null }) else { continue }
      for (index, cell) in cells.enumerated() { try lookup.bind(cell, at: index + 1) }
      while try lookup.step() { found.append(lookup.integer(at: 0)) }
      lookup.reset()
    }
    return found
  }
}
