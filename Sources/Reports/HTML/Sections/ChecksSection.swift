/// Every kind of check there is, so that what was not checked is told too.
struct ChecksSection: HTMLSection {
  let id = "checks"
  let title = "Checks"
  let checks: [CheckSummary]

  func write(to page: inout HTMLWriter) {
    HTMLTable(
      caption: "Kinds of checks and what came of each",
      header: [("Check", false), ("Result", false), ("Why", false)],
      rows: checks.map { check in
        (
          check.check.split(separator: "-").joined(separator: " "),
          [
            .init(text: "\(check.state.sign) \(check.state.words)", isLoss: check.state == .differs),
            .init(text: check.reason ?? ""),
          ]
        )
      }
    ).write(to: &page)
  }
}

extension CheckSummary.State {
  fileprivate var sign: String {
    switch self {
    case .passed: "✓"
    case .differs: "✕"
    case .source: "▲"
    case .notChecked: "○"
    }
  }

  fileprivate var words: String {
    switch self {
    case .passed: "as it should be"
    case .differs: "differs"
    case .source: "as in the source, to be looked at"
    case .notChecked: "not checked"
    }
  }
}
