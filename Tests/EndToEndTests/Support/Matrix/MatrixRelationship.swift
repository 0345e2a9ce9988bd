/// A relationship of a model, and what it really was before. No two of a model have the same `id`.
struct MatrixRelationship {
  let id: String
  var name: String
  /// Ids of an entity and a relationship.
  var destination: String
  var inverse: String?
  var isToMany: Bool
  var isOrdered: Bool
  var isRequired = false
  var least: Int?
  var identifier: String?
  var origin: String?

  /// - Parameter kind: `>` a to-one, `>>` a to-many, `>>>` an ordered one.
  init(
    _ id: String, _ kind: String, _ destination: String, inverse: String? = nil, required: Bool = false,
    origin: String? = nil
  ) {
    (self.id, name, self.destination, self.inverse) = (id, id, destination, inverse)
    (isToMany, isOrdered, isRequired) = (kind.count > 1, kind.count > 2, required)
    self.origin = origin
  }

  func xml(in model: MatrixModel) -> String {
    let far = model[destination].name
    return #"<relationship name="\#(name)" destinationEntity="\#(far)" deletionRule="Nullify" "#
      + (isRequired ? "" : #"optional="YES" "#) + (isToMany ? #"toMany="YES" "# : #"maxCount="1" "#)
      + (isOrdered ? #"ordered="YES" "# : "") + (least.map { #"minCount="\#($0)" "# } ?? "")
      + (model.relationship(inverse).map { #"inverseName="\#($0.name)" inverseEntity="\#(far)" "# } ?? "")
      + (identifier.map { #"elementID="\#($0)""# } ?? "") + "/>"
  }
}
