import PropertyLists

extension ModelArchiveWriter {
  /// Entities without any index have no key, but in caches that name no classes.
  mutating func indexes(of entity: EntityDescription) -> [PropertyList.Entry] {
    let hasFetchIndexes: Bool
    switch form {
    case .compiled: hasFetchIndexes = !entity.fetchIndexes.isEmpty
    case .cached(let hasThem, _):
      hasFetchIndexes = hasThem && (form.isStripped || !entity.fetchIndexes.isEmpty)
    }
    guard hasFetchIndexes else {
      return entity.compoundIndexes.isEmpty
        ? [] : [.init("NSCompoundIndexes", tuples(entity.compoundIndexes))]
    }
    let indexes = entity.fetchIndexes.map { write($0, of: entity) }
    let attributes = Set(model.attributes(of: entity.name).map(\.attribute.name))
    let compounds = entity.fetchIndexes.map { $0.elements.compactMap(\.property) }
      .filter { $0.count > 1 && attributes.isSuperset(of: $0) }
    return [
      .init(
        "NSFetchIndexDescriptions",
        archive.object(ArchivedClass.mutableArray, [.init("NS.objects", .array(indexes))])),
      .init("NSCompoundIndexes", tuples(compounds)),
    ]
  }

  private mutating func write(_ index: FetchIndexDescription, of entity: EntityDescription) -> PropertyList {
    let reference = archive.reserve()
    let elements = index.elements.map { element in
      archive.object(
        ArchivedClass.fetchIndexElement,
        [
          .init("NSPropertyName", archive.string(element.property)),
          .init("NSFetchIndexElementType", .integer(0)), .init("NSFetchIndexDescription", reference),
          .init("NSAscending", .boolean(element.isAscending)),
        ])
    }
    // The compiler names no entity in what it makes of a flag.
    let isFlag =
      form == .compiled && index.isGenerated
      && entity.attributes.contains { $0.name == index.name && $0.isIndexed }
    archive.set(
      reference, ArchivedClass.fetchIndex,
      [
        .init("NSIndexName", archive.string(index.name)),
        .init("NSEntity", isFlag ? Self.null : self.reference(to: entity.name)),
        .init("NSIndexElements", array(elements)), .init("NSPartialIndexPredicate", Self.null),
      ])
    return reference
  }
}
