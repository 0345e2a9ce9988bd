/// Finds what in the indexes of an entity no real archive of a form was found to compare with.
struct UnprovenIndexes {
  let model: ManagedObjectModel
  let form: ModelArchiveForm

  func reasons(_ entity: EntityDescription) -> [String] {
    var reasons: [String] = []
    let known = Set(
      model.attributes(of: entity.name).map(\.attribute.name)
        + model.relationships(of: entity.name).map(\.relationship.name))
    for index in entity.fetchIndexes {
      reasons += self.reasons(index, of: entity, known: known).map { "\($0) (\(index.name))" }
    }
    let names = entity.fetchIndexes.map(\.name) + entity.compoundIndexes.map { $0.joined(separator: "_") }
    if Set(names).count < names.count { reasons.append("two indexes of one name") }
    for names in entity.compoundIndexes where !known.isSuperset(of: names) || names.count < 2 {
      reasons.append(
        "a compound index of something else than its properties (\(names.joined(separator: ", ")))")
    }
    if !entity.compoundIndexes.isEmpty, form == .compiled || form.isStripped,
      model.entities.contains(where: { !$0.fetchIndexes.isEmpty })
    {
      reasons.append("a compound index, in a model with fetch indexes")
    }
    return reasons
  }

  private func reasons(
    _ index: FetchIndexDescription, of entity: EntityDescription, known: Set<String>
  ) -> [String] {
    var reasons: [String] = []
    if index.hasPartialPredicate { reasons.append("an index with a predicate") }
    if index.elements.contains(where: \.isRTree) { reasons.append("a spatial index") }
    let properties = index.elements.map(\.property)
    if properties.contains(nil) { reasons.append("an index of an expression") }
    if index.elements.isEmpty || !known.isSuperset(of: properties.compactMap(\.self)) {
      reasons.append("an index of something else than its properties")
    }
    if case .cached(hasFetchIndexes: false, _) = form {
      reasons.append("a fetch index, in a store that is older than those")
    }
    if form == .compiled, properties.count > 1, properties.contains(where: { isRelationship($0, of: entity) })
    {
      reasons.append("an index of several properties with a relationship among them")
    }
    guard !index.isGenerated else { return reasons }
    if known.contains(index.name) {
      reasons.append("an index named like a property that is not its only one")
    }
    guard let only = index.onlyProperty else { return reasons }
    if form.isStripped { reasons.append("an index of one property, in a cache that names no classes") }
    if !model.isCompiled, !entity.attributes.contains(where: { $0.name == only }) {
      reasons.append("an index of one property that is no attribute of its own")
    }
    return reasons
  }

  private func isRelationship(_ property: String?, of entity: EntityDescription) -> Bool {
    model.relationships(of: entity.name).contains { $0.relationship.name == property }
  }
}
