/// New, fixed and changed findings; those that are waived, and those that stayed, folded away.
struct DiffFindingsSection: HTMLSection {
  let id = "findings"
  let title = "Findings"
  let diff: ReportDiff

  func write(to page: inout HTMLWriter) {
    let all = diff.findings.compactMap(\.latest)
    guard !all.isEmpty else {
      page.line("p", "Neither report has any.")
      return
    }
    FilterBar(findings: all).write(to: &page)
    let told = diff.findings.filter { !$0.isWaived && $0.change != .unchanged }
    if told.isEmpty { page.line("p", "None is new, fixed or changed.") }
    list(told, &page)
    folded("waived, and no difference", diff.waived, &page)
    folded("unchanged", diff.findings.filter { $0.change == .unchanged }, &page)
  }

  private func folded(_ title: String, _ changes: [FindingChange], _ page: inout HTMLWriter) {
    guard !changes.isEmpty else { return }
    page.block("details", ["class": "entity"]) { page in
      page.line("summary", "\(changes.count) \(title)")
      list(changes, &page)
    }
  }

  private func list(_ changes: [FindingChange], _ page: inout HTMLWriter) {
    guard !changes.isEmpty else { return }
    page.block("ul", ["class": "list"]) { page in
      for change in changes {
        guard let finding = change.latest else { continue }
        FindingItem(finding: finding, change: change.change, before: change.new == nil ? nil : change.old)
          .write(to: &page)
      }
    }
  }
}
