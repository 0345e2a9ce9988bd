/// The comparison of two reports as one page of HTML, of the same make as a report's.
package struct DiffPage {
  private let diff: ReportDiff
  private let names: (old: String, new: String)

  /// - Parameter names: what the two reports are called.
  package init(_ diff: ReportDiff, names: (old: String, new: String)) {
    self.diff = diff
    self.names = names
  }

  /// Ends with a line feed.
  package func html() -> String {
    let summary = DiffSummarySection(diff: diff, names: names)
    let sections: [any HTMLSection] =
      [DiffFindingsSection(diff: diff)] + DiffSection.all(of: diff).map { DiffTableSection(section: $0) }
      + (diff.notes.isEmpty ? [] : [DiffNotesSection(diff: diff)])
    return HTMLDocument(
      title: summary.title, kind: "comparison of two reports", summary: summary, sections: sections
    ).html()
  }
}
