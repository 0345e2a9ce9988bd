/// Whether the two agree, and how much of what differs there is.
struct DiffSummarySection: HTMLSection {
  let id = "summary"
  let diff: ReportDiff
  let names: (old: String, new: String)

  var title: String {
    if diff.differences.isEmpty { return "The reports agree" }
    return diff.isEqual ? "The reports agree, but for what is waived" : "The reports differ"
  }

  func write(to page: inout HTMLWriter) {
    page.block("p", ["class": "state \(diff.isEqual ? "good" : "look")"]) { page in
      page.element("span", ["aria-hidden": "true"], diff.isEqual ? "✓" : "▲")
      page.text(diff.isEqual ? " no difference" : " different")
    }
    page.line("h1", ["id": "headline"], title)
    page.block("dl", ["class": "facts"]) { page in
      for (title, name, body) in [("Old", names.old, diff.old), ("New", names.new, diff.new)] {
        let versions = VersionNames(body)
        page.line("dt", title)
        page.line("dd", "\(name): \(versions.source) → \(versions.destination), \(body.outcome.rawValue)")
      }
    }
    page.block("div", ["class": "balances"]) { page in
      page.block("p", ["class": "balance"]) { page in
        for change in FindingChange.Change.allCases {
          term(diff.count(change), "\(change.sign) \(change.rawValue)", tone(change), &page)
        }
        term(diff.waived.count, "waived", "whole", &page)
        page.literal("findings\n")
      }
    }
  }

  private func tone(_ change: FindingChange.Change) -> String {
    switch change {
    case .new where diff.count(change) > 0: "lost"
    case .fixed where diff.count(change) > 0: "good"
    default: "whole"
    }
  }

  private func term(_ number: Int, _ name: String, _ tone: String, _ page: inout HTMLWriter) {
    page.element("span", ["class": "term \(tone)"]) { page in
      page.element("b", Grouped.text(Int64(number)))
      page.text(" \(name)")
    }
    page.literal("\n")
  }
}
