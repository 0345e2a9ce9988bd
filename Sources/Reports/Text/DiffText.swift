private import Diagnostics
private import JSON

/// A comparison for people: a unified table in at most 80 columns, `-` for what was and `+` for what is.
package struct DiffText {
  private let diff: ReportDiff
  private let names: (old: String, new: String)
  private let isColoured: Bool

  /// - Parameters:
  ///   - names: what the two reports are called.
  ///   - isColoured: with the escapes of a terminal.
  package init(_ diff: ReportDiff, names: (old: String, new: String), isColoured: Bool = false) {
    self.diff = diff
    self.names = names
    self.isColoured = isColoured
  }

  /// Ends with a line feed.
  package func text() -> String {
    let sections =
      [header, findings] + DiffSection.all(of: diff).map { [$0.title] + rows($0.differences) }
      + [waived, notes, [verdict]]
    let lines = sections.filter { !$0.isEmpty }.map { $0.map(coloured).joined(separator: "\n") }
    return lines.joined(separator: "\n\n") + "\n"
  }

  private var header: [String] {
    [("---", names.old, diff.old), ("+++", names.new, diff.new)].flatMap { sign, name, body in
      PlainText.wrap(
        PlainText.harmless("\(sign) \(name): \(Self.versions(body)), \(body.outcome.rawValue)"),
        columns: PlainText.columns, hanging: 4)
    }
  }

  private static func versions(_ body: ReportBody) -> String {
    "\(body.source.modelVersion ?? "unknown version") -> \(body.destination.modelVersion ?? "unknown version")"
  }

  private var verdict: String {
    if diff.differences.isEmpty { return "The reports agree." }
    return diff.isEqual ? "The reports agree, but for what is waived." : "The reports differ."
  }

  private var findings: [String] {
    let words = FindingChange.Change.allCases.map { "\(diff.count($0)) \($0.rawValue)" }
    return ["Findings: " + (words + ["\(diff.waived.count) waived"]).joined(separator: ", ")]
      + diff.findings.filter { !$0.isWaived }.flatMap(lines)
  }

  private var waived: [String] {
    guard !diff.waived.isEmpty else { return [] }
    return ["Waived, and no difference:"]
      + diff.waived.flatMap { change in
        change.latest.map { line("  \(change.change.rawValue) ", $0) } ?? []
      }
  }

  private var notes: [String] {
    diff.notes.flatMap { FindingsText.lines(Finding($0)) }
  }

  private func lines(_ change: FindingChange) -> [String] {
    switch (change.old, change.new) {
    case (let old?, nil): return line("- ", old)
    case (nil, let new?): return line("+ ", new)
    case (let old?, let new?) where old != new:
      let (before, after) = (line("- ", old), line("+ ", new))
      let isAlike = before.map { String($0.dropFirst()) } == after.map { String($0.dropFirst()) }
      let keys = old.oldKeys == new.oldKeys ? [] : [ListChange(old.oldKeys, new.oldKeys).text("old keys")]
      let links = old.links == new.links ? [] : ["    other links"]
      let recovery = old.recovery == new.recovery ? [] : ["    other ways out"]
      return (isAlike ? line("  ", new) : before + after) + keys.flatMap { prose($0, "    ") } + links
        + recovery
    default: return []
    }
  }

  private func line(_ sign: String, _ finding: Finding) -> [String] {
    let subject = finding.subject.isEmpty ? "" : " \(finding.subject)"
    let count = finding.count == 0 ? "" : " (\(finding.count))"
    let text = "\(finding.severity.rawValue)[\(finding.id)]\(subject)\(count): \(finding.summary)"
    return prose(text, sign, hanging: 4)
  }

  /// Places in one column, what stood and what stands there in the other.
  private func rows(_ differences: [ReportDifference]) -> [String] {
    let longest = 44
    let places = differences.map { PlainText.harmless($0.place) }
    let width = places.map(PlainText.width).filter { $0 <= longest }.max() ?? 0
    return zip(places, differences).flatMap { place, difference in
      [("- ", difference.old), ("+ ", difference.new)].flatMap { sign, value -> [String] in
        guard let value else { return [] }
        let text = DiffValue(value, beside: sign == "- " ? difference.new : difference.old).text
        let margin = String(repeating: " ", count: width + 2)
        guard PlainText.width(place) <= width else {
          return [sign + place] + prose(text, sign + margin, hanging: width + 4)
        }
        let first = sign + place + PlainText.padding(place, to: width) + "  "
        return prose(text, first, hanging: width + 4)
      }
    }
  }

  /// Every line begins with the sign of the first.
  private func prose(_ text: String, _ first: String, hanging: Int = 6) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
      .enumerated().map { $0 == 0 ? $1 : String(first.prefix(1) + $1.dropFirst()) }
  }

  private func coloured(_ line: String) -> String {
    guard isColoured else { return line }
    let code: String? =
      switch line.first {
      case "-": "31"
      case "+": "32"
      case " ", nil: nil
      default: "1"
      }
    return code.map { "\u{1B}[\($0)m\(line)\u{1B}[0m" } ?? line
  }
}
