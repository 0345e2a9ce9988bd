/// How much of a document is read before it is refused.
package struct XMLLimits: Sendable, Hashable {
  /// Length of the document as given.
  package var bytes: Int
  package var elements: Int
  /// Nested elements, the root included.
  package var depth: Int

  /// The largest model seen has 341 elements, five deep, in 47 kB; the defaults leave ample room.
  package init(bytes: Int = 32 << 20, elements: Int = 1_000_000, depth: Int = 128) {
    self.bytes = bytes
    self.elements = elements
    self.depth = depth
  }
}
