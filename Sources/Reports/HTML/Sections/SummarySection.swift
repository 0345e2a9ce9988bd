/// How the run ended, whether everything is accounted for, and what to do now.
struct SummarySection: HTMLSection {
  let id = "summary"
  private let body: ReportBody
  private let run: RunCircumstances

  init(_ report: ImportReport) {
    body = report.body
    run = RunCircumstances(report)
  }

  var title: String {
    let headline = (run.isDryRun ? "Dry run: " : "") + body.outcome.headline(run)
    return headline.hasSuffix(".") ? String(headline.dropLast()) : headline
  }

  func write(to page: inout HTMLWriter) {
    page.block("p", ["class": "state \(body.outcome.tone)"]) { page in
      page.element("span", ["aria-hidden": "true"], body.outcome.sign)
      page.text(" \(body.outcome.rawValue)")
    }
    page.line("h1", ["id": "headline"], title)
    page.block("p", ["class": "lead"]) { page in
      if let store = run.store {
        page.element("strong", store)
        if run.isInPlace {
          page.text(", in place")
        } else if let output = run.output {
          page.text(" → ")
          page.element("strong", output)
        }
        page.literal("<br>\n")
      }
      let versions = VersionNames(body)
      page.text("\(versions.source) → \(versions.destination)")
    }
    if !body.entities.isEmpty || !body.relationships.isEmpty {
      page.block("div", ["class": "balances"]) { page in
        if !body.entities.isEmpty { Balance(rows: body.entities).write(to: &page) }
        if !body.relationships.isEmpty { Balance(links: body.relationships).write(to: &page) }
      }
    }
    page.line("h2", "What to do next")
    page.block("ul", ["class": "next"]) { page in
      for step in body.outcome.nextSteps(run, findings: "below") { page.line("li", step) }
    }
  }
}

extension Outcome {
  /// A sign beside the word: colour alone tells nothing.
  var sign: String {
    switch tone {
    case "good": "✓"
    case "look": "▲"
    case "bad": "✕"
    default: "●"
    }
  }

  /// The class that the page's style knows.
  var tone: String {
    switch self {
    case .migrated, .verified: "good"
    case .migratedWithFindings: "look"
    case .blocked, .failed, .differs: "bad"
    case .nothingToDo, .restored: "plain"
    }
  }
}
