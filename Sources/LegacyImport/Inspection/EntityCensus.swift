import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Counts the rows of each entity that `Z_PRIMARYKEY` lists.
struct EntityCensus {
  struct Result {
    var entities: [InspectedEntity] = []
    /// By the table's name.
    var tables: [String: InspectedTable] = [:]
    var findings: [Diagnostic] = []
  }

  /// Without the framework's own.
  private let rows: [PrimaryKeyRow]
  private let catalog: SchemaCatalog
  /// Nil where the version is not known, or the file is not laid out like it.
  private let match: LayoutMatch?
  private let model: ManagedObjectModel?
  private let byNumber: [Int64: PrimaryKeyRow]

  init(
    primaryKeys: [PrimaryKeyRow], catalog: SchemaCatalog, model: ManagedObjectModel?, match: LayoutMatch?
  ) {
    rows = primaryKeys.filter { !$0.isFrameworkOwned }
    self.catalog = catalog
    self.model = model
    self.match = match
    byNumber = Dictionary(rows.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func run(_ reader: TolerantReader) throws -> Result {
    var result = Result()
    var counts: [Int64: Int64] = [:]
    let roots = Dictionary(grouping: rows) { lineage(of: $0).last?.number ?? $0.number }
    for (number, members) in roots.sorted(by: { $0.key < $1.key }) {
      guard let root = byNumber[number] else { continue }
      guard let table = table(of: root) else {
        // Where the layout is found, no table is missing.
        if match == nil { result.findings.append(.entityTableMissing(name(of: root))) }
        continue
      }
      try count(table, root: root, members: members, reader, &counts, &result)
    }
    result.entities = rows.map { row in
      let lineage = lineage(of: row)
      let table = table(of: lineage.last ?? row)
      let isCounted = table.map { result.tables[$0.name]?.rows != nil } ?? false
      return InspectedEntity(
        name: name(of: row), earlierName: name(of: row) == row.name ? nil : row.name, number: row.number,
        superentity: row.superentity == 0 ? nil : row.superentity, depth: lineage.count - 1,
        isAbstract: model?.entity(name(of: row))?.isAbstract, table: table?.name,
        rows: isCounted ? counts[row.number] ?? 0 : nil)
    }
    return result
  }

  /// The row and those of its superentities; a circle ends where it closes.
  private func lineage(of row: PrimaryKeyRow) -> [PrimaryKeyRow] {
    var result = [row]
    while let last = result.last, let parent = byNumber[last.superentity], !result.contains(parent) {
      result.append(parent)
    }
    return result
  }

  private func name(of row: PrimaryKeyRow) -> String { match?.staleNames[row.name] ?? row.name }

  private func table(of root: PrimaryKeyRow) -> SchemaCatalog.Table? {
    if let known = match?.layout.table(of: name(of: root)) { return catalog.table(known.name) }
    let name = "Z" + root.name.uppercased()
    return catalog.table(name) ?? catalog.tables.first { $0.name.uppercased() == name }
  }

  private func count(
    _ table: SchemaCatalog.Table, root: PrimaryKeyRow, members: [PrimaryKeyRow], _ reader: TolerantReader,
    _ counts: inout [Int64: Int64], _ result: inout Result
  ) throws {
    let quoted = Identifier.quoted(table.name)
    let all = try reader.count(table)
    var unknown: Int64?
    let numbers = Set(members.map(\.number))
    if let all, table.column("Z_ENT") != nil {
      let groups = try reader.ask {
        try $0.rows("SELECT Z_ENT, count(*) FROM \(quoted) NOT INDEXED GROUP BY Z_ENT")
      }
      if let groups {
        unknown = all
        for group in groups {
          guard let number = group[0].integer, numbers.contains(number), let rows = group[1].integer else {
            continue
          }
          counts[number] = rows
          unknown = unknown.map { $0 - rows }
        }
      }
    } else if all != nil {
      unknown = all
    }
    result.tables[table.name] = InspectedTable(
      name: table.name, kind: .entity, rows: unknown == nil ? nil : all, unknownRows: unknown)
    if let unknown, unknown > 0 {
      result.findings.append(
        .unknownRows(
          name(of: root), table: table.name, count: unknown,
          keys: try keys(of: table, otherThan: numbers, reader)))
    }
    guard table.column("Z_PK") != nil else { return }
    let highest = try reader.integer(
      "SELECT max(Z_PK) FROM \(quoted) NOT INDEXED WHERE typeof(Z_PK) = 'integer'")
    if let highest, highest > root.maximumKey {
      result.findings.append(.keyCounterLow(name(of: root), highest: highest))
    }
  }

  private func keys(of table: SchemaCatalog.Table, otherThan numbers: Set<Int64>, _ reader: TolerantReader)
    throws -> [Int64]
  {
    guard table.column("Z_PK") != nil else { return [] }
    let condition =
      table.column("Z_ENT") == nil
      ? "1"
      : "Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers.sorted().map(String.init).joined(separator: ", ")))"
    let found = try reader.ask {
      try $0.rows(
        """
        SELECT Z_PK FROM \(Identifier.quoted(table.name)) NOT INDEXED WHERE \(condition) ORDER BY Z_PK
        LIMIT \(Diagnostic.maximumOldKeys)
        """)
    }
    return (found ?? []).compactMap { $0[0].integer }
  }
}
