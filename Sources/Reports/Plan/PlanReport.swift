package import JSON

/// What a run would do, before anything is done. Like an import's report it has a body that the same input always gives
/// the same bytes for, and `meta` for the rest.
package struct PlanReport: Sendable, Equatable {
  package static let formatVersion: Int64 = 1

  package enum Outcome: String, Sendable, CaseIterable {
    /// A run would go through, clean.
    case ready
    /// A run would go through, and warn.
    case readyWithWarnings = "ready-with-warnings"
    /// A run would refuse.
    case blocked
    /// There is no plan, or no whole one.
    case failed
  }

  package var outcome: Outcome
  package var source = StoreSummary()
  package var destination = StoreSummary()
  /// SHA-256 of each of the store's files that hold data, by what the file is.
  package var sourceDigests: [String: String] = [:]
  /// In the order in which they are made.
  package var steps: [PlannedStep] = []
  /// These three are empty where there are several steps: each has its own.
  package var entities: [PlannedEntity] = []
  package var properties: [PlannedProperty] = []
  package var proposals: [PlannedRename] = []
  /// Everything of severity error: what stands in the way, all of it.
  package var obstacles: [PlannedObstacle] = []
  package var warnings: [Finding] = []
  package var notes: [Finding] = []
  /// The consents that would answer the obstacles, as far as consents can, and how many rows each has to cover.
  package var consents: [ConsentCount] = []
  /// The consents that were given.
  package var given: [ConsentCount] = []
  package var meta: [String: JSONValue] = [:]

  package init(outcome: Outcome) { self.outcome = outcome }

  /// The same with every list in its defined order.
  package func inDefinedOrder() -> PlanReport {
    var plan = self
    plan.entities.sort { $0.precedes($1) }
    plan.properties.sort { $0.precedes($1) }
    plan.proposals.sort { $0.precedes($1) }
    for index in plan.steps.indices { plan.steps[index].tables = plan.steps[index].tables?.inDefinedOrder() }
    plan.obstacles.sort { $0.finding.precedes($1.finding) }
    plan.warnings.sort { $0.precedes($1) }
    plan.notes.sort { $0.precedes($1) }
    plan.consents.sort { $0.precedes($1) }
    plan.given.sort { $0.precedes($1) }
    return plan
  }
}
