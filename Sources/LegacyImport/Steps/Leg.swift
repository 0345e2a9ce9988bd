import CoreDataMapping

/// One step of a run, with the models it is between.
struct Leg {
  let source: RecognisedModel
  let target: GivenVersion
  /// What a mapping file says of it.
  let rule: StepRule?
  /// Rows become one in it, by what the rule says, and nothing else changes.
  var isMerge = false
  /// Rows become one in the step that follows: until then they may be equal where the model does not allow it.
  var awaitsMerge = false

  /// The same for the stages.
  var given: GivenStep? {
    rule.map { GivenStep(step: $0.step.value, file: $0.file, isMerge: isMerge) }
  }

  /// The step, and as a step of its own what it merges.
  var parts: [Leg] {
    guard let rule, !rule.step.value.merge.isEmpty, !isMerge else { return [self] }
    var (first, merge) = (rule.step, rule.step)
    first.value.merge = []
    (merge.value.entities, merge.value.drop, merge.value.defaults) = ([], [], [])
    let made = RecognisedModel(target, recognisedBy: .versionHashes)
    return [
      Leg(source: source, target: target, rule: StepRule(first, in: rule.file), awaitsMerge: true),
      Leg(source: made, target: target, rule: StepRule(merge, in: rule.file), isMerge: true),
    ]
  }

  /// For people: `V1 to V2`.
  var name: String { isMerge ? "\(target.name) to itself, merging" : "\(source.name) to \(target.name)" }
}
