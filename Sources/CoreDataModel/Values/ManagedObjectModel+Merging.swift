extension ManagedObjectModel {
  package static let mergedNameSeparator = " + "

  /// Several models as one, as `NSManagedObjectModel(byMerging:)` does: the entities of all, and no entity twice unless
  /// it is the same in each.
  ///
  /// - Throws: `ModelError.duplicateEntity`, or what contradicts itself once the models are one.
  package init(merging models: [ManagedObjectModel]) throws(ModelError) {
    let name = models.map(\.name).joined(separator: Self.mergedNameSeparator)
    var entities: [EntityDescription] = []
    for entity in models.flatMap(\.entities) {
      if let known = entities.first(where: { $0.name == entity.name }) {
        guard known == entity else { throw ModelError.duplicateEntity(model: name, entity: entity.name) }
      } else {
        entities.append(entity)
      }
    }
    var configurations: [String: [String]] = [:]
    for model in models {
      configurations.merge(model.configurations) { first, second in
        first + second.filter { !first.contains($0) }
      }
    }
    var identifiers: [String] = []
    for identifier in models.flatMap(\.versionIdentifiers)
    where !identifiers.contains(identifier) && (!identifier.isEmpty || models.count == 1) {
      identifiers.append(identifier)
    }
    try self.init(
      name: name, versionIdentifiers: identifiers.isEmpty ? [""] : identifiers, entities: entities,
      configurations: configurations, isCompiled: models.allSatisfy(\.isCompiled),
      otherSettings: Set(models.flatMap(\.otherSettings)).sorted())
  }
}
