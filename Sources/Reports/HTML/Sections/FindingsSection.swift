private import Diagnostics

/// All findings, the worst first, with a filter. Notes are for the record, and folded away.
struct FindingsSection: HTMLSection {
  let id = "findings"
  let title = "Findings"
  let findings: [Finding]

  func write(to page: inout HTMLWriter) {
    guard !findings.isEmpty else {
      page.line("p", "None: there is nothing that a person should know besides the figures.")
      return
    }
    FilterBar(findings: findings).write(to: &page)
    let problems = findings.filter { $0.severity > .note }
    let notes = findings.filter { $0.severity == .note }
    if problems.isEmpty { page.line("p", "No error and no warning.") } else { list(problems, &page) }
    guard !notes.isEmpty else { return }
    page.block("details", ["class": "entity", "data-notes": ""]) { page in
      page.line("summary", "\(notes.count) note\(notes.count == 1 ? "" : "s"), for the record")
      list(notes, &page)
    }
  }

  private func list(_ findings: [Finding], _ page: inout HTMLWriter) {
    page.block("ul", ["class": "list"]) { page in
      for group in FindingGroup.groups(of: findings) { group.write(to: &page) }
    }
  }
}
