internal import Diagnostics

/// One finding: what, where, how many, the way out; its keys folded away.
struct FindingItem {
  let finding: Finding
  /// As of a comparison: a sign and a word before it.
  var change: FindingChange.Change?
  /// What it was before it changed.
  var before: Finding?

  func write(to page: inout HTMLWriter) {
    page.block(
      "li",
      [
        "class": "finding \(finding.severity.rawValue)", "data-severity": finding.severity.rawValue,
        "data-subject": finding.subject,
      ]
    ) { page in
      head(&page)
      if let before, before.count != finding.count || before.severity != finding.severity {
        page.line(
          "p", ["class": "count"],
          "Before: \(before.severity.rawValue), ×\u{2009}\(Grouped.text(before.count))")
      }
      words(&page)
      keys(&page)
    }
  }

  /// One of several that say the same.
  func member(_ page: inout HTMLWriter) {
    page.block("li", ["data-severity": finding.severity.rawValue, "data-subject": finding.subject]) { page in
      page.element("span", ["class": "head"]) { subject(&$0) }
      keys(&page)
    }
  }

  /// - Parameter isShared: whether what it is about follows, and is not part of it.
  func head(_ page: inout HTMLWriter, isShared: Bool = false) {
    page.block("p", ["class": "head"]) { page in
      if let change { change.badge(&page) }
      finding.severity.badge(&page)
      page.literal(" ")
      if !isShared { subject(&page) }
      page.element("code", ["class": "id"], finding.id)
    }
  }

  private func subject(_ page: inout HTMLWriter) {
    if !finding.subject.isEmpty {
      page.element("strong", ["class": "subject"], finding.subject)
      page.literal(" ")
    }
    guard finding.count != 0 else { return }
    page.element("span", ["class": "count"], "×\u{2009}\(Grouped.text(finding.count))")
    page.literal(" ")
  }

  /// What it says, and the way out.
  func words(_ page: inout HTMLWriter) {
    page.line("p", ["class": "prose"], finding.summary)
    guard !finding.recovery.isEmpty else { return }
    page.block("ul", ["class": "recovery"]) { page in
      for step in finding.recovery { page.line("li", step) }
    }
  }

  func keys(_ page: inout HTMLWriter) {
    let (title, keys): (String, [String]) =
      finding.links.isEmpty
      ? ("", finding.oldKeys.map(String.init))
      : (", from and to", finding.links.map { "\($0.owner)→\($0.target)" })
    guard !keys.isEmpty else { return }
    let all = max(finding.count, Int64(keys.count))
    let count = all > Int64(keys.count) ? "\(keys.count) of \(Grouped.text(all))" : "\(keys.count)"
    page.block("details", ["class": "keys"]) { page in
      page.line("summary", "\(count) \(keys.count == 1 ? "old key" : "old keys")\(title)")
      page.line("p", ["class": "key-list"], keys.joined(separator: "  "))
    }
  }
}

extension FindingChange.Change {
  var sign: String {
    switch self {
    case .new: "+"
    case .fixed: "−"
    case .changed: "≠"
    case .unchanged: "="
    }
  }

  func badge(_ page: inout HTMLWriter) {
    page.element("span", ["class": "badge change-\(rawValue)"]) { page in
      page.element("span", ["aria-hidden": "true"], sign)
      page.text(" \(rawValue)")
    }
    page.literal(" ")
  }
}
