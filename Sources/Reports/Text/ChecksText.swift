/// What was checked, in words: what passed in one line, what was not with its reason.
struct ChecksText {
  private let checks: [CheckSummary]

  init(_ checks: [CheckSummary]) { self.checks = checks }

  /// Nothing where nothing was checked: the outcome says why.
  var lines: [String] {
    guard checks.contains(where: { $0.state != .notChecked }) else { return [] }
    let named: [(String, CheckSummary.State)] = [
      ("Checked, and as it should be", .passed), ("Checked, and not as it should be", .differs),
      ("Checked, and as in the source, where it is to be looked at", .source),
    ]
    let lines = named.flatMap { words, state in list(words, checks.filter { $0.state == state }) }
    let open = Dictionary(grouping: checks.filter { $0.state == .notChecked }) { $0.reason ?? "" }
    return lines
      + open.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { reason, checks in
        list("Not checked (\(reason))", checks)
      }
  }

  private func list(_ words: String, _ checks: [CheckSummary]) -> [String] {
    guard !checks.isEmpty else { return [] }
    let names = checks.map { $0.check.split(separator: "-").joined(separator: " ") }
    return PlainText.wrap(
      PlainText.harmless("\(words): \(names.joined(separator: ", "))."),
      columns: PlainText.columns, hanging: 2)
  }
}
