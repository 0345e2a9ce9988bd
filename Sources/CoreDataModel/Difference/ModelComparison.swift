/// Pairs the entities of two versions, and compares what is the models' own.
struct ModelComparison {
  let old: ManagedObjectModel
  let new: ManagedObjectModel
  private let oldNames: [String: String]
  private let newNames: [String: String]
  private let ambiguous: [String]
  private let oldProbes: [String: HashProbe]
  private let newProbes: [String: HashProbe]

  init(old: ManagedObjectModel, new: ManagedObjectModel) {
    self.old = old
    self.new = new
    let matcher = IdentifierMatcher(
      source: old.entities.map { .init(name: $0.name, renamingIdentifier: $0.renamingIdentifier) },
      destination: new.entities.map { .init(name: $0.name, renamingIdentifier: $0.renamingIdentifier) })
    oldNames = matcher.pairs
    newNames = Dictionary(matcher.pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    ambiguous = matcher.ambiguous
    oldProbes = Self.probes(old)
    newProbes = Self.probes(new)
  }

  private static func probes(_ model: ManagedObjectModel) -> [String: HashProbe] {
    var hasher = EntityHasher(model: model)
    var probes: [String: HashProbe] = [:]
    for entity in model.entities {
      probes[entity.name] = HashProbe(entity.name, in: model, with: &hasher)
    }
    return probes
  }

  func oldName(of entity: String) -> String? { oldNames[entity] }

  func newName(of entity: String) -> String? { newNames[entity] }

  /// Of an entity of the old version.
  func probe(_ entity: String) -> HashProbe? { oldProbes[entity] }

  /// Whether its hash would differ if only its parent were another.
  func changesHash(of entity: String, whenBelow parent: String?) -> Bool {
    oldProbes[entity]?.changes(parent: parent.flatMap { newProbes[$0] }) ?? false
  }

  func changes() -> [ModelChange] {
    var changes = versionIdentifiers() + configurations()
    changes += ambiguous.map {
      ModelChange(
        .entity, .ambiguous, name: $0, storage: false, hash: false,
        obstacle: "several entities bear this identifier")
    }
    for entity in new.entities {
      if let earlier = oldNames[entity.name].flatMap({ old.entity($0) }) {
        changes += EntityComparison(old: earlier, new: entity, models: self).changes()
      } else {
        changes.append(presence(of: entity.name, .added))
      }
    }
    for entity in old.entities where newNames[entity.name] == nil {
      changes.append(presence(of: entity.name, .removed))
    }
    return changes
  }

  /// One that went and came again under its name, by another identifier, may have the same hash.
  private func presence(of entity: String, _ action: ModelChange.Action) -> ModelChange {
    ModelChange(
      .entity, action, entity: entity, storage: true,
      hash: oldProbes[entity]?.hash != newProbes[entity]?.hash)
  }

  private func versionIdentifiers() -> [ModelChange] {
    func text(_ model: ManagedObjectModel) -> String {
      model.versionIdentifiers.filter { !$0.isEmpty }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .joined(separator: ", ")
    }
    guard text(old) != text(new) else { return [] }
    return [
      ModelChange(
        .model, .changed, characteristic: "version identifier", old: text(old), new: text(new),
        storage: false, hash: false)
    ]
  }

  private func configurations() -> [ModelChange] {
    Set(old.configurations.keys).union(new.configurations.keys).compactMap { name in
      let earlier = old.configurations[name]?.sorted().joined(separator: ", ")
      let later = new.configurations[name]?.sorted().joined(separator: ", ")
      guard earlier != later else { return nil }
      let action: ModelChange.Action = earlier == nil ? .added : later == nil ? .removed : .changed
      return ModelChange(
        .configuration, action, name: name, characteristic: action == .changed ? "entities" : nil,
        old: earlier, new: later, storage: false, hash: false)
    }
  }
}
