import CoreDataMapping

/// One step of a run, with the models it is between.
struct Leg {
  let source: RecognisedModel
  let target: GivenVersion
  /// What a mapping file says of it.
  let rule: StepRule?

  /// The same for the stages.
  var given: GivenStep? { rule.map { GivenStep(step: $0.step.value, file: $0.file) } }

  /// For people: `V1 to V2`.
  var name: String { "\(source.name) to \(target.name)" }
}
