/// A key that the user chooses, mostly a property, and what is said of it.
package struct MappingEntry<Key: Sendable & Hashable, Value: Sendable & Hashable>: Sendable, Hashable {
  package var key: Located<Key>
  package var value: Located<Value>

  package init(_ key: Located<Key>, _ value: Located<Value>) {
    self.key = key
    self.value = value
  }
}
