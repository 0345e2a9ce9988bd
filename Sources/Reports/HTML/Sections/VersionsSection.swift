internal import JSON

/// The two versions, and how they are known.
struct VersionsSection: HTMLSection {
  let id = "versions"
  let title = "Versions"
  let body: ReportBody

  func write(to page: inout HTMLWriter) {
    let names = VersionNames(body)
    page.block("dl", ["class": "facts"]) { page in
      Self.fact("Source", names.source, &page)
      if let means = body.source.recognisedBy { Self.fact("recognised by", means, &page) }
      Self.fact("Destination", names.destination, &page)
      if let means = body.destination.recognisedBy { Self.fact("chosen by", means, &page) }
      if let format = body.destination.format { Self.fact("Format", format, &page) }
    }
    hashes(of: body.source, "Version hashes of the source", &page)
    hashes(of: body.destination, "Version hashes of the destination", &page)
  }

  private static func fact(_ name: String, _ value: String, _ page: inout HTMLWriter) {
    page.line("dt", name)
    page.line("dd", value)
  }

  private func hashes(of store: StoreSummary, _ title: String, _ page: inout HTMLWriter) {
    guard let hashes = store.versionHashes, !hashes.isEmpty else { return }
    page.block("details", ["class": "entity"]) { page in
      page.line("summary", "\(title) (\(hashes.count))")
      HTMLTable(
        caption: title, header: [("Entity", false), ("Hash", false), ("From", false)],
        rows: hashes.inKeyOrder.map { name, hash in
          (
            name,
            [
              .init(text: hash, isCode: true), .init(text: store.hashOrigin?[name]?.rawValue ?? "unknown"),
            ]
          )
        }
      ).write(to: &page)
    }
  }
}
