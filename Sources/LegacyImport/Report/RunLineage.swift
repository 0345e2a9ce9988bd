import CoreDataMapping
import CoreDataMigration

/// What became of what in the steps that a run has planned, in people's words.
struct RunLineage {
  /// One for each step.
  private let legs: [ModelLineage]
  /// As `legs`: seconds that the rows of each entity of its source took.
  private let seconds: [[String: Double]]

  init(_ state: ImportState) {
    var legs: [ModelLineage] = []
    var seconds: [[String: Double]] = []
    for (leg, finished) in zip(state.walk?.legs ?? [], state.walk?.finished ?? []) {
      legs.append(ModelLineage(ShownPlan(finished.context.plan, finished.shaped, leg.given)))
      seconds.append(finished.entitySeconds)
    }
    if let prepared = state.prepared {
      legs.append(ModelLineage(ShownPlan(prepared.context.plan, state.shaped, state.step)))
      seconds.append(state.entitySeconds)
    }
    (self.legs, self.seconds) = (legs, seconds)
  }

  /// From the store that was given to the result; nil where nothing was planned.
  var whole: ModelLineage? {
    legs.dropFirst().reduce(legs.first) { $0?.then($1) }
  }

  /// Seconds that the rows of each entity of the store that was given took, in all steps together. Where rows of
  /// several became rows of one, later steps count for each of them alike.
  var entitySeconds: [String: Double] {
    var result: [String: Double] = [:]
    var lineage: ModelLineage?
    for (leg, own) in zip(legs, seconds) {
      for (entity, seconds) in own {
        let origins =
          lineage.map { $0.entities.keys.filter { $0.destination == entity }.map(\.source) } ?? [entity]
        for origin in origins { result[origin, default: 0] += seconds / Double(origins.count) }
      }
      lineage = lineage?.then(leg) ?? leg
    }
    return result
  }
}
