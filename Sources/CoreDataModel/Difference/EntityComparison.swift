/// Compares an entity with its counterpart: itself, its constraints and indexes; its properties by others.
struct EntityComparison {
  let old: EntityDescription
  let new: EntityDescription
  let models: ModelComparison

  func changes() -> [ModelChange] {
    itself() + constraints() + fetchIndexes() + compoundIndexes() + fetchedProperties()
      + AttributeComparison(old: old, new: new, models: models).changes()
      + RelationshipComparison(old: old, new: new, models: models).changes()
  }

  private func changesHash(_ edit: (inout EntityDescription) -> Void) -> Bool {
    models.probe(old.name)?.changes(edit) ?? false
  }

  private func itself() -> [ModelChange] {
    var changes: [ModelChange] = []
    if old.name != new.name {
      changes.append(
        ModelChange(
          .entity, .renamed, entity: new.name, old: old.name, new: new.name, storage: true,
          hash: changesHash { $0.name = new.name }))
    }
    for characteristic in EntityCharacteristic.allCases {
      let (earlier, later) = (characteristic.text(of: old), characteristic.text(of: new))
      guard earlier != later else { continue }
      let hash =
        characteristic == .parent
        ? models.changesHash(of: old.name, whenBelow: new.superentity)
        : changesHash { characteristic.copy(from: new, to: &$0) }
      changes.append(
        ModelChange(
          .entity, .changed, entity: new.name, characteristic: characteristic.rawValue, old: earlier,
          new: later, storage: characteristic.changesStorage && !isBelowSameParent, hash: hash,
          obstacle: obstacle(characteristic)))
    }
    return changes
  }

  private func obstacle(_ characteristic: EntityCharacteristic) -> String? {
    switch characteristic {
    case .abstract where new.isAbstract: "objects of exactly this entity would have no place"
    case .parent where mergesHierarchies:
      "entities that had no common ancestor would share one"
    default: nil
    }
  }

  /// What the parent's new name changes is told of the parent.
  private var isBelowSameParent: Bool {
    guard let parent = new.superentity.flatMap({ models.oldName(of: $0) }) else { return false }
    return parent == old.superentity
  }

  /// Core Data infers no common ancestor for entities that had none (format page 6.1).
  private var mergesHierarchies: Bool {
    let kin = models.new.subtree(of: models.new.root(of: new.name))
    return Set(kin.compactMap { models.oldName(of: $0) }.map { models.old.root(of: $0) }).count > 1
  }

  private func constraints() -> [ModelChange] {
    lists(.constraint, \.uniquenessConstraints)
  }

  private func compoundIndexes() -> [ModelChange] {
    lists(.compoundIndex, \.compoundIndexes)
  }

  /// Lists of names: their order counts, that of the lists does not.
  private func lists(
    _ kind: ModelChange.Kind, _ path: WritableKeyPath<EntityDescription, [[String]]>
  ) -> [ModelChange] {
    let (earlier, later) = (Set(old[keyPath: path]), Set(new[keyPath: path]))
    func change(_ action: ModelChange.Action, _ list: [String], _ edit: (inout EntityDescription) -> Void)
      -> ModelChange
    {
      ModelChange(
        kind, action, entity: new.name, name: list.joined(separator: ", "), storage: true,
        hash: changesHash(edit))
    }
    return later.subtracting(earlier).map { list in change(.added, list) { $0[keyPath: path].append(list) } }
      + earlier.subtracting(later).map { list in
        change(.removed, list) { $0[keyPath: path].removeAll { $0 == list } }
      }
  }

  private func fetchIndexes() -> [ModelChange] {
    let earlier = Dictionary(old.fetchIndexes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let later = Dictionary(new.fetchIndexes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let hash = changesHash { $0.fetchIndexes = new.fetchIndexes }
    return Set(earlier.keys).union(later.keys).compactMap { name in
      let (before, after) = (earlier[name], later[name])
      guard before != after else { return nil }
      let action: ModelChange.Action = before == nil ? .added : after == nil ? .removed : .changed
      return ModelChange(
        .index, action, entity: new.name, name: name,
        characteristic: action == .changed ? "elements" : nil, old: before?.text, new: after?.text,
        storage: true, hash: hash)
    }
  }

  private func fetchedProperties() -> [ModelChange] {
    let (earlier, later) = (Set(old.fetchedProperties), Set(new.fetchedProperties))
    let hash = changesHash { $0.fetchedProperties = new.fetchedProperties }
    return later.subtracting(earlier).map {
      ModelChange(.fetchedProperty, .added, entity: new.name, name: $0, storage: false, hash: hash)
    }
      + earlier.subtracting(later).map {
        ModelChange(.fetchedProperty, .removed, entity: new.name, name: $0, storage: false, hash: hash)
      }
  }
}
