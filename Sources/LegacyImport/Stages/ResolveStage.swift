import CoreDataMapping
import CoreDataModel
import Diagnostics

/// Metadata and candidate models to the version the store is of.
struct ResolveStage: ImportStage {
  let name = "resolve"

  func run(_ state: inout ImportState) throws {
    defer { addWarnings(&state) }
    let opened = try state.known(\.opened)
    let stored = opened.metadata.versionHashes
    if let name = state.request.sourceVersion {
      state.source = try given(name, among: state.models.versions)
      if state.target == nil { state.target = state.source?.model }
      return
    }
    guard let target = state.target else { return try useOwnModel(&state) }
    let matching = state.models.candidates(for: stored).filter { VersionHash.hashes(of: $0) == stored }
      .sorted { VersionOrder.precedes($0.name, $1.name) }
    // Versions with equal hashes lay out a store alike; the target among them means that nothing changes.
    guard let found = matching.first(where: { $0.name == target.name && $0 == target }) ?? matching.first
    else {
      // The store's own copy of its model says as much as a file with the same hashes would.
      if case .model(let own)? = opened.modelCache?.reading, VersionHash.hashes(of: own) == stored {
        state.source = RecognisedModel(model: own, recognisedBy: RecognisedModel.byCachedModel)
        return
      }
      throw DiagnosticError(.notRecognised, unknown(stored, among: state.models.versions))
    }
    // Hashes do not tell renaming identifiers apart: where these lead to different results, which is meant is unknown.
    let shapes = Set(matching.map { PlanShape(MappingInference.plan(from: $0, to: target)) })
    if found != target, shapes.count > 1 {
      throw DiagnosticError(.notRecognised, ambiguous(matching, "The store fits"))
    }
    state.source = RecognisedModel(model: found, recognisedBy: RecognisedModel.byVersionHashes)
    let alike = Set(matching.map(\.name)).subtracting([found.name]).sorted(by: VersionOrder.precedes)
    if !alike.isEmpty {
      state.findings.append(
        Diagnostic(
          .versionsAlike, .note, count: Int64(alike.count),
          summary:
            "The store may as well be of \(alike.joined(separator: ", ")): these versions have the same hashes, and "
            + "lay out a store alike. It was read as \(found.name)."))
    }
  }

  /// Without any model the store's own is source and target.
  private func useOwnModel(_ state: inout ImportState) throws {
    let opened = try state.known(\.opened)
    let reason: String
    switch opened.modelCache?.reading {
    case .model(let own)? where VersionHash.hashes(of: own) == opened.metadata.versionHashes:
      state.source = RecognisedModel(model: own, recognisedBy: RecognisedModel.byCachedModel)
      state.target = own
      return
    case .model?: reason = "the model that it caches is of another version than its metadata says"
    case .unreadable(let error)?:
      reason = "the model that it caches cannot be read (\(error.diagnostic.summary))"
    case nil: reason = "it caches none, as stores written before 2012 and by other tools do not"
    }
    throw DiagnosticError(
      .notRecognised,
      Diagnostic(
        .modelNoneForStore, .error,
        summary: "No model was given, and the store's own cannot be used: \(reason).",
        recovery: ["Give the model with --model."]))
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

  /// Says which version comes nearest, and where it differs.
  private func unknown(_ stored: [String: [UInt8]], among candidates: [ManagedObjectModel]) -> Diagnostic {
    var best: (name: String, equal: Int, differing: [String])?
    for model in candidates {
      let hashes = VersionHash.hashes(of: model)
      let names = Set(stored.keys).union(hashes.keys)
      let equal = names.filter { stored[$0] == hashes[$0] }
      if equal.count > best?.equal ?? 0 {
        best = (model.name, equal.count, names.subtracting(equal).sorted())
      }
    }
    let nearest =
      best.map { best in
        " The nearest is \(best.name), with \(best.equal) entities alike; different or only on one side: "
          + "\(best.differing.prefix(10).joined(separator: ", "))\(best.differing.count > 10 ? ", …" : "")."
      } ?? " None of their entities is the store's."
    return Diagnostic(
      .versionUnknown, .error, count: Int64(candidates.count),
      summary: "The store is of none of the model versions given.\(nearest)",
      recovery: [
        "Give the model bundle that holds the version the app had when it wrote this store, with --source-model.",
        "If you know the version, name it with --source-version.",
      ])
  }
}

extension DiagnosticID {
  static let modelNoneForStore = DiagnosticID("model.none-for-store")
  static let versionUnknown = DiagnosticID("model.version-unknown")
  static let versionAmbiguous = DiagnosticID("model.version-ambiguous")
  static let versionsAlike = DiagnosticID("source.versions-alike")
  static let sourceVersionUnknown = DiagnosticID("model.source-version-unknown")
}
