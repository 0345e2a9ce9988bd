/// A table to review: a name, a number, and words that are wrapped into what is left of the line.
struct PlanTable {
  struct Row {
    let name: String
    /// Nil where counting means nothing.
    let rows: Int64?
    let text: String
    let depth: Int
  }

  /// Of three columns.
  let header: [String]
  let rows: [Row]

  /// A name that is longer stands on a line of its own.
  private static let longestName = 30

  var lines: [String] {
    let names = rows.map { String(repeating: "  ", count: $0.depth) + PlainText.harmless($0.name) }
    let counts = rows.map { $0.rows.map(String.init) ?? "" }
    let fitting = (names + [header[0]]).map(PlainText.width).filter { $0 <= Self.longestName }
    let widths = (fitting.max() ?? 0, (counts + [header[1]]).map(PlainText.width).max() ?? 0)
    let margin = widths.0 + 2 + widths.1 + 2
    let rest = max(PlainText.width(header[2]), PlainText.columns - margin)
    let rule = [widths.0, widths.1, rest].map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return line(header[0], header[1], header[2], widths) + [rule]
      + zip(names, zip(counts, rows)).flatMap { name, row in line(name, row.0, row.1.text, widths) }
  }

  private func line(_ name: String, _ count: String, _ text: String, _ widths: (Int, Int)) -> [String] {
    let margin = widths.0 + 2 + widths.1 + 2
    let isLong = PlainText.width(name) > widths.0
    let start = isLong ? "" : name
    let first =
      start + PlainText.padding(start, to: widths.0) + "  " + PlainText.padding(count, to: widths.1) + count
      + "  "
    return (isLong ? [name] : [])
      + PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: margin)
  }
}
