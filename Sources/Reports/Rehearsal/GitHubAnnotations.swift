/// A rehearsal as workflow commands of GitHub Actions, a line each: an annotation for each store that is not clean or not
/// as accepted, and one that sums up.
package struct GitHubAnnotations {
  private static let shownLines = 5

  private let report: RehearsalReport

  package init(_ report: RehearsalReport) { self.report = report }

  /// Each line ends with a line feed.
  package func text() -> String {
    var lines: [String] = []
    for store in report.stores where !store.isClean || store.comparison?.isDifferent ?? false {
      lines.append(annotation(of: store))
    }
    for name in report.vanished {
      lines.append(command("error", title: name, "A report of it was accepted, and it is not there now."))
    }
    for place in report.withoutStore { lines.append(command("error", title: place, "No store is there.")) }
    for place in report.unreadable {
      lines.append(command("error", title: place, "It cannot be looked into."))
    }
    let counts = report.counts.map { "\($0.count) \($0.outcome.words)" }.joined(separator: ", ")
    lines.append(command("notice", title: "Rehearsal", counts.isEmpty ? "No store was found." : counts))
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotation(of store: RehearsedStore) -> String {
    let differences =
      store.comparison.map { $0.isDifferent ? [$0.words] + $0.differences.map(\.text) : [] } ?? []
    let lines = (store.isClean ? [] : [store.words] + store.problems.map(RehearsalText.line)) + differences
    let isWarning =
      store.outcome == .migratedWithFindings && differences.isEmpty
      && !store.problems.contains { $0.severity == .error }
    let hidden = lines.count - Self.shownLines
    let shown = lines.prefix(Self.shownLines) + (hidden > 0 ? ["… and \(hidden) more"] : [])
    return command(
      isWarning ? "warning" : "error", file: store.path, title: store.name, shown.joined(separator: "\n"))
  }

  private func command(_ name: String, file: String? = nil, title: String, _ message: String) -> String {
    let place = file.map { "file=\(Self.property($0))," } ?? ""
    return "::\(name) \(place)title=\(Self.property(title))::\(Self.data(message))"
  }

  /// Control characters other than line feeds are spelled out, as in every text; what is left is escaped as GitHub's own
  /// toolkit does.
  private static func data(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { PlainText.harmless(String($0)).replacing("%", with: "%25") }.joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
