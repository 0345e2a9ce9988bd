/// A transformable attribute, or a Codable value, of the recognised version, and what its bytes look like.
package struct InspectedTransformable: Sendable, Hashable {
  /// The entity that declares it.
  let entity: String
  /// Of a leaf of a composite: both names, with a dot between.
  let name: String
  /// Format → values of it, of what is not NULL; nil where they cannot be read.
  let formats: [String: Int64]?
}
