/// The table of a rehearsal, a row for each store.
struct RehearsalTable {
  private static let longestVersion = 24

  private let stores: [RehearsedStore]
  private let hasBaseline: Bool

  init(_ stores: [RehearsedStore]) {
    self.stores = stores
    hasBaseline = stores.contains { $0.comparison != nil }
  }

  var lines: [String] {
    let header =
      ["store", "version", "outcome", "rows", "findings", "seconds"] + (hasBaseline ? ["baseline"] : [])
    let cells = [header] + stores.map(cells)
    var widths = header.indices.map { column in cells.map { PlainText.width($0[column]) }.max() ?? 0 }
    let room = PlainText.columns - widths.dropFirst().reduce(0) { $0 + 2 + $1 }
    // Names that are too long stand on lines of their own, and are not what the column is laid out for.
    widths[0] = cells.map { PlainText.width($0[0]) }.filter { $0 <= room }.max() ?? 0
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    var lines = cells.map { Self.lines($0, widths) }
    lines.insert([rule], at: 1)
    return lines.flatMap { $0 }
  }

  private func cells(_ store: RehearsedStore) -> [String] {
    [
      PlainText.harmless(store.name), Self.short(PlainText.harmless(store.modelVersion ?? "-")),
      store.outcome.words, store.rows.map(String.init) ?? "-", String(store.problems.count),
      Self.seconds(store.seconds),
    ] + (hasBaseline ? [Self.baseline(store.comparison)] : [])
  }

  private static func baseline(_ comparison: BaselineComparison?) -> String {
    if case .differs(let differences)? = comparison { return "\(differences.count) differ" }
    return comparison?.state.replacing("-", with: " ") ?? "-"
  }

  /// Two digits behind the point.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func short(_ text: String) -> String {
    guard PlainText.width(text) > longestVersion else { return text }
    var short = ""
    for character in text where PlainText.width(short + String(character)) < longestVersion {
      short.append(character)
    }
    return short + "…"
  }

  private static func lines(_ cells: [String], _ widths: [Int]) -> [String] {
    guard PlainText.width(cells[0]) > widths[0] else { return [line(cells, widths)] }
    return [cells[0], line([""] + cells.dropFirst(), widths)]
  }

  /// Numbers end where their column ends.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = zip(cells, widths).enumerated().map { index, cell in
      let padding = PlainText.padding(cell.0, to: cell.1)
      return (3...5).contains(index) ? padding + cell.0 : cell.0 + padding
    }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
