/// A table of plain text: one column of names, the others numbers, with a line of totals.
package struct TextTable {
  let header: [String]
  /// A name and as many numbers as the header has further columns.
  let rows: [(name: String, numbers: [Int64])]

  /// Columns whose sum means nothing; if all are, there is no line of totals.
  let unsummed: Set<String>
  /// A line that would be longer is broken behind its name; nil to let names be as long as they are.
  let columns: Int?
  /// A last column of words: its header, a cell for each row, and one for the totals.
  let last: (header: String, cells: [String], total: String)?

  package init(
    header: [String], rows: [(name: String, numbers: [Int64])], unsummed: Set<String> = [],
    columns: Int? = nil, last: (header: String, cells: [String], total: String)? = nil
  ) {
    self.header = header
    self.rows = rows
    self.unsummed = unsummed
    self.columns = columns
    self.last = last
  }

  package var lines: [String] {
    let columns = header.count - 1 + (last == nil ? 0 : 1)
    var totals = (1..<header.count).map { column -> String in
      if unsummed.contains(header[column]) { return "" }
      // A total past 64 bits can only come from a report that somebody made up.
      return Sums.sum(rows.map { $0.numbers[column - 1] }).map(String.init) ?? "too many"
    }
    var named = rows.map { [PlainText.harmless($0.name)] + $0.numbers.map(String.init) }
    if let last {
      totals.append(last.total)
      named = zip(named, last.cells).map { $0 + [$1] }
    }
    let titles = header + (last.map { [$0.header] } ?? [])
    let isSummed = totals.contains { !$0.isEmpty }
    let cells = [titles] + named + (isSummed ? [["total"] + totals] : [])
    var widths = (0...columns).map { column in cells.map { PlainText.width($0[column]) }.max() ?? 0 }
    if let limit = self.columns {
      let room = limit - widths.dropFirst().reduce(0) { $0 + 2 + $1 }
      // Names that are too long stand on lines of their own, and are not what the column is laid out for.
      widths[0] = cells.map { PlainText.width($0[0]) }.filter { $0 <= room }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    var lines = cells.map { Self.lines($0, widths) }
    lines.insert([rule], at: 1)
    if isSummed { lines.insert([rule], at: lines.count - 1) }
    return lines.flatMap { $0 }
  }

  private static func lines(_ cells: [String], _ widths: [Int]) -> [String] {
    guard PlainText.width(cells[0]) > widths[0] else { return [line(cells, widths)] }
    return [cells[0], line([""] + cells.dropFirst(), widths)]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let padding = PlainText.padding(cell.0, to: cell.1)
      return index == 0 ? cell.0 + padding : padding + cell.0
    }.joined(separator: "  ").trimmingEnd
  }
}

extension String {
  /// Nothing follows in the line.
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
