/// A table of plain text: one column of names, the others numbers, with a line of totals.
struct TextTable {
  let header: [String]
  /// A name and as many numbers as the header has further columns.
  let rows: [(name: String, numbers: [Int64])]

  var lines: [String] {
    let columns = header.count - 1
    let totals = (0..<columns).map { column in
      // A total past 64 bits can only come from a report that somebody made up.
      Sums.sum(rows.map { $0.numbers[column] }).map(String.init) ?? "too many"
    }
    let body = rows.map { [PlainText.harmless($0.name)] + $0.numbers.map(String.init) }
    let cells = [header] + body + [["total"] + totals]
    let widths = (0...columns).map { column in cells.map { PlainText.width($0[column]) }.max() ?? 0 }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    let text = cells.map { Self.line($0, widths) }
    return [text[0], rule] + text[1...].dropLast() + [rule] + text.suffix(1)
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let padding = PlainText.padding(cell.0, to: cell.1)
      return index == 0 ? cell.0 + padding : padding + cell.0
    }.joined(separator: "  ")
  }
}
