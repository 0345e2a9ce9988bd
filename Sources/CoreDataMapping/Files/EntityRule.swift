/// How rows of one destination entity come about.
package struct EntityRule: Sendable, Hashable {
  /// The destination entity.
  package var name: Located<String>
  /// Source entities; none: the one that inference finds.
  package var from: [Located<String>] = []
  /// SQL: the rows that are taken.
  package var condition: Located<String>?
  /// SQL by destination attribute.
  package var set: [MappingEntry<String, String>] = []
  /// Tables of values by destination attribute.
  package var values: [MappingEntry<String, ValueTable>] = []
  /// By destination relationship.
  package var connect: [MappingEntry<String, ConnectionSource>] = []
  package var onInvalid: Located<InvalidRowsRule>?

  package init(name: Located<String>) {
    self.name = name
  }
}
