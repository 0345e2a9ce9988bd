/// A property by the entity that declares it. A leaf of a composite attribute is `attribute.leaf`.
package struct PropertyKey: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let entity: String
  package let name: String

  package init(_ entity: String, _ name: String) {
    self.entity = entity
    self.name = name
  }

  package var description: String { "\(entity).\(name)" }

  package static func < (lhs: PropertyKey, rhs: PropertyKey) -> Bool {
    (lhs.entity, lhs.name) < (rhs.entity, rhs.name)
  }
}
