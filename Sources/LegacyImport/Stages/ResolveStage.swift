import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics

/// Metadata, tables and candidate models to the version the store is of.
struct ResolveStage: ImportStage {
  let name = "resolve"

  func run(_ state: inout ImportState) throws {
    defer { addWarnings(&state) }
    let opened = try state.known(\.opened)
    if let template = state.template {
      state.targetVersion = try template.version(given: state.targetVersion, among: state.models)
    }
    let recognition = VersionRecogniser(
      metadata: opened.metadata, models: state.models, cache: opened.modelCache, catalog: opened.catalog,
      primaryKeys: opened.primaryKeys
    ).recognise(target: state.targetVersion)
    if let name = state.request.sourceVersion {
      let source = try given(name, recognition, state.models)
      state.findings += recognition.cacheNotes + Self.note(on: source, opened.metadata)
      state.source = source
    } else {
      let obstacle = recognition.obstacle(hasModels: state.target != nil)
      guard obstacle.isEmpty else { throw DiagnosticError(.notRecognised, obstacle) }
      state.source = try chosen(recognition, target: state.targetVersion)
      state.findings += recognition.notes(on: state.source)
      if recognition.isDiscovered, let name = state.source?.model.name {
        state.findings += state.models.discovered?.warnings[name] ?? []
      }
    }
    // Without any model that was named, the store stays what it is.
    if state.targetVersion == nil { state.targetVersion = state.source?.version }
    try checkTarget(&state)
  }

  /// Versions with equal hashes lay out a store alike; the target among them means that nothing changes.
  private func chosen(_ recognition: Recognition, target: GivenVersion?) throws(DiagnosticError)
    -> RecognisedModel?
  {
    guard case .known(let found, let equals) = recognition.answer else { return nil }
    guard let target else { return found }
    if let same = equals.first(where: { $0.model == target.model && $0.name == target.name }) {
      return RecognisedModel(same, recognisedBy: found.recognisedBy)
    }
    // Hashes do not tell renaming identifiers apart: where these lead to different results, which is meant is unknown.
    let shapes = Set(equals.map { PlanShape(MappingInference.plan(from: $0.model, to: target.model)) })
    guard shapes.count <= 1 else {
      throw DiagnosticError(
        .notRecognised, Recognition.ambiguous(equals.map(\.name), "The store fits"))
    }
    return found
  }

  /// Of the two versions that are used.
  private func addWarnings(_ state: inout ImportState) {
    for name in Set([state.target?.name, state.source?.model.name].compactMap { $0 }).sorted() {
      state.findings += state.modelWarnings[name] ?? []
    }
  }

  private func given(_ name: String, _ recognition: Recognition, _ models: GivenModels)
    throws(DiagnosticError) -> RecognisedModel
  {
    var candidates = models.versions
    if !candidates.contains(where: { $0.name == name }) { candidates += models.discovered?.versions ?? [] }
    switch recognition.cached {
    case .agrees(let own), .differs(let own, _): candidates.append(GivenVersion(own, isCompiled: true))
    case .unreadable, .none: break
    }
    let namesakes = candidates.filter { $0.name == name }
    guard let version = namesakes.first else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .sourceVersionUnknown, .error, summary: "None of the models given has a version \(name).",
          recovery: ["Versions there are: \(Set(candidates.map(\.name)).sorted().joined(separator: ", "))."]))
    }
    guard namesakes.allSatisfy({ $0.model == version.model }) else {
      throw DiagnosticError(
        .notRecognised, Recognition.ambiguous(namesakes.map(\.name), "--source-version names"))
    }
    return RecognisedModel(version, recognisedBy: .given)
  }

  /// Whoever names a version that the metadata does not claim may be right, and is told.
  private static func note(on source: RecognisedModel, _ metadata: StoreMetadata) -> [Diagnostic] {
    let (hashes, stored) = (source.version.hashes, metadata.versionHashes)
    let differing = Set(hashes.keys).union(stored.keys).filter { hashes[$0] != stored[$0] }
    guard !differing.isEmpty else { return [] }
    return [
      Diagnostic(
        .versionGivenDiffers, .note, count: Int64(differing.count),
        summary:
          "The store's metadata has other version hashes than \(source.name), which --source-version names. "
          + "The store was read as \(source.name) all the same.")
    ]
  }

  /// The hashes that the result is to carry must be those by which the app looks for it.
  private func checkTarget(_ state: inout ImportState) throws(DiagnosticError) {
    guard let target = state.targetVersion else { return }
    guard target.publisher != .template else { return }
    let contradictions = target.contradictions
    guard contradictions.isEmpty else {
      throw DiagnosticError(
        .notRecognised,
        Diagnostic(
          .versionInfoContradicts, .error, count: Int64(contradictions.count),
          summary: "VersionInfo.plist lists other hashes for \(target.name) than its model has, for "
            + "\(NameList.text(contradictions)).",
          recovery: ["One of the files is of another build of the app. Give the bundle as one build made it."]
        ))
    }
    if target.published == nil {
      state.targetVersion = target.supplied(
        by: state.models.versions + (state.models.discovered?.versions ?? []))
    }
  }
}

extension DiagnosticID {
  static let sourceVersionUnknown = DiagnosticID("model.source-version-unknown")
  static let versionGivenDiffers = DiagnosticID("source.version-given-differs")
  static let versionInfoContradicts = DiagnosticID("model.version-info-contradicts")
}
