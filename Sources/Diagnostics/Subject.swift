/// What a diagnostic is about: an entity, one of its properties, or neither.
package struct Subject: Sendable, Hashable {
  package var entity: String?
  package var property: String?

  package init(entity: String? = nil, property: String? = nil) {
    self.entity = entity
    self.property = property
  }
}
