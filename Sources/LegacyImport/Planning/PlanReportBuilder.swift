import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics
import FileOperations
import JSON
import Reports

/// Everything that planning found, as a report and drafts of files.
struct PlanReportBuilder {
  let state: ImportState
  let failure: DiagnosticError?

  func result() throws -> PlanResult {
    // Without the ledger not everything was counted that stands in the way.
    guard let prepared = state.prepared, let ledger = state.ledger else { return resultWithoutRows() }
    let context = prepared.context
    let path = try state.snapshotPath()
    let values = try ValuePreflight(
      sourcePath: path, context: context, externalData: state.externalData())
    let broken = try BrokenLinkPreflight(sourcePath: path, context: context).run()
    var plan = report(obstacles: ledger.openObstacles, findings: state.findings + broken + (try values.run()))
    plan.steps = steps(context.plan.destination.name)
    plan.entities = PlannedEntities(context).list
    let counts = PlannedCounts(ledger, notes: state.findings)
    plan.properties = PlannedProperties(context, counts: counts).list
    let renames = try RenameSearch(context, counts: counts, values: values).renames()
    plan.proposals = renames.map(\.planned)
    plan.given = ledger.covered.map { ConsentCount(consent: $0.consent, rows: $0.rows) }
    var needed: [String: Int64] = [:]
    for obstacle in ledger.openObstacles {
      if let name = obstacle.consents.first { needed[name, default: 0] += obstacle.diagnostic.count }
    }
    plan.consents = needed.map { ConsentCount(consent: $0.key, rows: $0.value) }
    return PlanResult(
      exit: exit(plan), report: plan,
      mappingDraft: MappingDraft(
        from: source.name, plan: context.plan, renames: renames, obstacles: ledger.openObstacles
      ).text(),
      consentsDraft: consents(plan, ledger, renames))
  }

  private func steps(_ target: String) -> [PlannedStep] {
    guard let walk = state.walk else {
      return [PlannedStep(from: source.name, to: target, means: state.step == nil ? .inferred : .mappingFile)]
    }
    return walk.legs.map {
      PlannedStep(from: $0.source.name, to: $0.target.name, means: $0.rule == nil ? .inferred : .mappingFile)
    }
  }

  /// Where there is none, or where it was not counted what stands in its way.
  func resultWithoutRows() -> PlanResult {
    let plan = report(obstacles: [], findings: state.findings)
    return PlanResult(exit: exit(plan), report: plan)
  }

  private var source: (name: String, recognisedBy: String?) {
    (state.source?.name ?? "", state.source?.recognisedBy.rawValue)
  }

  private func report(obstacles: [Obstacle], findings: [Diagnostic]) -> PlanReport {
    var findings = findings
    if obstacles.isEmpty, let failure { findings += failure.diagnostics }
    let isClean = findings.allSatisfy { $0.severity == .note }
    var plan = PlanReport(
      outcome: failure.map { $0.exit == .blocked ? .blocked : .failed }
        ?? (isClean ? .ready : .readyWithWarnings))
    plan.obstacles =
      obstacles.map {
        PlannedObstacle(Finding($0.diagnostic), consents: $0.consents, groups: $0.groups)
      }
      + findings.filter { $0.severity == .error && failure != nil && isOf(failure, $0) }.map {
        PlannedObstacle(Finding($0))
      }
    let rest = findings.filter { !isOf(failure, $0) }
    plan.warnings = Finding.list(rest.filter { $0.severity > .note })
    plan.notes = Finding.list(rest.filter { $0.severity == .note })
    if let opened = state.opened {
      plan.source = StoreSummary(
        modelVersion: state.source?.name, recognisedBy: source.recognisedBy, format: "coredata",
        versionHashes: opened.metadata.versionHashes.mapValues(\.hexadecimalText),
        hashOrigin: opened.metadata.versionHashes.mapValues { _ in .copied })
    }
    if let target = state.targetVersion {
      plan.destination = StoreSummary(
        modelVersion: target.name, format: "coredata",
        versionHashes: target.hashes.mapValues(\.hexadecimalText), hashOrigin: state.prepared?.hashOrigin)
    }
    if let snapshot = state.snapshot { plan.sourceDigests = ConsentsFile.digests(of: snapshot) }
    plan.given = state.consents.map { ConsentCount(consent: $0.name, rows: 0) }
    plan.meta = meta(exit(plan))
    return plan
  }

  private func isOf(_ failure: DiagnosticError?, _ finding: Diagnostic) -> Bool {
    failure?.diagnostics.contains(finding) ?? false
  }

  private func exit(_ plan: PlanReport) -> ExitStatus {
    failure?.exit ?? (plan.warnings.isEmpty ? .clean : .findings)
  }

  private func meta(_ exit: ExitStatus) -> [String: JSONValue] {
    var meta: [String: JSONValue] = [
      "tool": "import-legacy", "toolVersion": .string(Version.text),
      "exitStatus": .integer(Int64(exit.rawValue)),
      "store": .string(FileName.last(of: state.request.store)),
      "model": .string(state.request.models.map { FileName.last(of: $0) }.joined(separator: ", ")),
      "inPlace": .bool(state.request.output == nil),
    ]
    if let template = state.request.template { meta["template"] = .string(FileName.last(of: template)) }
    return meta
  }

  /// What is needed still and what was given already, so that the file alone is enough.
  private func consents(_ plan: PlanReport, _ ledger: ConsentLedger, _ renames: [RenameSearch.Rename])
    -> String?
  {
    guard let snapshot = state.snapshot else { return nil }
    let looksRenamed = Dictionary(
      renames.map { ("drop:\($0.planned.source)", $0.planned.destination) },
      uniquingKeysWith: { first, _ in first })
    let given = plan.given.filter { $0.rows > 0 }.map {
      ConsentsFile.Entry(consent: $0.consent, rows: $0.rows, notes: ["Given already."])
    }
    let needed = plan.consents.map { consent -> ConsentsFile.Entry in
      let about = ledger.openObstacles.filter { $0.consents.first == consent.consent }
      return ConsentsFile.Entry(
        consent: consent.consent, rows: consent.rows,
        why: Set(about.map(\.diagnostic.summary)).sorted().joined(separator: " "),
        notes: looksRenamed[consent.consent].map {
          ["It looks renamed to \($0): plan tells how to say so instead."]
        } ?? [])
    }
    let unanswered = ledger.openObstacles.filter(\.consents.isEmpty).map { obstacle in
      let subject = [obstacle.diagnostic.subject.entity, obstacle.diagnostic.subject.property]
        .compactMap(\.self).joined(separator: ".")
      return "No consent answers \(obstacle.diagnostic.id) \(subject) (\(obstacle.diagnostic.count))."
    }
    let header =
      [
        "Consents for import-legacy run --consents, drafted by import-legacy plan.",
        "From \(source.name) to \(state.target?.name ?? "").",
        "Take away what you do not agree to. Each covers at most its rows, and of this very store alone.",
      ] + Set(unanswered).sorted()
    let entries = (given + needed).sorted { $0.consent < $1.consent }
    return ConsentsFile(source: ConsentsFile.digests(of: snapshot), entries: entries).text(header: header)
  }
}
