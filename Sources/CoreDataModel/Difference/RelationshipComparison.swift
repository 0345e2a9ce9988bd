/// Compares the relationships of an entity with those of its counterpart.
struct RelationshipComparison {
  let old: EntityDescription
  let new: EntityDescription
  let models: ModelComparison

  func changes() -> [ModelChange] {
    let olds = models.old.relationships(of: old.name)
    let news = models.new.relationships(of: new.name)
    let oldOf = Dictionary(
      olds.map { ($0.relationship.name, $0.relationship) }, uniquingKeysWith: { one, _ in one })
    let newOf = Dictionary(
      news.map { ($0.relationship.name, $0.relationship) }, uniquingKeysWith: { one, _ in one })
    let (oldProperties, newProperties) = (olds.map(Self.property), news.map(Self.property))
    let match = PropertyMatch(old: oldProperties, new: newProperties)
    var changes = match.ambiguous.map {
      ModelChange(
        .relationship, .ambiguous, entity: new.name, name: $0, storage: false, hash: false,
        obstacle: "several relationships bear this identifier")
    }
    for fate in match.fates(old: oldProperties, of: old.name, new: newProperties, of: new.name) {
      switch fate {
      case .added(let property): newOf[property.name].map { changes.append(added($0)) }
      case .removed(let property): oldOf[property.name].map { changes.append(removed($0)) }
      case .kept(let before, let after):
        guard let earlier = oldOf[before.name], let later = newOf[after.name] else { continue }
        changes += moved(before, after) + renamed(earlier, later, before.declaring)
        changes += compare(earlier, later, in: before.declaring)
      }
    }
    return changes
  }

  private static func property(_ found: (declaring: String, relationship: RelationshipDescription))
    -> PropertyMatch.Property
  {
    PropertyMatch.Property(
      declaring: found.declaring, name: found.relationship.name,
      renamingIdentifier: found.relationship.renamingIdentifier, isTransient: found.relationship.isTransient)
  }

  private func added(_ relationship: RelationshipDescription) -> ModelChange {
    ModelChange(
      .relationship, .added, entity: new.name, name: relationship.name, storage: !relationship.isTransient,
      hash: models.probe(old.name)?.changes(property: relationship.name, like: new) ?? false,
      obstacle: relationship.isOptional || relationship.isTransient
        ? nil : "it is required, and no link can be made up")
  }

  private func removed(_ relationship: RelationshipDescription) -> ModelChange {
    ModelChange(
      .relationship, .removed, entity: new.name, name: relationship.name,
      storage: !relationship.isTransient,
      hash: models.probe(old.name)?.changes(property: relationship.name, like: new) ?? false)
  }

  /// A property that one version declares in an ancestor.
  private func moved(_ before: PropertyMatch.Property, _ after: PropertyMatch.Property) -> [ModelChange] {
    guard before.declaring != old.name || after.declaring != new.name else { return [] }
    let hash = models.probe(before.declaring)?.changes { entity in
      entity.relationships.removeAll { $0.name == before.name }
    }
    return [
      ModelChange(
        .relationship, .moved, entity: new.name, name: after.name, old: before.declaring,
        new: after.declaring, storage: !(before.isTransient && after.isTransient), hash: hash ?? false)
    ]
  }

  private func renamed(
    _ earlier: RelationshipDescription, _ later: RelationshipDescription, _ declaring: String
  ) -> [ModelChange] {
    guard earlier.name != later.name else { return [] }
    let hash = models.probe(declaring)?.changesRelationship(earlier.name) { $0.name = later.name }
    return [
      ModelChange(
        .relationship, .renamed, entity: new.name, name: later.name, old: earlier.name, new: later.name,
        storage: !(earlier.isTransient && later.isTransient), hash: hash ?? false)
    ]
  }

  private func compare(
    _ earlier: RelationshipDescription, _ later: RelationshipDescription, in declaring: String
  ) -> [ModelChange] {
    RelationshipCharacteristic.allCases.compactMap { characteristic in
      let (before, after) = (characteristic.text(of: earlier), characteristic.text(of: later))
      guard before != after else { return nil }
      let hash = models.probe(declaring)?.changesRelationship(earlier.name) {
        characteristic.copy(from: later, to: &$0)
      }
      return ModelChange(
        .relationship, .changed, entity: new.name, name: later.name,
        characteristic: characteristic.rawValue, old: before, new: after,
        storage: characteristic.changesStorage(from: earlier, to: later)
          && !isSameUnderNewName(characteristic, earlier, later),
        hash: hash ?? false, obstacle: obstacle(characteristic, earlier, later))
    }
  }

  /// Whether the far end is what it was, renamed: what that changes is told of the far end.
  private func isSameUnderNewName(
    _ characteristic: RelationshipCharacteristic, _ earlier: RelationshipDescription,
    _ later: RelationshipDescription
  ) -> Bool {
    switch characteristic {
    case .destination: return models.newName(of: earlier.destinationEntity) == later.destinationEntity
    case .inverse:
      guard let before = models.old.inverse(of: earlier)?.relationship,
        let after = models.new.inverse(of: later)?.relationship
      else { return false }
      return after.identifier == before.identifier || after.renamingIdentifier == before.name
    default: return false
    }
  }

  /// What keeps Core Data from inferring the change (format page 6.1).
  private func obstacle(
    _ characteristic: RelationshipCharacteristic, _ earlier: RelationshipDescription,
    _ later: RelationshipDescription
  ) -> String? {
    guard !later.isTransient else { return nil }
    switch characteristic {
    case .toMany where earlier.isToMany && !earlier.isTransient: return "of several links one would be left"
    case .optional where !later.isOptional && !earlier.isTransient:
      return "it becomes required, and no link can be made up"
    case .transient where !later.isOptional: return "it is required, and no link can be made up"
    case .destination where !earlier.isTransient:
      // The same entity under its new name, or an ancestor of it, takes every link there is.
      let counterpart = models.newName(of: earlier.destinationEntity)
      let isWider = counterpart.map { models.new.isKind($0, of: later.destinationEntity) } ?? false
      return isWider ? nil : "it leads to another entity"
    default: return nil
    }
  }
}
