/// What a mapping file says. It names no models: whether its names are any is asked by `MappingFileCheck`.
package struct MappingFile: Sendable, Hashable {
  /// The version of the format that is read and written.
  package static let version = "1"

  /// At least one.
  package var steps: [Located<MappingStep>]
  package var assertions: [Located<MappingAssertion>]

  package init(steps: [Located<MappingStep>], assertions: [Located<MappingAssertion>] = []) {
    self.steps = steps
    self.assertions = assertions
  }
}
