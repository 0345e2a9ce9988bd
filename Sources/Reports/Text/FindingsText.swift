private import Diagnostics

/// Findings for people, the worst first.
package struct FindingsText {
  /// So many old keys of a finding are shown.
  private static let shownKeys = 10

  private let findings: [Finding]

  /// - Parameter findings: in their defined order.
  package init(_ findings: [Finding]) { self.findings = findings }

  package var lines: [String] {
    guard !findings.isEmpty else { return ["No findings."] }
    let groups = Severity.allCases.reversed().map { severity in
      (severity, findings.filter { $0.severity == severity })
    }.filter { !$0.1.isEmpty }
    let counts = groups.map { "\($1.count) \($0.rawValue)\($1.count == 1 ? "" : "s")" }
    return ["Findings: " + counts.joined(separator: ", ")]
      + groups.flatMap { [""] + $1.flatMap { Self.lines($0) } }
  }

  /// One finding.
  ///
  /// - Parameter groups: old keys of rows that stand in each other's way; they are shown in place of the finding's.
  static func lines(_ finding: Finding, groups: [[Int64]] = []) -> [String] {
    let subject = finding.subject.isEmpty ? "" : " \(finding.subject)"
    let count = finding.count == 0 ? "" : " (\(finding.count))"
    var lines = prose(
      "\(finding.severity.rawValue)[\(finding.id)]\(subject)\(count): \(finding.summary)", hanging: 2)
    if !groups.isEmpty {
      lines += self.groups(groups)
    } else if !finding.links.isEmpty {
      lines += evidence(
        "old keys (from -> to)", finding.links.map { "\($0.owner) -> \($0.target)" }, of: finding)
    } else if !finding.oldKeys.isEmpty {
      lines += evidence("old keys", finding.oldKeys.map(String.init), of: finding)
    }
    return lines + finding.recovery.flatMap { prose($0, first: "  -> ", hanging: 5) }
  }

  /// A line for each group.
  private static func groups(_ groups: [[Int64]]) -> [String] {
    let shown = groups.prefix(shownKeys)
    let hidden = groups.count - shown.count
    return shown.flatMap { group in
      let more = group.count > shownKeys ? " … and \(group.count - shownKeys) more" : ""
      return prose(
        "share theirs: \(group.prefix(shownKeys).map(String.init).joined(separator: ", "))\(more)",
        first: "  ",
        hanging: 4)
    } + (hidden > 0 ? ["  … and \(hidden) more groups"] : [])
  }

  private static func evidence(_ title: String, _ keys: [String], of finding: Finding) -> [String] {
    let shown = keys.prefix(shownKeys)
    let hidden = max(Int(finding.count), keys.count) - shown.count
    let more = hidden > 0 ? " … and \(hidden) more" : ""
    return prose("\(title): \(shown.joined(separator: ", "))\(more)", first: "  ", hanging: 4)
  }

  private static func prose(_ text: String, first: String = "", hanging: Int = 0) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
  }
}
