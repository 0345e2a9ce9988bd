import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics
import Reports

/// What planning found of one step, while the store that it starts from is there.
struct StepPlan {
  let from: String
  let to: String
  let means: PlannedStep.Means
  let mapping: String?
  let tables: PlannedTables
  let renames: [RenameSearch.Rename]
  /// In people's words, with keys of the store that was given.
  let obstacles: [Obstacle]
  /// The same as the step alone has them.
  let ownObstacles: [Obstacle]
  let shown: ShownPlan
  /// Rows that consents cover.
  let covered: [(consent: String, rows: Int64)]
  /// What the values of the last step break, and what the links of the first do.
  let findings: [Diagnostic]

  /// - Parameter state: right after the step was planned.
  /// - Returns: nil where it was not counted what stands in its way.
  init?(_ state: ImportState) throws {
    guard let prepared = state.prepared, let ledger = state.ledger else { return nil }
    let context = prepared.context
    let names = state.shaped?.plan?.names
    let path = try state.snapshotPath()
    let values = try ValuePreflight(sourcePath: path, context: context, externalData: state.externalData())
    shown = ShownPlan(context.plan, state.shaped, state.step)
    let counts = PlannedCounts(ledger, notes: Array(state.findings.dropFirst(state.walk?.toldFindings ?? 0)))
    let words = RuleWords(beside: state.mappingFiles.map(\.name))
    let merged = state.shaped?.merged ?? []
    let entities =
      PlannedEntities(shown, keys: context.keys, words: words).list + Self.merged(merged, state.step)
    renames =
      state.step?.isMerge == true
      ? [] : try RenameSearch(context, names: names, counts: counts, values: values).renames()
    tables = PlannedTables(
      entities: entities,
      properties: PlannedProperties(shown, keys: context.keys, counts: counts, words: words).list,
      proposals: renames.map(\.planned))
    var findings: [Diagnostic] = []
    // A walk tells of rules of its last version, and of what was wrong in the store that was given.
    if state.walk?.isLast ?? true { findings += try values.run() }
    if state.walk?.position ?? 0 == 0 {
      findings += try BrokenLinkPreflight(sourcePath: path, context: context).run()
    }
    self.findings = names.map { findings.map($0.shown) } ?? findings
    ownObstacles = ledger.openObstacles
    obstacles = ownObstacles.map(state.told)
    covered = ledger.covered
    let leg = state.walk?.leg ?? state.legs.first
    from = leg?.source.name ?? state.source?.name ?? ""
    to = leg?.target.name ?? context.plan.destination.name
    (means, mapping) = Self.means(leg)
  }

  static func means(_ leg: Leg?) -> (PlannedStep.Means, String?) {
    guard let leg, let rule = leg.rule else { return (.inferred, nil) }
    return (leg.isMerge ? .merge : .mappingFile, rule.file)
  }

  private static func merged(_ rows: [Merger.Merged], _ step: GivenStep?) -> [PlannedEntity] {
    Dictionary(grouping: rows, by: \.entity).map { entity, rows in
      PlannedEntity(
        source: entity, destination: entity, rows: Int64(rows.count), fate: .merged,
        why: "they become one with another row\(step.map { ", as \($0.file) says" } ?? "")")
    }
  }
}

extension ImportState {
  /// Keeps the plan of a step that is not the last one. Does nothing in a run.
  mutating func keepPlan(of step: ImportState) throws {
    guard stepPlans != nil, let plan = try StepPlan(step) else { return }
    stepPlans?.append(plan)
  }
}
