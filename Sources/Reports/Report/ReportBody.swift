internal import JSON
package import Diagnostics

/// The part of a report that the same input and plan always give the same bytes for: no clock, host, path,
/// random id or library version.
package struct ReportBody: Sendable, Equatable {
  package var outcome: Outcome
  package var source: StoreSummary
  package var destination: StoreSummary
  package var entities: [EntityCounts]
  package var relationships: [RelationshipCounts]
  package var attributes: [AttributeSummary]
  package var findings: [Finding]
  package var consents: [ConsentCount]
  /// In their own order; empty for a restore.
  package var checks: [CheckSummary]
  /// In their order; empty for a run of one step.
  package var steps: [StepSummary]
  /// Nil where a run did not get as far, and in reports of versions that did not tell.
  package var models: ReportedModels?

  package init(
    outcome: Outcome, source: StoreSummary = StoreSummary(), destination: StoreSummary = StoreSummary(),
    entities: [EntityCounts] = [], relationships: [RelationshipCounts] = [],
    attributes: [AttributeSummary] = [], findings: [Finding] = [], consents: [ConsentCount] = [],
    checks: [CheckSummary] = [], steps: [StepSummary] = [], models: ReportedModels? = nil
  ) {
    self.outcome = outcome
    self.source = source
    self.destination = destination
    self.entities = entities
    self.relationships = relationships
    self.attributes = attributes
    self.findings = findings
    self.consents = consents
    self.checks = checks
    self.steps = steps
    self.models = models
  }

  package mutating func add(_ diagnostics: [Diagnostic]) { findings += diagnostics.map(Finding.init) }

  /// The same with every list in its defined order, whatever order the parts came in.
  package func inDefinedOrder() -> ReportBody {
    var body = self
    body.entities.sort { $0.precedes($1) }
    body.relationships.sort { $0.precedes($1) }
    body.attributes.sort { $0.precedes($1) }
    body.findings.sort { $0.precedes($1) }
    body.consents.sort { $0.precedes($1) }
    body.models = models?.inDefinedOrder()
    return body
  }
}
