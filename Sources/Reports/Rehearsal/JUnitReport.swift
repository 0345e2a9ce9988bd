/// A rehearsal as JUnit XML, which servers of continuous integration read: one suite, a test case for each store.
package struct JUnitReport {
  private let report: RehearsalReport

  package init(_ report: RehearsalReport) { self.report = report }

  package func xml() -> String {
    let cases =
      report.stores.map(testCase) + report.vanished.map(vanished) + report.withoutStore.map(missing)
      + report.unreadable.map(unreadable)
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.ending == .failure })\" "
      + "errors=\"\(cases.count { $0.ending == .error })\" time=\"\(RehearsalTable.seconds(report.seconds))\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="import-legacy" \(counts)>
        <testsuite name="rehearse" \(counts) skipped="0">
      \(cases.map(\.xml).joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private struct Case {
    enum Ending: String { case success, failure, error }

    let name: String
    let seconds: Double
    let ending: Ending
    /// Of the ending, for a machine.
    let kind: String
    let lines: [String]

    var xml: String {
      let start =
        "    <testcase classname=\"rehearse\" name=\"\(escaped(name))\" "
        + "time=\"\(RehearsalTable.seconds(seconds))\""
      guard ending != .success else { return start + "/>" }
      let tag = ending.rawValue
      return """
        \(start)>
              <\(tag) type="\(escaped(kind))" message="\(escaped(lines.first ?? ""))">\(escaped(lines.joined(separator: "\n")))</\(tag)>
            </testcase>
        """
    }

    /// Of the characters that XML forbids none is left: control characters are spelled out.
    private func escaped(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        PlainText.harmless(String(line)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
          .replacing("\u{FFFE}", with: "\\u{FFFE}").replacing("\u{FFFF}", with: "\\u{FFFF}")
      }.joined(separator: "\n")
    }
  }

  private func testCase(_ store: RehearsedStore) -> Case {
    let isDifferent = store.comparison?.isDifferent ?? false
    guard !store.isClean || isDifferent else {
      return Case(name: store.name, seconds: store.seconds, ending: .success, kind: "", lines: [])
    }
    let differences =
      (isDifferent ? store.comparison : nil).map { [$0.words] + $0.differences.map(\.text) } ?? []
    return Case(
      name: store.name, seconds: store.seconds, ending: store.outcome.isOfProgram ? .error : .failure,
      kind: store.isClean ? store.comparison?.state ?? "" : store.outcome.rawValue,
      lines: (store.isClean ? [] : [store.words] + store.problems.map(RehearsalText.line)) + differences)
  }

  private func vanished(_ name: String) -> Case {
    Case(
      name: name, seconds: 0, ending: .failure, kind: "vanished",
      lines: ["a report of it was accepted, and it is not there now"])
  }

  private func missing(_ place: String) -> Case {
    Case(name: place, seconds: 0, ending: .failure, kind: "without-store", lines: ["no store is there"])
  }

  private func unreadable(_ place: String) -> Case {
    Case(name: place, seconds: 0, ending: .error, kind: "unreadable", lines: ["it cannot be looked into"])
  }
}
