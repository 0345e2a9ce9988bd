import PropertyLists

/// Reads a compiled model (`.mom`), or the model that a store caches.
package struct ArchivedModelReader {
  private let archive: ModelArchive
  private var warnings: [ModelWarning] = []
  /// Entity to the names of all its properties, inherited ones included where the archive lists them.
  private var propertyNames: [String: Set<String>] = [:]

  private init(_ archive: ModelArchive) { self.archive = archive }

  /// - Parameters:
  ///   - bytes: Of the archive: a `.mom`, or `Z_CONTENT` inflated.
  ///   - name: The version's name.
  ///   - path: For messages only.
  package static func read(_ bytes: [UInt8], name: String, path: String) throws(ModelError)
    -> ManagedObjectModelReader.Reading
  {
    var reader = ArchivedModelReader(try ModelArchive(bytes, rootClass: "NSManagedObjectModel", path: path))
    let model = try reader.model(name: name)
    return ManagedObjectModelReader.Reading(model: model, warnings: reader.warnings)
  }

  private mutating func model(name: String) throws(ModelError) -> ManagedObjectModel {
    var found: [(name: String, object: PropertyList, superentity: String?)] = []
    for (key, reference) in try archive.entries(archive.root["NSEntities"]) {
      guard let object = try archive.object(reference),
        let entity = try archive.string(object["NSEntityName"]),
        entity == key
      else { throw archive.failure("an entity has no name, or another one than its place says") }
      let parent = try archive.object(object["NSSuperentity"])
      let superentity: String?
      if let parent { superentity = try archive.string(parent["NSEntityName"]) } else { superentity = nil }
      guard propertyNames[entity] == nil else { throw archive.failure("an entity stands there twice") }
      propertyNames[entity] = Set(try archive.entries(object["NSProperties"]).map(\.key))
      found.append((entity, object, superentity))
    }
    var entities: [EntityDescription] = []
    for entity in found {
      entities.append(try self.entity(entity.name, entity.object, superentity: entity.superentity))
    }
    return try archive.model(
      name: name, versionIdentifiers: try identifiers(), entities: entities,
      configurations: try configurations(), isCompiled: true,
      otherSettings: try ArchivedSettings(archive).others(of: archive.root, beyond: ArchivedSettings.model))
  }

  private func identifiers() throws(ModelError) -> [String] {
    var identifiers: [String] = []
    for member in try archive.members(archive.root["NSVersionIdentifiers"]) {
      if let text = try archive.string(member) { identifiers.append(text) }
    }
    return identifiers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func configurations() throws(ModelError) -> [String: [String]] {
    var configurations: [String: [String]] = [:]
    for (name, members) in try archive.entries(archive.root["NSConfigurations"]) {
      var entities: [String] = []
      for member in try archive.members(members) {
        if let entity = try archive.object(member), let name = try archive.string(entity["NSEntityName"]) {
          entities.append(name)
        }
      }
      configurations[name] = entities.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return configurations
  }

  private mutating func entity(
    _ name: String, _ object: PropertyList, superentity: String?
  ) throws(ModelError) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.managedObjectClassName = try archive.string(object["NSClassNameForEntity"])
    entity.superentity = superentity
    entity.isAbstract = archive.flag(object, "NSIsAbstract")
    let identifier = try archive.string(object["NSRenamingIdentifier"])
    entity.renamingIdentifier = identifier == name ? nil : identifier
    entity.versionHashModifier = try archive.string(object["NSVersionHashModifier"])
    try ArchivedSettings(archive).read(
      object, beyond: ArchivedSettings.entity, userInfo: &entity.userInfo, others: &entity.otherSettings)
    let inherited = superentity.flatMap { propertyNames[$0] } ?? []
    let own = try archive.entries(object["NSProperties"]).filter { !inherited.contains($0.key) }
    for (property, reference) in own.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try add(property, reference, to: &entity)
    }
    entity.uniquenessConstraints = try tuples(object["NSUniqueTuples"])
    entity.fetchIndexes = try ArchivedIndexReader(archive).indexes(object["NSFetchIndexDescriptions"])
    // Where there are descriptions, this list names those of several elements again.
    if object["NSFetchIndexDescriptions"] == nil {
      entity.compoundIndexes = try tuples(object["NSCompoundIndexes"])
    }
    return entity
  }

  private mutating func add(
    _ name: String, _ reference: PropertyList, to entity: inout EntityDescription
  ) throws(ModelError) {
    guard let property = try underlying(reference), try archive.string(property["NSPropertyName"]) == name
    else {
      throw archive.failure("\(entity.name).\(name) has no description, or that of another property")
    }
    switch archive.className(of: property) {
    case "NSFetchedPropertyDescription": entity.fetchedProperties.append(name)
    // It is part of a fetch, never of a store.
    case "NSExpressionDescription": break
    case _ where property["NSAttributeType"] != nil:
      let reading = try ArchivedAttributeReader(archive).attribute(property, name: name, of: entity.name)
      entity.attributes.append(reading.attribute)
      warnings += reading.warnings
    case _ where property["NSDestinationEntity"] != nil || property["_NSDestinationEntityName"] != nil:
      entity.relationships.append(try relationship(property, name: name, of: entity.name))
    default: throw archive.failure("\(entity.name).\(name) is a property of a kind that is not known")
    }
  }

  /// An inherited property may be a proxy for the one that the superentity declares.
  private func underlying(_ reference: PropertyList?) throws(ModelError) -> PropertyList? {
    guard let object = try archive.object(reference) else { return nil }
    guard let inner = object["NSUnderlyingProperty"] else { return object }
    return try archive.object(inner)
  }

  private func relationship(
    _ object: PropertyList, name: String, of entity: String
  ) throws(ModelError) -> RelationshipDescription {
    var destination = try archive.string(object["_NSDestinationEntityName"])
    if destination == nil, let entity = try archive.object(object["NSDestinationEntity"]) {
      destination = try archive.string(entity["NSEntityName"])
    }
    guard let destination else { throw archive.failure("\(entity).\(name) has no destination") }
    var relationship = RelationshipDescription(name: name, destinationEntity: destination)
    relationship.inverseName = try archive.string(object["_NSInverseRelationshipName"])
    if relationship.inverseName == nil, let inverse = try underlying(object["NSInverseRelationship"]) {
      relationship.inverseName = try archive.string(inverse["NSPropertyName"])
    }
    relationship.minCount = UInt32(truncatingIfNeeded: try archive.integer(object, "NSMinCount") ?? 0)
    relationship.maxCount = UInt32(truncatingIfNeeded: try archive.integer(object, "NSMaxCount") ?? 0)
    relationship.isToMany = relationship.maxCount != 1
    relationship.isOrdered = archive.flag(object, "NSIsOrdered")
    relationship.isOptional = archive.flag(object, "NSIsOptional")
    relationship.isTransient = archive.flag(object, "NSIsTransient")
    relationship.isIndexed = archive.flag(object, "NSIsIndexed")
    let rule = try archive.integer(object, "NSDeleteRule").flatMap { UInt32(exactly: $0) } ?? 1
    guard let deleteRule = RelationshipDescription.DeleteRule(rawValue: rule) else {
      throw archive.failure("\(entity).\(name) has a delete rule that is not known")
    }
    relationship.deleteRule = deleteRule
    let identifier = try archive.string(object["NSRenamingIdentifier"])
    relationship.renamingIdentifier = identifier == name ? nil : identifier
    relationship.versionHashModifier = try archive.string(object["NSVersionHashModifier"])
    try ArchivedSettings(archive).read(
      object, beyond: ArchivedSettings.relationship, userInfo: &relationship.userInfo,
      others: &relationship.otherSettings)
    return relationship
  }

  private func tuples(_ reference: PropertyList?) throws(ModelError) -> [[String]] {
    var result: [[String]] = []
    for tuple in try archive.members(reference) {
      var names: [String] = []
      for member in try archive.members(tuple) {
        if let name = try archive.string(member) {
          names.append(name)
        } else if let property = try underlying(member),
          let name = try archive.string(property["NSPropertyName"])
        {
          names.append(name)
        } else {
          throw archive.failure("a constraint or an index names something that is no property")
        }
      }
      if !names.isEmpty { result.append(names) }
    }
    return result
  }
}
