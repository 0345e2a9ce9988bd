/// New values for old ones, one by one.
package struct ValueTable: Sendable, Hashable {
  /// SQL: the old value.
  package var from: Located<String>
  /// Old and new value, as texts. At least one.
  package var map: [MappingEntry<String, String>]
  /// The new value of what is not in the map; without it such a value is an error.
  package var fallback: Located<String>?

  package init(
    from: Located<String>, map: [MappingEntry<String, String>], fallback: Located<String>? = nil
  ) {
    self.from = from
    self.map = map
    self.fallback = fallback
  }
}
