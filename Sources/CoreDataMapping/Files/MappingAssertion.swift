/// A question whose answer is known.
package struct MappingAssertion: Sendable, Hashable {
  package enum Side: String, Sendable, Hashable, CaseIterable {
    case source
    case destination
    /// Asked of both, whose answers must be the same.
    case both
  }

  package var name: Located<String>
  package var on: Located<Side>
  /// SQL that gives one value.
  package var query: Located<String>
  /// The answer as text; nil only for `both`.
  package var expect: Located<String>?

  package init(
    name: Located<String>, on: Located<Side>, query: Located<String>, expect: Located<String>? = nil
  ) {
    self.name = name
    self.on = on
    self.query = query
    self.expect = expect
  }
}
