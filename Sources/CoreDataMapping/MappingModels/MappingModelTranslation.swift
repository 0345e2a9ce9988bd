/// What a mapping model says, as a step of a mapping file, and what of it only the app's code knows.
package struct MappingModelTranslation: Sendable, Hashable {
  /// Rows of one source entity that become rows of one destination entity.
  package struct Pair: Sendable, Hashable {
    package var source: String
    package var destination: String

    package init(source: String, destination: String) {
      self.source = source
      self.destination = destination
    }
  }

  package var step: MappingStep
  package var openQuestions: [OpenQuestion]
  /// Of every entity mapping that has both, also where the step need not say it.
  package var pairs: [Pair]
}
