/// A model as values of the tests' own: what the reference implementation knows of one.
struct MatrixModel {
  var entities: [MatrixEntity]

  /// By id.
  subscript(_ id: String) -> MatrixEntity {
    get { entities.first { $0.id == id } ?? MatrixEntity(id) }
    set {
      if let index = entities.firstIndex(where: { $0.id == id }) {
        entities[index] = newValue
      } else {
        entities.append(newValue)
      }
    }
  }

  func has(_ id: String) -> Bool { entities.contains { $0.id == id } }

  /// The entity and its ancestors, nearest first.
  func lineage(of id: String) -> [MatrixEntity] {
    var result = [self[id]]
    while let parent = result.last?.parent { result.append(self[parent]) }
    return result
  }

  func root(of id: String) -> String { lineage(of: id).last?.id ?? id }

  func isKind(_ id: String, of ancestor: String) -> Bool { lineage(of: id).contains { $0.id == ancestor } }

  /// Attributes of an entity and what it inherits, with the entity that declares them.
  func attributes(of id: String) -> [(entity: MatrixEntity, attribute: MatrixAttribute)] {
    lineage(of: id).flatMap { entity in entity.attributes.map { (entity, $0) } }
  }

  func relationships(of id: String) -> [(entity: MatrixEntity, relationship: MatrixRelationship)] {
    lineage(of: id).flatMap { entity in entity.relationships.map { (entity, $0) } }
  }

  func relationship(_ id: String?) -> MatrixRelationship? {
    entities.lazy.flatMap(\.relationships).first { $0.id == id }
  }

  /// The entity that declares a relationship.
  func owner(of relationship: String) -> MatrixEntity? {
    entities.first { $0.relationships.contains { $0.id == relationship } }
  }

  /// Changes an attribute, wherever it has gone.
  mutating func change(_ entity: String, _ id: String, _ change: (inout MatrixAttribute) -> Void) {
    let here = entities.firstIndex { $0.id == entity && $0.attributes.contains { $0.id == id } }
    let place = here ?? entities.firstIndex { $0.attributes.contains { $0.id == id } }
    guard let place, let index = entities[place].attributes.firstIndex(where: { $0.id == id }) else { return }
    change(&entities[place].attributes[index])
  }

  mutating func link(_ id: String, _ change: (inout MatrixRelationship) -> Void) {
    for place in entities.indices {
      if let index = entities[place].relationships.firstIndex(where: { $0.id == id }) {
        change(&entities[place].relationships[index])
      }
    }
  }

  mutating func removeLinks(_ ids: String...) {
    for place in entities.indices { entities[place].relationships.removeAll { ids.contains($0.id) } }
  }

  mutating func remove(_ entity: String, _ id: String) {
    self[entity].attributes.removeAll { $0.id == id }
  }

  /// The document a version's `contents` holds.
  var contents: String {
    let elements = entities.sorted { $0.name < $1.name }.map { entity in
      let name = { (id: String) in
        attributes(of: entity.id).first { $0.attribute.id == id }?.attribute.name ?? id
      }
      let unique = entity.unique.map {
        "<uniquenessConstraint><constraint value=\"\(name($0))\"/></uniquenessConstraint>"
      }
      return #"<entity name="\#(entity.name)" representedClassName="\#(entity.name)" syncable="YES" "#
        + (entity.parent.map { #"parentEntity="\#(self[$0].name)" "# } ?? "")
        + (entity.isAbstract ? #"isAbstract="YES" "# : "")
        + (entity.identifier.map { #"elementID="\#($0)""# } ?? "") + ">"
        + entity.attributes.map(\.xml).joined() + entity.relationships.map { $0.xml(in: self) }.joined()
        + (unique.isEmpty ? "" : "<uniquenessConstraints>\(unique.joined())</uniquenessConstraints>")
        + "</entity>"
    }
    return #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
      + #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" "#
      + #"lastSavedToolsVersion="22758" systemVersion="23F79" minimumToolsVersion="Automatic" "#
      + #"sourceLanguage="Swift" userDefinedModelVersionIdentifier="">"# + elements.joined() + "</model>"
  }
}
