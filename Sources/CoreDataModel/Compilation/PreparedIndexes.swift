/// The indexes that an entity has in an archive (format page 5.6).
struct PreparedIndexes {
  private let model: ManagedObjectModel
  private let form: ModelArchiveForm
  private let hasFetchIndexes: Bool

  init(model: ManagedObjectModel, form: ModelArchiveForm) {
    self.model = model
    self.form = form
    hasFetchIndexes = model.entities.contains { !$0.fetchIndexes.isEmpty }
  }

  func prepared(_ entity: EntityDescription) -> EntityDescription {
    var prepared = entity
    // The compiler marks the only property of an index as indexed, as the flag does that was there before.
    if !model.isCompiled {
      for index in prepared.attributes.indices
      where entity.fetchIndexes.contains(where: { $0.onlyProperty == prepared.attributes[index].name }) {
        prepared.attributes[index].isIndexed = true
      }
    }
    switch form {
    case .compiled:
      // Compilers that know fetch indexes make one for each flag. Models without any are written as earlier ones did,
      // which every framework reads.
      if !model.isCompiled, hasFetchIndexes {
        prepared.fetchIndexes = Self.generated(for: entity) + entity.fetchIndexes
      }
    case .cached(let hasFetchIndexes, _):
      guard hasFetchIndexes else { return prepared }
      prepared.fetchIndexes = Self.generated(for: prepared) + entity.fetchIndexes
      prepared.fetchIndexes += entity.compoundIndexes.map { names in
        FetchIndexDescription(
          name: names.joined(separator: "_"), elements: names.map { .init(property: $0) })
      }
      prepared.compoundIndexes = []
    }
    return prepared
  }

  /// One for each flag, named like the property, unless it is there.
  private static func generated(for entity: EntityDescription) -> [FetchIndexDescription] {
    entity.attributes.filter(\.isIndexed).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .filter { name in !entity.fetchIndexes.contains { $0.name == name } }
      .map { FetchIndexDescription(name: $0, elements: [.init(property: $0)]) }
  }
}

extension FetchIndexDescription {
  /// The property of an index with a single element.
  var onlyProperty: String? {
    elements.count == 1 ? elements[0].property : nil
  }

  /// Whether it is what the flag of a property makes.
  var isGenerated: Bool {
    onlyProperty == name && elements[0].isAscending && !elements[0].isRTree && !hasPartialPredicate
  }
}
