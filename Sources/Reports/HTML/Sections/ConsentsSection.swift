/// What was allowed by name, and how much of it there was.
struct ConsentsSection: HTMLSection {
  let id = "consents"
  let title = "Consents"
  let consents: [ConsentCount]

  func write(to page: inout HTMLWriter) {
    HTMLTable(
      caption: "Consents and the rows that they covered",
      header: [("Consent", false), ("Rows", true)],
      rows: consents.map { ($0.consent, [.number($0.rows)]) }
    ).write(to: &page)
  }
}
