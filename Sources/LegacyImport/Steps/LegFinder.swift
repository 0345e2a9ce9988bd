import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics

/// Finds the models of the steps that a run takes.
struct LegFinder {
  let source: RecognisedModel
  let target: GivenVersion
  let models: GivenModels
  /// What the store says its hashes are.
  let hashes: [String: [UInt8]]
  let via: [String]
  let rules: [StepRule]

  private var versions: [GivenVersion] { models.versions + (models.discovered?.versions ?? []) }

  /// At least one.
  func legs() throws(DiagnosticError) -> [Leg] {
    try refuseMerged()
    let alike = versions.filter {
      $0.name != source.name && ($0.computed == hashes || $0.published == hashes)
    }
    let planner = StepPlanner(
      source: source.name, alike: alike.map(\.name), target: target.name, via: via, rules: rules,
      known: versions.map(\.name))
    var legs: [Leg] = []
    for leg in try planner.legs() {
      let from = legs.last.map { RecognisedModel($0.target, recognisedBy: .versionHashes) } ?? entry(leg.from)
      legs.append(Leg(source: from, target: try version(leg.to), rule: leg.rule))
    }
    return legs.flatMap(\.parts)
  }

  /// The store's version by the name under which it enters.
  private func entry(_ name: String) -> RecognisedModel {
    guard name != source.name, let version = versions.first(where: { $0.name == name }) else { return source }
    return RecognisedModel(version, recognisedBy: source.recognisedBy)
  }

  private func version(_ name: String) throws(DiagnosticError) -> GivenVersion {
    if name == target.name { return target }
    guard let version = versions.first(where: { $0.name == name }) else {
      throw DiagnosticError(
        .failure,
        Diagnostic(
          .internalFault, .error, summary: "A step leads to a version that nothing is known of.",
          recovery: ["Report this fault; nothing of yours was changed."]))
    }
    return version
  }

  /// A merged version has no name of its own by which a step could lead to it.
  private func refuseMerged() throws(DiagnosticError) {
    let areNamed = rules.contains { $0.step.value.from != nil || $0.step.value.to != nil }
    guard models.bundles.count > 1, !via.isEmpty || areNamed else { return }
    throw DiagnosticError(
      .usage,
      Diagnostic(
        .stepsMergedModels, .error,
        summary: "Several models are merged here, and steps lead through the versions of one.",
        recovery: ["Migrate in one step, or in several runs with --model-version."]))
  }
}

extension DiagnosticID {
  static let stepsMergedModels = DiagnosticID("steps.merged-models")
}
