/// What the comparison itself has to say.
struct DiffNotesSection: HTMLSection {
  let id = "notes"
  let title = "Notes on this comparison"
  let diff: ReportDiff

  func write(to page: inout HTMLWriter) {
    page.block("ul", ["class": "list"]) { page in
      for note in Finding.list(diff.notes) { FindingItem(finding: note).write(to: &page) }
    }
  }
}
