import PropertyLists

/// Writes a model that is prepared for a form, and proven in all its parts, as an archive of that form.
///
/// Keys and classes follow format page 5.6; keys are written in an order of their own, which a keyed archive is free of.
struct ModelArchiveWriter {
  static let null = KeyedArchiveBuilder.null

  let model: ManagedObjectModel
  let form: ModelArchiveForm
  var archive = KeyedArchiveBuilder()
  private let root: PropertyList
  private var entities: [String: PropertyList] = [:]
  private var properties: [PropertyKey: PropertyList] = [:]
  private var emptyDictionary: PropertyList?
  var selfExpression: PropertyList?

  static func write(_ model: ManagedObjectModel, as form: ModelArchiveForm) -> [UInt8] {
    var writer = ModelArchiveWriter(model, form)
    return writer.write()
  }

  private init(_ model: ManagedObjectModel, _ form: ModelArchiveForm) {
    self.model = model
    self.form = form
    root = archive.reserve()
    // Everything refers to everything: numbers first.
    for entity in model.entities {
      entities[entity.name] = archive.reserve()
      for name in names(in: entity) { properties[PropertyKey(entity.name, name)] = archive.reserve() }
    }
  }

  // MARK: References

  func reference(to entity: String?) -> PropertyList { entity.flatMap { entities[$0] } ?? Self.null }

  /// An inverse is the property of that name in the destination's own list.
  func reference(to property: String?, of entity: String) -> PropertyList {
    property.flatMap { properties[PropertyKey(entity, $0)] } ?? Self.null
  }

  /// Properties that the entity lists; a cache repeats those it inherits.
  private func attributes(of entity: EntityDescription) -> [AttributeDescription] {
    form.isCache ? model.attributes(of: entity.name).map(\.attribute) : entity.attributes
  }

  private func relationships(of entity: EntityDescription) -> [RelationshipDescription] {
    form.isCache ? model.relationships(of: entity.name).map(\.relationship) : entity.relationships
  }

  private func names(in entity: EntityDescription) -> [String] {
    attributes(of: entity).map(\.name) + relationships(of: entity).map(\.name)
  }

  // MARK: Model

  private mutating func write() -> [UInt8] {
    for entity in model.entities { write(entity) }
    let references = model.entities.map { ($0.name, reference(to: $0.name)) }
    let identifiers = model.versionIdentifiers.map { archive.string($0) }
    var entries: [PropertyList.Entry] = [
      .init("NSEntities", form.isCache ? knownKeys(references) : dictionary(references)),
      .init("NSFetchRequestTemplates", Self.null), .init("NSVersionIdentifiers", set(identifiers)),
    ]
    if !model.configurations.isEmpty {
      let configurations = model.configurations
        .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { name, members in (name, set(members.map { reference(to: $0) })) }
      entries.append(.init("NSConfigurations", dictionary(configurations)))
    }
    archive.set(root, ArchivedClass.model, entries)
    return archive.bytes(root: root)
  }

  /// The dictionary of a cache, whose keys stand in a mapping that several dictionaries could share.
  private mutating func knownKeys(_ entries: [(String, PropertyList)]) -> PropertyList {
    let keys = array(entries.map { archive.string($0.0) })
    let mapping = archive.object(
      ArchivedClass.knownKeysMapping,
      [
        .init("keys", keys), .init("length", .integer(Int64(entries.count))), .init("version", .integer(1)),
      ])
    return archive.object(
      ArchivedClass.knownKeysDictionary,
      [
        .init("searchMapping", mapping), .init("version", .integer(1)),
        .init("emptyToken", archive.string("__empty_slot_token_4c24_98dc_ac1e_b773__")),
        .init("values", array(entries.map { $0.1 })),
      ])
  }

  // MARK: Entities

  private mutating func write(_ entity: EntityDescription) {
    let attributes = self.attributes(of: entity).map { attribute in
      let reference = self.reference(to: attribute.name, of: entity.name)
      write(attribute, to: reference, in: entity.name)
      return (attribute.name, reference)
    }
    let relationships = self.relationships(of: entity).map { relationship in
      let reference = self.reference(to: relationship.name, of: entity.name)
      write(relationship, to: reference, in: entity.name)
      return (relationship.name, reference)
    }
    var entries: [PropertyList.Entry] = [
      .init("NSClassNameForEntity", archive.string(entity.managedObjectClassName)),
      .init("NSSuperentity", reference(to: entity.superentity)),
      .init("NSEntityName", archive.string(entity.name)),
      .init(
        "NSSubentities",
        dictionary(model.children(of: entity.name).map { ($0, reference(to: $0)) })),
      .init("NSProperties", dictionary(attributes + relationships)),
      .init("NSUserInfo", userInfo(entity.userInfo)),
      .init("NSVersionHashModifier", archive.string(entity.versionHashModifier)),
      .init("NSRenamingIdentifier", archive.string(entity.identifier)),
      .init("NSManagedObjectModel", root),
    ]
    if entity.isAbstract { entries.append(.init("NSIsAbstract", .boolean(true))) }
    if !entity.uniquenessConstraints.isEmpty {
      entries.append(.init("NSUniqueTuples", tuples(entity.uniquenessConstraints)))
    }
    entries += indexes(of: entity)
    archive.set(reference(to: entity.name), ArchivedClass.entity, entries)
  }

  mutating func tuples(_ lists: [[String]]) -> PropertyList {
    let tuples = lists.map { names in
      archive.object(
        ArchivedClass.mutableArray, [.init("NS.objects", .array(names.map { archive.string($0) }))])
    }
    return archive.object(ArchivedClass.mutableArray, [.init("NS.objects", .array(tuples))])
  }

  // MARK: Collections

  /// Texts alone; the empty one is one object for all that have none.
  mutating func userInfo(_ info: [String: UserInfoValue]) -> PropertyList {
    if info.isEmpty, let emptyDictionary { return emptyDictionary }
    let entries = info.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let keys = entries.map { archive.string($0.key) }
    let values = entries.map { archive.string($0.value.text) }
    let reference = archive.object(
      ArchivedClass.dictionary, [.init("NS.keys", .array(keys)), .init("NS.objects", .array(values))])
    if info.isEmpty { emptyDictionary = reference }
    return reference
  }

  private mutating func dictionary(_ entries: [(String, PropertyList)]) -> PropertyList {
    let keys = entries.map { archive.string($0.0) }
    return archive.object(
      ArchivedClass.mutableDictionary,
      [.init("NS.keys", .array(keys)), .init("NS.objects", .array(entries.map { $0.1 }))])
  }

  mutating func array(_ members: [PropertyList]) -> PropertyList {
    archive.object(ArchivedClass.array, [.init("NS.objects", .array(members))])
  }

  private mutating func set(_ members: [PropertyList]) -> PropertyList {
    archive.object(ArchivedClass.set, [.init("NS.objects", .array(members))])
  }
}
