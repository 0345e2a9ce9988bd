/// A model with everything that compiling it, or loading it into a store, adds and leaves out: what reading the archive
/// gives again.
struct PreparedModel {
  let model: ManagedObjectModel

  /// - Throws: `ModelError` if the result contradicts itself, which nothing that is added can cause.
  init(_ source: ManagedObjectModel, form: ModelArchiveForm, module: String?) throws(ModelError) {
    let indexes = PreparedIndexes(model: source, form: form)
    model = try ManagedObjectModel(
      name: source.name,
      versionIdentifiers: source.versionIdentifiers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      entities: source.entities.map { entity in
        var prepared = indexes.prepared(entity)
        prepared.managedObjectClassName = Self.className(
          of: entity, form: form, module: module)
        prepared.renamingIdentifier = Self.identifier(entity.renamingIdentifier, of: entity.name)
        prepared.attributes = prepared.attributes.map(Self.prepared)
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        prepared.relationships = prepared.relationships.map(Self.prepared)
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return prepared
      },
      configurations: source.configurations.mapValues { names in
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      },
      isCompiled: true)
  }

  private static func prepared(_ attribute: AttributeDescription) -> AttributeDescription {
    var prepared = attribute
    prepared.renamingIdentifier = identifier(attribute.renamingIdentifier, of: attribute.name)
    prepared.compositeElements = attribute.compositeElements.map(Self.prepared)
    return prepared
  }

  private static func prepared(_ relationship: RelationshipDescription) -> RelationshipDescription {
    var prepared = relationship
    prepared.renamingIdentifier = identifier(relationship.renamingIdentifier, of: relationship.name)
    // Archives name the inverse alone.
    prepared.inverseEntity = nil
    return prepared
  }

  /// Archives always hold one, the name if there is no other.
  private static func identifier(_ identifier: String?, of name: String) -> String? {
    identifier == name ? nil : identifier
  }

  /// A `.mom` keeps `.Book` as it is; loading it puts the app's module before it (format page 5.6).
  private static func className(
    of entity: EntityDescription, form: ModelArchiveForm, module: String?
  ) -> String? {
    guard case .cached(_, let namesClasses) = form else { return entity.managedObjectClassName }
    guard namesClasses, let name = entity.managedObjectClassName else { return nil }
    return name.hasPrefix(".") ? (module ?? "") + name : name
  }
}
