import Digests

/// Hashes the entities of one model, each once: a subentity's hash contains its parent's.
struct EntityHasher {
  private let model: ManagedObjectModel
  private var known: [String: [UInt8]] = [:]

  init(model: ManagedObjectModel) {
    self.model = model
  }

  mutating func hash(of entity: EntityDescription) -> [UInt8] {
    if let hash = known[entity.name] { return hash }
    let parent = entity.superentity.flatMap { model.entity($0) }.map { self.hash(of: $0) }
    let result = Self.hash(of: model.lineage(of: entity.name), parent: parent)
    known[entity.name] = result
    return result
  }

  /// - Parameters:
  ///   - lineage: The entity, then its ancestors, whose properties it has too.
  ///   - parent: The parent's hash, if there is one.
  static func hash(of lineage: [EntityDescription], parent: [UInt8]?) -> [UInt8] {
    guard let entity = lineage.first else { return [] }
    var bytes = Array(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    bytes += parent ?? []
    for property in persistentProperties(of: lineage) {
      bytes += property.hash
    }
    bytes += (entity.versionHashModifier ?? "").utf8
    bytes += uniqueness(of: entity)
    return sha256(bytes)
  }

  /// Own and inherited, sorted by name.
  private static func persistentProperties(of lineage: [EntityDescription]) -> [(name: String, hash: [UInt8])]
  {
    lineage.flatMap { entity in
      entity.attributes.filter { !$0.isTransient }.map {
        (name: $0.name, hash: PropertyHash.hash(of: $0))
      }
        + entity.relationships.filter { !$0.isTransient }.map {
          (name: $0.name, hash: PropertyHash.hash(of: $0, in: entity.name))
        }
    }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The names within a constraint keep their order; the constraints themselves are sorted.
  private static func uniqueness(of entity: EntityDescription) -> [UInt8] {
    entity.uniquenessConstraints
      .map { Array($0.joined(separator: ".").utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .flatMap { $0 }
  }
}
