/// How much of a property list is read before it is refused.
package struct PropertyListLimits: Sendable, Hashable {
  /// Length of the list as given.
  package var bytes: Int
  /// Containers inside containers.
  package var depth: Int
  /// Values after every reference is followed; a shared value counts as often as it is referred to.
  package var values: Int

  /// The largest archive of a model that was seen has some 65,000 values.
  package init(bytes: Int = 256 << 20, depth: Int = 128, values: Int = 4_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
