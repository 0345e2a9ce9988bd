import CoreDataStore
import Diagnostics
import SQLite

/// Counts the rows of every table of the file, and says whose they are.
struct TableCensus {
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  /// By name; their rows are counted already.
  let entityTables: [String: InspectedTable]
  /// Nil where the version is not known, or the file is not laid out like it.
  let match: LayoutMatch?

  func run(_ reader: TolerantReader) throws -> (tables: [InspectedTable], findings: [Diagnostic]) {
    var tables: [InspectedTable] = []
    var findings: [Diagnostic] = []
    // What SQLite keeps for itself is nobody's.
    for table in catalog.tables where !table.name.hasPrefix("sqlite_") {
      if let known = entityTables[table.name] {
        tables.append(known)
        continue
      }
      let kind = kind(of: table.name)
      let rows = try reader.count(table)
      tables.append(InspectedTable(name: table.name, kind: kind, rows: rows))
      if kind == .other { findings.append(.unknownTable(table.name, rows: rows ?? 0)) }
    }
    return (tables.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }, findings)
  }

  private func kind(of table: String) -> InspectedTable.Kind {
    if FrameworkTable.system.contains(table) { return .system }
    switch FrameworkTable.group(of: table, primaryKeys: primaryKeys) {
    case .history: return .history
    case .cloudKit: return .cloudKit
    case nil: break
    }
    if let match,
      match.spatialIndexes.contains(where: { $0.name == table || $0.shadowTables.contains(table) })
    {
      return .spatialIndex
    }
    guard let match else { return isNamedLikeJoin(table) ? .join : .other }
    return match.layout.joins.contains { $0.name == table } ? .join : .other
  }

  /// `Z_<number><RELATIONSHIP>` (format page 3.3): without a model there is nothing but the name to go by.
  private func isNamedLikeJoin(_ table: String) -> Bool {
    guard table.hasPrefix("Z_") else { return false }
    let digits = table.utf8.dropFirst(2).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return !digits.isEmpty && digits.count < table.utf8.count - 2
  }
}
