/// Rows of every entity and what became of them, as a table.
struct RowsSection: HTMLSection {
  let id = "rows"
  let title = "Rows"
  private let rows: [EntityCounts]
  private let seconds: EntitySeconds

  init(_ report: ImportReport) {
    rows = report.body.entities
    seconds = EntitySeconds(report.meta)
  }

  func write(to page: inout HTMLWriter) {
    let times = seconds.texts(rows)
    let paths: [(String, KeyPath<EntityCounts, Int64>)] = [
      ("Read", \.read), ("Migrated", \.migrated), ("Merged", \.merged), ("Dropped", \.dropped),
      ("Rejected", \.rejected),
    ]
    let last = seconds.isKnown ? [("Seconds", true)] : []
    HTMLTable(
      caption: "Rows of each entity of the source and what became of them",
      header: [("Entity", false)] + paths.map { ($0.0, true) } + last,
      rows: zip(rows, times).map { row, time in
        (
          row.shownName("→"),
          paths.map { .number(row[keyPath: $0.1], isLoss: $0.0 == "Dropped" || $0.0 == "Rejected") }
            + (seconds.isKnown ? [.init(text: time, isNumber: true)] : [])
        )
      },
      total: paths.map { path in
        .init(text: Grouped.text(Sums.sum(rows.map { $0[keyPath: path.1] })), isNumber: true)
      } + (seconds.isKnown ? [.init(text: seconds.total, isNumber: true)] : [])
    ).write(to: &page)
  }
}
