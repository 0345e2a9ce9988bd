/// Why a model is not written as an archive: everything in it that is not proven.
package struct UnprovenModel: Error, Sendable, Hashable {
  package let constructs: [UnprovenConstruct]

  package init(constructs: [UnprovenConstruct]) { self.constructs = constructs }
}
