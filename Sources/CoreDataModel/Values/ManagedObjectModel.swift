/// One version of a model: its entities and the questions every other part asks of them.
///
/// A value of this type is consistent: every superentity, destination and inverse exists, inheritance has no
/// cycle, and no name stands twice. `init` throws otherwise.
package struct ManagedObjectModel: Sendable, Hashable {
  /// Ancestors that an entity may have. No app comes near it; every question walks through them, so that a model that
  /// somebody made up must not have a hundred thousand.
  package static let maximumDepth = 200

  /// The version's name: its file name without `.xcdatamodel`.
  package let name: String
  /// `userDefinedModelVersionIdentifier`; one empty string when the model sets none.
  package let versionIdentifiers: [String]
  /// Sorted by name, by bytes.
  package let entities: [EntityDescription]
  /// Configuration name to entity names.
  package let configurations: [String: [String]]
  /// Read from an archive, as Xcode compiles models and stores cache them: it says all that it holds, and nothing is to
  /// be added to it.
  package let isCompiled: Bool
  /// What the file says of the model as a whole and no field holds, by the names that it has there.
  package let otherSettings: [String]

  private let indexByName: [String: Int]
  private let childrenByName: [String: [String]]

  /// - Throws: `ModelError` naming the first thing that contradicts itself.
  package init(
    name: String, versionIdentifiers: [String] = [""], entities: [EntityDescription],
    configurations: [String: [String]] = [:], isCompiled: Bool = false, otherSettings: [String] = []
  ) throws(ModelError) {
    self.name = name
    self.versionIdentifiers = versionIdentifiers
    self.entities = entities.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.configurations = configurations
    self.isCompiled = isCompiled
    self.otherSettings = otherSettings
    var index: [String: Int] = [:]
    var children: [String: [String]] = [:]
    for (position, entity) in self.entities.enumerated() {
      if index.updateValue(position, forKey: entity.name) != nil {
        throw ModelError.duplicateEntity(model: name, entity: entity.name)
      }
      if let parent = entity.superentity {
        children[parent, default: []].append(entity.name)
      }
    }
    indexByName = index
    childrenByName = children
    try checkConsistency()
  }

  package func entity(_ name: String) -> EntityDescription? {
    indexByName[name].map { entities[$0] }
  }

  /// The entity and its superentities, nearest first. Empty for an unknown name.
  package func lineage(of name: String) -> [EntityDescription] {
    var result: [EntityDescription] = []
    var next = entity(name)
    while let current = next, result.count <= Self.maximumDepth {
      result.append(current)
      next = current.superentity.flatMap { entity($0) }
    }
    return result
  }

  /// The entity whose table holds the rows of `name`.
  package func root(of name: String) -> String {
    lineage(of: name).last?.name ?? name
  }

  /// Direct subentities, sorted by name, by bytes.
  package func children(of name: String) -> [String] {
    childrenByName[name] ?? []
  }

  /// The entity and everything below it, each before its children.
  package func subtree(of name: String) -> [String] {
    [name] + children(of: name).flatMap { subtree(of: $0) }
  }

  package func isKind(_ name: String, of ancestor: String) -> Bool {
    lineage(of: name).contains { $0.name == ancestor }
  }

  /// Own and inherited attributes, transient ones too, each with the entity that declares it; sorted by name, by bytes.
  package func attributes(of name: String) -> [(declaring: String, attribute: AttributeDescription)] {
    lineage(of: name)
      .flatMap { entity in entity.attributes.map { (entity.name, $0) } }
      .sorted { $0.1.name.utf8.lexicographicallyPrecedes($1.1.name.utf8) }
  }

  /// Own and inherited relationships, transient ones too, each with the entity that declares it; sorted by name, by bytes.
  package func relationships(of name: String) -> [(declaring: String, relationship: RelationshipDescription)]
  {
    lineage(of: name)
      .flatMap { entity in entity.relationships.map { (entity.name, $0) } }
      .sorted { $0.1.name.utf8.lexicographicallyPrecedes($1.1.name.utf8) }
  }

  /// The relationship an entity declares itself under this name.
  package func relationship(_ key: PropertyKey) -> RelationshipDescription? {
    entity(key.entity)?.relationships.first { $0.name == key.name }
  }

  /// The other end as a key; nil where there is none.
  package func inverse(of key: PropertyKey) -> PropertyKey? {
    relationship(key).flatMap { inverse(of: $0) }.map { PropertyKey($0.declaring, $0.relationship.name) }
  }

  /// The other end of a relationship, found by name in the destination and its superentities.
  package func inverse(of relationship: RelationshipDescription)
    -> (declaring: String, relationship: RelationshipDescription)?
  {
    guard let inverseName = relationship.inverseName else { return nil }
    for entity in lineage(of: relationship.destinationEntity) {
      if let found = entity.relationships.first(where: { $0.name == inverseName }) {
        return (entity.name, found)
      }
    }
    return nil
  }

  /// Names become names of tables and columns: letters, digits and underscores, of any script.
  private func checkNames(of entity: EntityDescription) throws(ModelError) {
    func isUsable(_ name: String) -> Bool {
      !name.isEmpty
        && name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0)
        }
    }
    guard isUsable(entity.name) else {
      throw ModelError.unusableName(model: name, entity: entity.name, property: nil)
    }
    let attributes = entity.attributes.filter { !$0.isTransient }
    let stored =
      attributes.map(\.name) + attributes.flatMap(\.compositeElements).map(\.name)
      + entity.relationships.filter { !$0.isTransient }.map(\.name)
    for property in stored where !isUsable(property) {
      throw ModelError.unusableName(model: name, entity: entity.name, property: property)
    }
  }

  private func checkConsistency() throws(ModelError) {
    var tables: [String: String] = [:]
    for entity in entities {
      try checkNames(of: entity)
      if entity.superentity == nil,
        let other = tables.updateValue(entity.name, forKey: entity.name.uppercased())
      {
        throw ModelError.sameTable(model: name, entity: entity.name, other: other)
      }
      if let parent = entity.superentity, indexByName[parent] == nil {
        throw ModelError.unknownSuperentity(model: name, entity: entity.name, superentity: parent)
      }
      let lineage = lineage(of: entity.name)
      if lineage.last?.superentity.flatMap({ indexByName[$0] }) != nil {
        throw Set(lineage.map(\.name)).count < lineage.count
          ? ModelError.cyclicInheritance(model: name, entity: entity.name)
          : ModelError.deepInheritance(model: name, entity: entity.name)
      }
    }
    for entity in entities {
      var names: Set<String> = []
      for ancestor in lineage(of: entity.name) {
        let own =
          ancestor.attributes.map(\.name) + ancestor.relationships.map(\.name) + ancestor.fetchedProperties
        for property in own where !names.insert(property).inserted {
          throw ModelError.duplicateProperty(model: name, entity: entity.name, property: property)
        }
      }
      for relationship in entity.relationships {
        if indexByName[relationship.destinationEntity] == nil {
          throw ModelError.unknownDestination(
            model: name, entity: entity.name, relationship: relationship.name,
            destination: relationship.destinationEntity)
        }
        guard let inverseName = relationship.inverseName else { continue }
        guard let inverse = inverse(of: relationship) else {
          throw ModelError.unknownInverse(
            model: name, entity: entity.name, relationship: relationship.name, inverse: inverseName)
        }
        // Another entity may declare a relationship that is the same to the letter.
        guard let back = self.inverse(of: inverse.relationship), back.declaring == entity.name,
          back.relationship == relationship
        else {
          throw ModelError.oneSidedInverse(
            model: name, entity: entity.name, relationship: relationship.name, inverse: inverseName)
        }
      }
    }
  }
}
