import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import FileOperations
import SQLite

/// Every step but the last, each into a store of its own in the work folder, which is the source of the next.
///
/// For a run of one step it only says which. The last step is made by the stages that follow, as any run is.
struct WalkStage: ImportStage {
  let name = "walk"

  func run(_ state: inout ImportState) throws {
    var finder = RuleFinder(state)
    state.rules = try finder.rules()
    state.writtenRules = finder.written
    let legs = try LegFinder(
      source: state.known(\.source), target: state.known(\.targetVersion), models: state.models,
      hashes: state.known(\.opened).metadata.versionHashes, via: state.request.via, rules: state.rules
    ).legs()
    state.legs = legs
    try finder.refuseOpenQuestions(legs)
    if !state.rules.isEmpty, legs.allSatisfy({ $0.rule == nil }) {
      state.findings.append(
        Diagnostic(
          .stepsBehind, .note,
          summary:
            "The store is of \(try state.known(\.source).name): none of the mapping files' steps is on its way to "
            + "\(try state.known(\.targetVersion).name), and none was taken."))
    }
    state.source = legs.first?.source
    state.step = legs.first?.given
    guard legs.count > 1 else { return }
    var walk = Walk(legs, opened: try state.known(\.opened))
    walk.toldFindings = state.findings.count
    state.walk = walk
    var reasons: [Diagnostic] = []
    for position in legs.indices {
      state.walk?.position = position
      state.step = legs[position].given
      if let title = state.walk?.title { state.progress?(.step(title)) }
      guard position < legs.count - 1 else { break }
      reasons = try go(&state, after: reasons)
    }
    guard !reasons.isEmpty else { return }
    // What stands in the way of the last step is known only now, and asked for with the rest.
    state.settleFindings()
    do {
      try ShapeStage().run(&state)
      try PlanStage().run(&state)
    } catch let error as DiagnosticError where error.exit == .blocked {
      reasons += state.told(error.diagnostics)
    }
    throw DiagnosticError(.blocked, reasons)
  }

  /// - Parameter earlier: what stands in the way of earlier steps, so that this one is made only to see what stands in
  ///   the way of those that follow.
  /// - Returns: the same with what stands in the way of this one.
  private func go(_ state: inout ImportState, after earlier: [Diagnostic]) throws -> [Diagnostic] {
    var inner = state
    inner.template = nil
    inner.targetVersion = try state.known(\.walk).leg.target
    var reasons = earlier
    for stage in ImportStages.step {
      if Interruption.isRequested { throw DiagnosticError.interrupted }
      if !reasons.isEmpty, stage is ValidateStage { continue }
      do {
        try stage.perform(&inner)
      } catch let error as DiagnosticError where error.exit == .blocked && stage is PlanStage {
        reasons += inner.told(error.diagnostics)
        // Without keys and layouts there is nothing to go on with.
        guard inner.ledger != nil, inner.prepared != nil else { throw DiagnosticError(.blocked, reasons) }
      } catch {
        // What cannot be built without an answer is no fault of its own.
        guard !Self.isInterruption(error), !reasons.isEmpty else { throw inner.told(error, in: stage) }
        throw DiagnosticError(.blocked, reasons)
      }
      if stage is PlanStage { try state.keepPlan(of: inner) }
    }
    try state.take(inner)
    return reasons
  }

  private static func isInterruption(_ error: any Error) -> Bool {
    Importer.diagnosis(of: error).exit == .interrupted
  }
}

extension ImportState {
  /// What the step has made is the source of the next one; what it was made of goes, unless it is the user's.
  fileprivate mutating func take(_ inner: ImportState) throws {
    let prepared = try inner.known(\.prepared)
    let ledger = try inner.known(\.ledger)
    var walk = try known(\.walk)
    let made = try inner.builtPath()
    var told = inner
    told.settleFindings()
    findings = told.findings
    walk.toldFindings = findings.count
    walk.finished.append(
      Walk.Finished(
        context: prepared.context, validation: inner.validation, framework: prepared.framework,
        shaped: inner.shaped, entitySeconds: inner.entitySeconds))
    rejectCount = inner.rejectCount
    for (consent, rows) in ledger.covered { walk.covered[consent, default: 0] += rows }
    walk.lostFiles.formUnion(inner.lostFiles)
    consents = remainingConsents(after: ledger)
    if let old = walk.intermediate { try files.removeFileIfPresent(old, at: .intermediate) }
    walk.intermediate = made
    self.walk = walk
    source = RecognisedModel(try inner.known(\.targetVersion), recognisedBy: .versionHashes)
    opened = try reopened(made, walk.opened)
  }

  private func reopened(_ path: String, _ given: OpenedStore) throws -> OpenedStore {
    let connection = try Connection.finished(path: path)
    return OpenedStore(
      metadata: try StoreMetadata.read(connection), catalog: try SchemaCatalog(connection),
      primaryKeys: try PrimaryKeyRow.read(connection), modelCache: nil, notes: [], settings: given.settings)
  }
}

extension FilePoint {
  static let intermediate: FilePoint = "step.remove"
}

extension DiagnosticID {
  static let stepsBehind = DiagnosticID("steps.behind")
}
