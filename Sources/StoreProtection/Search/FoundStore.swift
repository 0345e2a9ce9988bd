/// A store that a search found.
package struct FoundStore: Sendable, Hashable {
  /// Its path below the deepest folder that holds everything that was searched: unique among what was found.
  package let name: String
  /// As it is to be opened.
  package let path: String
}
