import CoreDataMapping
import CoreDataModel
import Diagnostics

/// The steps that mapping files have, and those of mapping models, which need the models they lead between.
struct RuleFinder {
  private let state: ImportState
  private var translated: [(rule: StepRule, questions: [Diagnostic])] = []
  /// What `rules` gave, with a `?` at each open question.
  private(set) var written: [StepRule] = []

  init(_ state: ImportState) { self.state = state }

  /// - Throws: `DiagnosticError` of status 64 where the versions that a mapping model leads between are not known.
  mutating func rules() throws(DiagnosticError) -> [StepRule] {
    var own = state.mappingFiles.flatMap { StepRule.rules(of: $0.file, named: $0.name) }
    var groups:
      [(from: ManagedObjectModel, to: ManagedObjectModel, models: [CoreDataMappingModel], name: String)] = []
    for (model, name) in state.mappingModels {
      guard let from = model.sources(among: versions).first,
        let to = model.destinations(among: versions).first
      else {
        throw DiagnosticError(
          .usage,
          Diagnostic(
            .mappingModelVersions, .error,
            summary: "\(name) leads between versions of which one at least is not among the models given.",
            recovery: ["Give the bundle that has them with --model, or further versions with --source-model."]
          ))
      }
      if let known = groups.firstIndex(where: { $0.from.name == from.name && $0.to.name == to.name }) {
        groups[known].models.append(model)
      } else {
        groups.append((from, to, [model], name))
      }
    }
    var drafts: [StepRule] = []
    for group in groups {
      guard let joined = CoreDataMappingModel(joining: group.models) else { continue }
      var translation = MappingModelTranslator.translate(joined, from: group.from, to: group.to)
      var name = group.name
      // What a file says beside it counts more.
      if let beside = own.firstIndex(where: { isBeside($0, group.from.name, group.to.name, groups.count) }) {
        translation = translation.overlaid(with: own[beside].step.value)
        // Places are in the one or the other.
        name += " with \(own[beside].file)"
        own.remove(at: beside)
      }
      translation.step.from = Located(group.from.name)
      translation.step.to = Located(group.to.name)
      let rule = StepRule(Located(translation.step), in: name)
      drafts.append(StepRule(Located(translation.written), in: name))
      translated.append((rule, translation.openQuestions.map { $0.diagnostic(file: group.name) }))
    }
    written = own + drafts
    return own + translated.map(\.rule)
  }

  /// A file without versions is beside the only mapping model.
  private func isBeside(_ rule: StepRule, _ from: String, _ to: String, _ count: Int) -> Bool {
    let (own, end) = (rule.step.value.from?.value, rule.step.value.to?.value)
    return own == from && end == to || own == nil && end == nil && count == 1
  }

  private var versions: [ManagedObjectModel] {
    let known = state.models.versions + (state.models.discovered?.versions ?? [])
    let more = [state.source?.version, state.targetVersion].compactMap(\.self)
    return (known + more.filter { version in !known.contains { $0.name == version.name } }).map(\.model)
  }

  /// - Throws: what only the app's code knows of the steps that are taken.
  func refuseOpenQuestions(_ legs: [Leg]) throws(DiagnosticError) {
    let open = translated.filter { entry in
      legs.contains { leg in
        leg.source.name == entry.rule.step.value.from?.value
          && leg.target.name == entry.rule.step.value.to?.value
      }
    }.flatMap(\.questions)
    guard open.isEmpty else { throw DiagnosticError(.blocked, open) }
  }
}

extension DiagnosticID {
  static let mappingModelVersions = DiagnosticID("mapping.model-versions")
}
