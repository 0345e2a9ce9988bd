/// A rehearsal for people: plain text without colour, prose in at most 80 columns.
package struct RehearsalText {
  /// So much of each store is shown; the rest is counted.
  private static let shownProblems = 3
  private static let shownDifferences = 10

  private let report: RehearsalReport

  package init(_ report: RehearsalReport) { self.report = report }

  /// Ends with a line feed.
  package func text() -> String {
    let table = report.stores.isEmpty ? [] : RehearsalTable(report.stores).lines
    let sections = [table, unclean, different, vanished, notSearched, summary]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var unclean: [String] {
    let stores = report.stores.filter { !$0.isClean }
    guard !stores.isEmpty else { return [] }
    return ["Not clean:"]
      + stores.flatMap { store in
        prose("\(store.name): \(store.words)", first: "  ", hanging: 4)
          + store.problems.prefix(Self.shownProblems).flatMap {
            prose(Self.line($0), first: "    ", hanging: 6)
          }
          + more(store.problems.count - Self.shownProblems, "    ")
      }
  }

  /// A finding in a sentence; its keys and the way out stand in the report.
  static func line(_ finding: Finding) -> String {
    let subject = finding.subject.isEmpty ? "" : " \(finding.subject)"
    let count = finding.count == 0 ? "" : " (\(finding.count))"
    return "\(finding.severity.rawValue)[\(finding.id)]\(subject)\(count): \(finding.summary)"
  }

  private var different: [String] {
    let stores = report.stores.filter { $0.comparison?.isDifferent ?? false }
    guard !stores.isEmpty else { return [] }
    return ["Not as accepted:"]
      + stores.flatMap { store in
        let differences = store.comparison?.differences ?? []
        return prose("\(store.name): \(store.comparison?.words ?? "")", first: "  ", hanging: 4)
          + differences.prefix(Self.shownDifferences).flatMap { prose($0.text, first: "    ", hanging: 6) }
          + more(differences.count - Self.shownDifferences, "    ")
      }
  }

  private var vanished: [String] {
    guard !report.vanished.isEmpty else { return [] }
    return ["Accepted, and not there now:"]
      + report.vanished.flatMap { prose($0, first: "  ", hanging: 4) }
  }

  private var notSearched: [String] {
    report.withoutStore.flatMap { prose("No store is at \($0)", hanging: 2) }
      + report.unreadable.flatMap { prose("Cannot be looked into: \($0)", hanging: 2) }
  }

  private var summary: [String] {
    let counts = report.counts.map { "\($0.count) \($0.outcome.words)" }.joined(separator: ", ")
    let stores = "\(report.stores.count) \(report.stores.count == 1 ? "store" : "stores")"
    var lines = prose(
      report.stores.isEmpty
        ? "No store was found."
        : "\(stores): \(counts); \(RehearsalTable.seconds(report.seconds)) seconds, \(report.jobs) at a time."
    )
    let skipped = [
      (report.skipped.companions, "companion", "companions"),
      (report.skipped.others, "file that is no database", "files that are no databases"),
      (report.skipped.undecodable, "name that is not UTF-8", "names that are not UTF-8"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    if !skipped.isEmpty { lines += prose("Skipped: \(skipped.joined(separator: ", ")).") }
    return lines
  }

  private func more(_ count: Int, _ indentation: String) -> [String] {
    count > 0 ? ["\(indentation)… and \(count) more"] : []
  }

  private func prose(_ text: String, first: String = "", hanging: Int = 0) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
  }
}
