import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics

/// Metadata and candidate models to the version the store is of.
struct ResolveStage: ImportStage {
  let name = "resolve"

  func run(_ state: inout ImportState) throws {
    defer { addWarnings(&state) }
    let opened = try state.known(\.opened)
    if let name = state.request.sourceVersion {
      state.source = try given(name, among: state.models.versions)
      if state.target == nil { state.target = state.source?.model }
      return
    }
    let recogniser = VersionRecogniser(
      metadata: opened.metadata, models: state.models, cache: opened.modelCache)
    guard let target = state.target else { return try useOwnModel(&state, recogniser) }
    let matching = fitting(recogniser.matching(), opened)
    // Versions with equal hashes lay out a store alike; the target among them means that nothing changes.
    guard let found = matching.first(where: { $0.name == target.name && $0 == target }) ?? matching.first
    else {
      if case .agrees(let own) = recogniser.cachedModel() {
        state.source = RecognisedModel(model: own, recognisedBy: RecognisedModel.byCachedModel)
        return
      }
      throw DiagnosticError(.notRecognised, recogniser.unknownVersion())
    }
    // Hashes do not tell renaming identifiers apart: where these lead to different results, which is meant is unknown.
    let shapes = Set(matching.map { PlanShape(MappingInference.plan(from: $0, to: target)) })
    if found != target, shapes.count > 1 {
      throw DiagnosticError(.notRecognised, ambiguous(matching, "The store fits"))
    }
    state.source = RecognisedModel(model: found, recognisedBy: RecognisedModel.byVersionHashes)
    let alike = VersionRecogniser.alike(matching, to: found)
    if let note = VersionRecogniser.note(alike: alike, to: found) { state.findings.append(note) }
  }

  /// Hashes do not cover the names of derived and composite attributes: of several versions that have the store's, those
  /// count whose columns the file has.
  private func fitting(_ matching: [ManagedObjectModel], _ opened: OpenedStore) -> [ManagedObjectModel] {
    guard matching.count > 1 else { return matching }
    let fitting = matching.filter { model in
      let matcher = LayoutMatcher(model: model, catalog: opened.catalog, primaryKeys: opened.primaryKeys)
      return (try? matcher.match()) != nil
    }
    return fitting.isEmpty ? matching : fitting
  }

  /// Without any model the store's own is source and target.
  private func useOwnModel(_ state: inout ImportState, _ recogniser: VersionRecogniser) throws {
    if let reason = recogniser.noOwnModel() { throw DiagnosticError(.notRecognised, reason) }
    guard case .agrees(let own) = recogniser.cachedModel() else { return }
    state.source = RecognisedModel(model: own, recognisedBy: RecognisedModel.byCachedModel)
    state.target = own
  }

  /// Of the two versions that are used.
  private func addWarnings(_ state: inout ImportState) {
    for name in Set([state.target?.name, state.source?.model.name].compactMap { $0 }).sorted() {
      state.findings += state.modelWarnings[name] ?? []
    }
  }

  private func given(_ name: String, among candidates: [ManagedObjectModel]) throws(DiagnosticError)
    -> RecognisedModel
  {
    guard let model = candidates.first(where: { $0.name == name }) else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .sourceVersionUnknown, .error, summary: "None of the models given has a version \(name).",
          recovery: ["Versions there are: \(Set(candidates.map(\.name)).sorted().joined(separator: ", "))."]))
    }
    let namesakes = candidates.filter { $0.name == name }
    guard namesakes.allSatisfy({ $0 == model }) else {
      throw DiagnosticError(.notRecognised, ambiguous(namesakes, "--source-version names"))
    }
    return RecognisedModel(model: model, recognisedBy: RecognisedModel.given)
  }

  private func ambiguous(_ models: [ManagedObjectModel], _ beginning: String) -> Diagnostic {
    Diagnostic(
      .versionAmbiguous, .error, count: Int64(models.count),
      summary:
        "\(beginning) several versions (\(models.map(\.name).joined(separator: ", "))), and what becomes of its data "
        + "depends on which of them it is.",
      recovery: ["Name the version with --source-version, and give only the model bundle it is in."])
  }
}

extension DiagnosticID {
  static let versionAmbiguous = DiagnosticID("model.version-ambiguous")
  static let sourceVersionUnknown = DiagnosticID("model.source-version-unknown")
}
