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
    var bytes = Array(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    if let parent = entity.superentity.flatMap({ model.entity($0) }) {
      bytes += hash(of: parent)
    }
    for property in persistentProperties(of: entity.name) {
      bytes += property.hash
    }
    bytes += (entity.versionHashModifier ?? "").utf8
    bytes += uniqueness(of: entity)
    let hash = sha256(bytes)
    known[entity.name] = hash
    return hash
  }

  /// Own and inherited, sorted by name.
  private func persistentProperties(of entity: String) -> [(name: String, hash: [UInt8])] {
    let attributes = model.attributes(of: entity)
      .filter { !$0.attribute.isTransient }
      .map { (name: $0.attribute.name, hash: PropertyHash.hash(of: $0.attribute)) }
    let relationships = model.relationships(of: entity)
      .filter { !$0.relationship.isTransient }
      .map { (name: $0.relationship.name, hash: PropertyHash.hash(of: $0.relationship, in: $0.declaring)) }
    return (attributes + relationships).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The names within a constraint keep their order; the constraints themselves are sorted.
  private func uniqueness(of entity: EntityDescription) -> [UInt8] {
    entity.uniquenessConstraints
      .map { Array($0.joined(separator: ".").utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .flatMap { $0 }
  }
}
