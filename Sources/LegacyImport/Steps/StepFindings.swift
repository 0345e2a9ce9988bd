import CoreDataMigration
import CoreDataModel
import Diagnostics

/// What the steps of a run found, told of the run as a whole: by the step, and by keys of the store that was given.
extension ImportState {
  /// Words the findings that the step under way has added. Does nothing in a run of one step.
  mutating func settleFindings() {
    guard let walk else { return }
    var settled = Array(findings.prefix(walk.toldFindings))
    for finding in findings.dropFirst(walk.toldFindings) where isWorthTelling(finding, walk) {
      let told = told(finding, walk)
      if !settled.contains(told) { settled.append(told) }
    }
    findings = settled
    self.walk?.toldFindings = settled.count
  }

  var settledFindings: [Diagnostic] {
    var copy = self
    copy.settleFindings()
    return copy.findings
  }

  func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard let walk else { return diagnostics }
    return diagnostics.map { told($0, walk) }
  }

  func told(_ obstacle: Obstacle) -> Obstacle {
    guard let walk else { return obstacle }
    var result = obstacle
    result.diagnostic = told(obstacle.diagnostic, walk)
    if !walk.keys.keepsKeys, let entity = obstacle.diagnostic.subject.entity {
      result.groups = obstacle.groups.map { group in group.compactMap { original($0, entity, walk) } }
    }
    return result
  }

  /// An error of a stage that every step has, as the error of a step.
  func told(_ error: any Error, in stage: any ImportStage) -> any Error {
    guard let known = error as? DiagnosticError, known.exit == .validationFailed || known.exit == .blocked,
      ImportStages.step.contains(where: { $0.name == stage.name })
    else { return error }
    return DiagnosticError(known.exit, told(known.diagnostics))
  }

  /// A store that nobody ever opens breaks no rule of its model, and what is wrong with it was wrong with the first one.
  private func isWorthTelling(_ finding: Diagnostic, _ walk: Walk) -> Bool {
    let id = finding.id
    let ofFramework: Set<DiagnosticID> = [
      .historyKept, .historyLeftOut, .historyDisplaced, .cloudKitKept, .cloudKitTables,
    ]
    if walk.position > 0, id.rawValue.hasPrefix("source."), !ofFramework.contains(id) { return false }
    guard !walk.isLast else { return true }
    if [.historyKept, .cloudKitKept].contains(id) { return false }
    return !id.rawValue.hasPrefix("value.") || [.valueDerivedRecomputed, .derivedKept].contains(id)
  }

  private func told(_ finding: Diagnostic, _ walk: Walk) -> Diagnostic {
    var finding = finding
    // The new store is the whole run's.
    if !finding.id.rawValue.hasPrefix("destination.") {
      finding.summary = "In the step from \(walk.leg.name): \(finding.summary)"
    }
    guard !walk.keys.keepsKeys else { return finding }
    let entity = finding.subject.entity
    let far = entity.flatMap { entity in
      finding.subject.property.flatMap { relationship($0, of: entity, walk)?.destinationEntity }
    }
    finding.oldKeys = finding.oldKeys.compactMap { key in entity.flatMap { original(key, $0, walk) } }
      .sorted()
    finding.links = finding.links.compactMap { link in
      guard let owner = entity.flatMap({ original(link.owner, $0, walk) }),
        let target = far.flatMap({ original(link.target, $0, walk) })
      else { return nil }
      return Diagnostic.LinkKeys(owner: owner, target: target)
    }.sorted()
    return finding
  }

  private func relationship(_ name: String, of entity: String, _ walk: Walk) -> RelationshipDescription? {
    for model in [walk.leg.source.model, walk.leg.target.model] {
      if let found = model.relationships(of: entity).first(where: { $0.relationship.name == name }) {
        return found.relationship
      }
    }
    return nil
  }

  /// Of a row of the step's source, by an entity of it or by what its rows become. Nil where that does not tell which.
  private func original(_ key: Int64, _ entity: String, _ walk: Walk) -> Int64? {
    if walk.leg.source.model.entity(entity) != nil { return walk.keys.original(of: key, in: entity) }
    let feeding = (prepared?.context.plan.entities ?? []).filter { mapping in
      mapping.destination.map { walk.leg.target.model.isKind($0, of: entity) } ?? false
    }
    let found = Set(feeding.compactMap { walk.keys.original(of: key, in: $0.source) })
    return found.count == 1 ? found.first : nil
  }
}
