import PropertyLists

/// Reads a model version's `elements`, the archive that Xcode 3 wrote (format page 5.4).
///
/// The objects are Xcode's own, made for diagrams of any kind: a model is a package of classes, a superentity a
/// generalization, and what is particular to Core Data stands in stereotypes.
package struct ElementsModelReader {
  static let rootClass = "XDPMModel"
  static let fileName = "elements"

  private let archive: ModelArchive
  private var warnings: [ModelWarning] = []

  private init(_ archive: ModelArchive) { self.archive = archive }

  /// - Parameters:
  ///   - bytes: The bytes of `elements`.
  ///   - name: The version's name.
  ///   - path: For messages only.
  /// - Throws: `ModelError.notAModel` for another archive, else `ModelError.unreadable` with what is wrong.
  package static func read(_ bytes: [UInt8], name: String, path: String) throws(ModelError)
    -> ManagedObjectModelReader.Reading
  {
    var reader = ElementsModelReader(try ModelArchive(bytes, rootClass: rootClass, path: path))
    let model = try reader.model(name: name)
    return ManagedObjectModelReader.Reading(model: model, warnings: reader.warnings)
  }

  private mutating func model(name: String) throws(ModelError) -> ManagedObjectModel {
    guard let package = try archive.object(archive.root["_xd_rootPackage"]),
      let classes = try archive.object(package["XDBucketForClassesstorage"])
    else { throw archive.failure("it has no package of entities") }
    // None was ever seen to hold another; entities in it must not be lost in silence.
    guard try archive.entries(package["XDBucketForPackagesstorage"]).isEmpty else {
      throw archive.failure("it has packages inside its package")
    }
    var entities: [EntityDescription] = []
    for (key, reference) in try archive.entries(classes) {
      guard let object = try archive.object(reference), archive.className(of: object) == "XDPMEntity",
        try archive.string(object["_name"]) == key
      else { throw archive.failure("an entity is none, or has another name than its place says") }
      entities.append(try entity(key, object))
    }
    return try archive.model(
      name: name,
      // As in XML, none set is an empty one.
      versionIdentifiers: [try archive.string(archive.root["_modelVersionIdentifier"]) ?? ""],
      entities: entities, configurations: try configurations(entities: Set(entities.map(\.name))),
      // Settings that are not read are not told from those that are: no compiled model of this form was seen.
      isCompiled: false, otherSettings: [Self.fileName])
  }

  private mutating func entity(_ name: String, _ object: PropertyList) throws(ModelError) -> EntityDescription
  {
    let settings = try ElementsSettings(of: object, named: name, in: archive)
    var entity = EntityDescription(name: name)
    entity.managedObjectClassName = try settings.text("XD_PSK_entityClassName")
    entity.superentity = try superentity(object, of: name)
    entity.isAbstract = try settings.flag("XD_PSK_isAbstract") ?? false
    entity.renamingIdentifier = try settings.text("XD_PSK_elementID")
    entity.versionHashModifier = try settings.text("XD_PSK_versionHashModifier")
    entity.uniquenessConstraints = try settings.lists("XDPMUniquenessConstraints")
    entity.compoundIndexes = try settings.lists("XDPMCompoundIndexes")
    let reader = ElementsPropertyReader(archive)
    // The archive's order is that of a hash table.
    let properties = try archive.entries(object["XDBucketForOwnedAttributesstorage"])
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (key, reference) in properties {
      guard let property = try archive.object(reference), try archive.string(property["_name"]) == key else {
        throw archive.failure("\(name) has a property of another name than its place says")
      }
      switch archive.className(of: property) {
      case "XDPMAttribute":
        let reading = try reader.attribute(property, name: key, of: name)
        entity.attributes.append(reading.attribute)
        warnings += reading.warnings
      case "XDPMRelationship":
        entity.relationships.append(try reader.relationship(property, name: key, of: name))
      // Never seen, and named as the others are. If it is called otherwise it is refused below, as all is that
      // might be stored.
      case "XDPMFetchedProperty": entity.fetchedProperties.append(key)
      default: throw archive.failure("\(name).\(key) is a property of a kind that is not known")
      }
    }
    return entity
  }

  private func superentity(_ object: PropertyList, of name: String) throws(ModelError) -> String? {
    let generalizations = try archive.members(object["XDBucketForGeneralizationsstorage"])
    guard let only = generalizations.first else { return nil }
    guard generalizations.count == 1, let generalization = try archive.object(only),
      let general = try archive.object(generalization["_general"]),
      let parent = try archive.string(general["_name"])
    else { throw archive.failure("\(name) has several parents, or one without a name") }
    return parent
  }

  private mutating func configurations(entities: Set<String>) throws(ModelError) -> [String: [String]] {
    var configurations: [String: [String]] = [:]
    for (name, reference) in try archive.entries(archive.root["_configurationsByName"]) {
      guard let configuration = try archive.object(reference) else {
        throw archive.failure("the configuration \(name) is empty")
      }
      var members: [String] = []
      for member in try archive.members(configuration["_entities"]) {
        guard let object = try archive.object(member), let entity = try archive.string(object["_name"]) else {
          throw archive.failure("the configuration \(name) has an entity without a name")
        }
        if entities.contains(entity) {
          members.append(entity)
        } else {
          warnings.append(.unknownConfigurationMember(configuration: name, entity: entity, line: 0))
        }
      }
      guard configurations.updateValue(members, forKey: name) == nil else {
        throw archive.failure("the configuration \(name) stands there twice")
      }
    }
    return configurations
  }
}
