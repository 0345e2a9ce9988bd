/// One step of a run: from one version to the next, by name.
package struct StepLeg: Sendable, Hashable {
  package let from: String
  package let to: String
  /// What a mapping file says of it; nil where all is inferred.
  package let rule: StepRule?

  package init(from: String, to: String, rule: StepRule? = nil) {
    self.from = from
    self.to = to
    self.rule = rule
  }
}
