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
    var plans = state.stepPlans ?? []
    let last = try StepPlan(state)
    if let last { plans.append(last) }
    // Without a ledger not everything was counted that stands in the way.
    guard !plans.isEmpty else { return resultWithoutRows() }
    var told = state
    told.findings += last?.findings ?? []
    var plan = report(obstacles: plans.flatMap(\.obstacles), findings: told.settledFindings)
    fill(&plan, with: plans)
    let rows = (state.walk?.covered ?? [:]).merging(
      (last?.covered ?? state.consents.map { ($0.name, 0) }).map { ($0.consent, $0.rows) },
      uniquingKeysWith: +)
    plan.given = rows.map { ConsentCount(consent: $0.key, rows: $0.value) }
    let obstacles = plans.flatMap(\.obstacles)
    var needed: [String: Int64] = [:]
    for obstacle in obstacles {
      if let name = obstacle.consents.first { needed[name, default: 0] += obstacle.diagnostic.count }
    }
    plan.consents = needed.map { ConsentCount(consent: $0.key, rows: $0.value) }
    return PlanResult(
      exit: exit(plan), report: plan, mappingDraft: MappingDraft(state, plans).text(),
      consentsDraft: consents(plan, obstacles, plans.flatMap(\.renames)))
  }

  /// Where there is none, or where it was not counted what stands in its way.
  func resultWithoutRows() -> PlanResult {
    var plan = report(obstacles: [], findings: state.settledFindings)
    // What mapping files leave open is known without rows.
    guard failure?.exit == .blocked, !state.legs.isEmpty else {
      return PlanResult(exit: exit(plan), report: plan)
    }
    fill(&plan, with: [])
    return PlanResult(exit: exit(plan), report: plan, mappingDraft: MappingDraft(state, []).text())
  }

  private func fill(_ plan: inout PlanReport, with plans: [StepPlan]) {
    plan.steps = state.legs.enumerated().map { index, leg in
      let (means, mapping) = StepPlan.means(leg)
      let tables = index < plans.count ? plans[index].tables : PlannedTables()
      return PlannedStep(
        from: leg.source.name, to: leg.target.name, means: means, mapping: mapping,
        tables: state.legs.count > 1 ? tables : nil)
    }
    guard state.legs.count == 1, let tables = plans.first?.tables else { return }
    (plan.entities, plan.properties, plan.proposals) = (tables.entities, tables.properties, tables.proposals)
  }

  private var source: RecognisedModel? { state.walk?.legs.first?.source ?? state.source }

  private func report(obstacles: [Obstacle], findings: [Diagnostic]) -> PlanReport {
    // Those that have no obstacle of their own: faults of files, what mapping models leave open.
    let rest = (failure?.diagnostics ?? []).filter { fault in
      !obstacles.contains { isSame($0.diagnostic, fault) }
    }
    let isClean = findings.allSatisfy { $0.severity == .note }
    var plan = PlanReport(
      outcome: failure.map { $0.exit == .blocked ? .blocked : .failed }
        ?? (isClean ? .ready : .readyWithWarnings))
    plan.obstacles =
      obstacles.map { obstacle in
        // A run may know a way out that is none of the obstacle's own.
        let told = failure?.diagnostics.first { isSame($0, obstacle.diagnostic) } ?? obstacle.diagnostic
        return PlannedObstacle(Finding(told), consents: obstacle.consents, groups: obstacle.groups)
      } + rest.map { PlannedObstacle(Finding($0)) }
    plan.warnings = Finding.list(findings.filter { $0.severity > .note })
    plan.notes = Finding.list(findings.filter { $0.severity == .note })
    if let opened = state.walk?.opened ?? state.opened {
      plan.source = StoreSummary(
        modelVersion: source?.name, recognisedBy: source?.recognisedBy.rawValue, format: "coredata",
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

  private func isSame(_ one: Diagnostic, _ other: Diagnostic) -> Bool {
    one.id == other.id && one.subject == other.subject && one.count == other.count
      && one.oldKeys == other.oldKeys
      && one.summary == other.summary
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
    if !state.request.mappings.isEmpty {
      meta["mappings"] = .array(state.request.mappings.map { .string(FileName.last(of: $0)) })
    }
    if let template = state.request.template { meta["template"] = .string(FileName.last(of: template)) }
    return meta
  }

  /// What is needed still and what was given already, so that the file alone is enough.
  private func consents(_ plan: PlanReport, _ obstacles: [Obstacle], _ renames: [RenameSearch.Rename])
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
      let about = obstacles.filter { $0.consents.first == consent.consent }
      return ConsentsFile.Entry(
        consent: consent.consent, rows: consent.rows,
        why: Set(about.map(\.diagnostic.summary)).sorted().joined(separator: " "),
        notes: looksRenamed[consent.consent].map {
          ["It looks renamed to \($0): plan tells how to say so instead."]
        } ?? [])
    }
    let unanswered = obstacles.filter(\.consents.isEmpty).map { obstacle in
      let subject = [obstacle.diagnostic.subject.entity, obstacle.diagnostic.subject.property]
        .compactMap(\.self).joined(separator: ".")
      return "No consent answers \(obstacle.diagnostic.id) \(subject) (\(obstacle.diagnostic.count))."
    }
    let header =
      [
        "Consents for import-legacy run --consents, drafted by import-legacy plan.",
        "From \(source?.name ?? "") to \(state.target?.name ?? "").",
        "Take away what you do not agree to. Each covers at most its rows, and of this very store alone.",
      ] + Set(unanswered).sorted()
    let entries = (given + needed).sorted { $0.consent < $1.consent }
    return ConsentsFile(source: ConsentsFile.digests(of: snapshot), entries: entries).text(header: header)
  }
}
