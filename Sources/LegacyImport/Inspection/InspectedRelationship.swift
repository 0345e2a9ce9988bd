/// A stored relationship of the recognised version, and its links.
package struct InspectedRelationship: Sendable, Hashable {
  let entity: String
  let name: String
  let destination: String
  let inverse: String?
  let isToMany: Bool
  let isOrdered: Bool
  /// Nil where they cannot be counted.
  let links: Int64?
}
