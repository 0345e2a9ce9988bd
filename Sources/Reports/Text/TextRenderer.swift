internal import JSON

/// The report for people: plain text without colour, prose in at most 80 columns.
package struct TextRenderer {
  private let body: ReportBody
  private let run: RunCircumstances
  private let seconds: EntitySeconds

  /// `meta["dryRun"]`, when true, makes the text say that nothing was put in place, `meta["inPlace"]` that the store
  /// itself was concerned; `meta["store"]` and `meta["output"]` are the file names it speaks of.
  package init(_ report: ImportReport) {
    body = report.body.inDefinedOrder()
    run = RunCircumstances(report)
    seconds = EntitySeconds(report.meta)
  }

  /// Ends with a line feed.
  package func text() -> String {
    let sections = [
      header, steps, thrownAway, entities, links, checks, findings, consents, nextSteps,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var header: [String] {
    var lines = [(run.isDryRun ? "Dry run: " : "") + body.outcome.headline(run)]
    if let store = run.store {
      if run.isInPlace {
        lines += prose("\(store), in place", hanging: 2)
      } else if let output = run.output {
        lines += prose("\(store) -> \(output)", hanging: 2)
      }
    }
    // A restore asks nothing about versions, and where nothing is to do the store is not opened.
    if !run.isInPlace || body.source != StoreSummary() {
      lines += PlainText.wrap(
        "\(Self.version(body.source)) -> \(Self.version(body.destination))", columns: PlainText.columns,
        hanging: 2
      )
    }
    if let means = body.source.recognisedBy {
      lines += prose("source version recognised by: \(means)", hanging: 2)
    }
    if let means = body.destination.recognisedBy {
      lines += prose("destination version chosen by: \(means)", hanging: 2)
    }
    return lines
  }

  /// Accounts of a run that failed afterwards are of a file that nobody has.
  private var thrownAway: [String] {
    guard body.outcome == .failed, !run.leavesFiles else { return [] }
    guard !body.entities.isEmpty || !body.relationships.isEmpty else { return [] }
    return ["(The result described here was thrown away.)"]
  }

  private static func version(_ store: StoreSummary) -> String {
    let format = store.format.map { " (\(PlainText.harmless($0)))" } ?? ""
    return PlainText.harmless(store.modelVersion ?? "unknown version") + format
  }

  private var steps: [String] {
    guard !body.steps.isEmpty else { return [] }
    return ["Steps:"] + body.steps.flatMap { prose(Self.line($0), first: "  ", hanging: 4) }
  }

  private static func line(_ step: StepSummary) -> String {
    let means = step.mapping ?? step.how.rawValue
    let line = "\(step.from) -> \(step.to), \(means)"
    guard !step.entities.isEmpty, let read = Sums.sum(step.entities.map(\.read)) else { return line }
    return line + ", \(read) \(read == 1 ? "row" : "rows") read"
  }

  private var entities: [String] {
    guard !body.entities.isEmpty else { return [] }
    return SummaryTable(body.entities, seconds: seconds).lines
  }

  /// All together, and those of which something is missing.
  private var links: [String] {
    guard !body.relationships.isEmpty else { return [] }
    func words(_ title: String, _ parts: [(Int64?, String)]) -> String {
      title + ": " + parts.map { "\($0.map(String.init) ?? "too many") \($1)" }.joined(separator: ", ")
    }
    let rows = body.relationships.sorted { $0.precedes($1) }
    let total = words(
      "Links",
      [
        (Sums.sum(rows.map(\.read)), "read"), (Sums.sum(rows.map(\.connected)), "connected"),
        (Sums.sum(rows.map(\.dangling)), "dangling"), (Sums.sum(rows.map(\.dropped)), "dropped"),
        (Sums.sum(rows.map(\.rejected)), "rejected"),
      ])
    return prose(total)
      + rows.filter { $0.connected != $0.read }.flatMap { row in
        let losses = [(row.dangling, "dangling"), (row.dropped, "dropped"), (row.rejected, "rejected")]
        let parts = [(row.read, "read"), (row.connected, "connected")] + losses.filter { $0.0 != 0 }
        return prose(
          words("\(row.entity).\(row.name)", parts.map { ($0.0, $0.1) }), first: "  ", hanging: 4)
      }
  }

  private var checks: [String] { ChecksText(body.checks).lines }

  private var findings: [String] { FindingsText(body.findings).lines }

  private var consents: [String] {
    guard !body.consents.isEmpty else { return [] }
    return ["Consents:"]
      + body.consents.flatMap {
        prose("\($0.consent): \($0.rows) \($0.rows == 1 ? "row" : "rows")", first: "  ", hanging: 4)
      }
  }

  private var nextSteps: [String] {
    return ["Next:"] + body.outcome.nextSteps(run).flatMap { prose($0, first: "  ", hanging: 2) }
  }

  private func prose(_ text: String, first: String = "", hanging: Int = 0) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
  }
}

extension EntityCounts {
  /// `Book`, `Book -> Publication`, or with `(none)` for a missing side.
  var displayName: String { shownName("->") }

  func shownName(_ arrow: String) -> String {
    let (source, destination) = (source ?? "(none)", destination ?? "(none)")
    return source == destination ? source : "\(source) \(arrow) \(destination)"
  }
}
