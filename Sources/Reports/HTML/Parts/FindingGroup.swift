private import Diagnostics

/// Findings that say the same of several things: the words once, then each thing with its count and keys.
struct FindingGroup {
  /// So many of a long group are not folded away.
  private static let shown = 8

  private let findings: [Finding]

  /// - Parameter findings: of one group, in their order; not empty.
  private init(_ findings: [Finding]) { self.findings = findings }

  /// In the order of the first of each.
  static func groups(of findings: [Finding]) -> [FindingGroup] {
    var order: [[String]] = []
    var groups: [[String]: [Finding]] = [:]
    for finding in findings {
      let key = [finding.severity.rawValue, finding.id, finding.summary] + finding.recovery
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    return order.compactMap { groups[$0] }.map(FindingGroup.init)
  }

  func write(to page: inout HTMLWriter) {
    guard let first = findings.first else { return }
    guard findings.count > 1 else { return FindingItem(finding: first).write(to: &page) }
    page.block("li", ["class": "finding \(first.severity.rawValue)", "data-group": ""]) { page in
      FindingItem(finding: first).head(&page, isShared: true)
      FindingItem(finding: first).words(&page)
      let isLong = findings.count > Self.shown + 2
      list(isLong ? findings.prefix(Self.shown) : findings[...], &page)
      guard isLong else { return }
      page.block("details", ["class": "keys"]) { page in
        page.line("summary", "\(findings.count - Self.shown) more")
        list(findings.dropFirst(Self.shown), &page)
      }
    }
  }

  private func list(_ findings: ArraySlice<Finding>, _ page: inout HTMLWriter) {
    page.block("ul", ["class": "subjects"]) { page in
      for finding in findings { FindingItem(finding: finding).member(&page) }
    }
  }
}
