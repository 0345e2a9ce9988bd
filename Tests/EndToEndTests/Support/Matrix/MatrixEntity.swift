/// An entity of a model, and what it really was before.
struct MatrixEntity {
  let id: String
  var name: String
  /// An id.
  var parent: String?
  var isAbstract = false
  var identifier: String?
  var origin: String?
  var attributes: [MatrixAttribute]
  var relationships: [MatrixRelationship]
  /// Ids of attributes, each unique by itself.
  var unique: [String] = []

  init(
    _ id: String, below parent: String? = nil, _ attributes: [MatrixAttribute] = [],
    _ relationships: [MatrixRelationship] = []
  ) {
    (self.id, name, self.parent) = (id, id, parent)
    (self.attributes, self.relationships) = (attributes, relationships)
  }
}
