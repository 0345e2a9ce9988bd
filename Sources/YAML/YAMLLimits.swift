/// How much of a document is read before it is refused.
package struct YAMLLimits: Sendable, Hashable {
  /// Length of the document as given.
  package var bytes: Int
  /// Scalars (keys too), sequences and mappings.
  package var nodes: Int
  /// Nested sequences and mappings.
  package var depth: Int
  /// Length of one scalar in UTF-8.
  package var scalarBytes: Int

  /// Files are written by people: the defaults leave ample room, also for those that a program drafts.
  package init(
    bytes: Int = 4 << 20, nodes: Int = 200_000, depth: Int = 32, scalarBytes: Int = 256 << 10
  ) {
    self.bytes = bytes
    self.nodes = nodes
    self.depth = depth
    self.scalarBytes = scalarBytes
  }
}
