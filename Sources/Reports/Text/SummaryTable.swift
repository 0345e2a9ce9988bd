/// Rows of every entity, what became of them, and how long they took: in at most 80 columns if there is a way.
struct SummaryTable {
  private let rows: [EntityCounts]
  private let seconds: EntitySeconds

  init(_ rows: [EntityCounts], seconds: EntitySeconds) {
    self.rows = rows
    self.seconds = seconds
  }

  /// A column without a number goes before a name is broken, but for those that every report has.
  var lines: [String] {
    let full = table(columns(besides: []), isBroken: false)
    if Self.fits(full) { return full }
    let empty = [("merged", \EntityCounts.merged), ("rejected", \EntityCounts.rejected)].filter { _, path in
      rows.allSatisfy { $0[keyPath: path] == 0 }
    }.map(\.0)
    let short = table(columns(besides: Set(empty)), isBroken: false)
    return Self.fits(short) ? short : table(columns(besides: Set(empty)), isBroken: true)
  }

  private static func fits(_ lines: [String]) -> Bool {
    lines.allSatisfy { PlainText.width($0) <= PlainText.columns }
  }

  private func columns(besides hidden: Set<String>) -> [(name: String, number: KeyPath<EntityCounts, Int64>)]
  {
    [
      ("read", \.read), ("migrated", \.migrated), ("merged", \.merged), ("dropped", \.dropped),
      ("rejected", \.rejected),
    ].filter { !hidden.contains($0.0) }
  }

  private func table(_ columns: [(name: String, number: KeyPath<EntityCounts, Int64>)], isBroken: Bool)
    -> [String]
  {
    TextTable(
      header: ["entity"] + columns.map(\.name),
      rows: rows.map { row in (row.displayName, columns.map { row[keyPath: $0.number] }) },
      columns: isBroken ? PlainText.columns : nil,
      last: seconds.isKnown ? ("seconds", seconds.texts(rows), seconds.total) : nil
    ).lines
  }
}
