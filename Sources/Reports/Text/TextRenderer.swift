internal import JSON
private import Diagnostics

/// The report for people: plain text without colour, prose in at most 80 columns.
package struct TextRenderer {
  static let columns = 80
  /// So many old keys of a finding are shown.
  private static let shownKeys = 10

  private let body: ReportBody
  private let run: RunCircumstances

  /// `meta["dryRun"]`, when true, makes the text say that nothing was put in place, `meta["inPlace"]` that the store
  /// itself was concerned; `meta["store"]` and `meta["output"]` are the file names it speaks of.
  package init(_ report: ImportReport) {
    body = report.body.inDefinedOrder()
    run = RunCircumstances(report)
  }

  /// Ends with a line feed.
  package func text() -> String {
    let sections = [header, thrownAway, entities, relationships, findings, consents, nextSteps]
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
        "\(Self.version(body.source)) -> \(Self.version(body.destination))", columns: Self.columns, hanging: 2
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

  private var entities: [String] {
    guard !body.entities.isEmpty else { return [] }
    return TextTable(
      header: ["entity", "read", "migrated", "merged", "dropped", "rejected"],
      rows: body.entities.map {
        ($0.displayName, [$0.read, $0.migrated, $0.merged, $0.dropped, $0.rejected])
      }
    ).lines
  }

  private var relationships: [String] {
    guard !body.relationships.isEmpty else { return [] }
    return TextTable(
      header: ["relationship", "read", "connected", "dangling", "dropped", "rejected"],
      rows: body.relationships.map {
        ("\($0.entity).\($0.name)", [$0.read, $0.connected, $0.dangling, $0.dropped, $0.rejected])
      }
    ).lines
  }

  private var findings: [String] {
    guard !body.findings.isEmpty else { return ["No findings."] }
    let groups = Severity.allCases.reversed().map { severity in
      (severity, body.findings.filter { $0.severity == severity })
    }.filter { !$0.1.isEmpty }
    let counts = groups.map { "\($1.count) \($0.rawValue)\($1.count == 1 ? "" : "s")" }
    return ["Findings: " + counts.joined(separator: ", ")]
      + groups.flatMap { [""] + $1.flatMap(finding) }
  }

  private func finding(_ finding: Finding) -> [String] {
    let subject = finding.subject.isEmpty ? "" : " \(finding.subject)"
    let count = finding.count == 0 ? "" : " (\(finding.count))"
    var lines = prose(
      "\(finding.severity.rawValue)[\(finding.id)]\(subject)\(count): \(finding.summary)", hanging: 2)
    if !finding.links.isEmpty {
      lines += evidence(
        "old keys (from -> to)", finding.links.map { "\($0.owner) -> \($0.target)" }, of: finding)
    } else if !finding.oldKeys.isEmpty {
      lines += evidence("old keys", finding.oldKeys.map(String.init), of: finding)
    }
    return lines + finding.recovery.flatMap { prose($0, first: "  -> ", hanging: 5) }
  }

  private func evidence(_ title: String, _ keys: [String], of finding: Finding) -> [String] {
    let shown = keys.prefix(Self.shownKeys)
    let hidden = max(Int(finding.count), keys.count) - shown.count
    let more = hidden > 0 ? " … and \(hidden) more" : ""
    return prose("\(title): \(shown.joined(separator: ", "))\(more)", first: "  ", hanging: 4)
  }

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
    PlainText.wrap(PlainText.harmless(text), columns: Self.columns, first: first, hanging: hanging)
  }
}

extension EntityCounts {
  /// `Book`, `Book -> Publication`, or with `(none)` for a missing side.
  var displayName: String {
    let (source, destination) = (source ?? "(none)", destination ?? "(none)")
    return source == destination ? source : "\(source) -> \(destination)"
  }
}
