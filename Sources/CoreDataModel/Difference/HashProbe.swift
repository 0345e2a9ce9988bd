/// Tells what one change does to an entity's version hash, by computing it with and without that change alone.
struct HashProbe {
  private let lineage: [EntityDescription]
  private let parent: [UInt8]?
  let hash: [UInt8]

  init(_ entity: String, in model: ManagedObjectModel, with hasher: inout EntityHasher) {
    lineage = model.lineage(of: entity)
    parent = lineage.dropFirst().first.map { hasher.hash(of: $0) }
    hash = EntityHasher.hash(of: lineage, parent: parent)
  }

  /// - Parameter edit: Makes the change in the entity itself; the model need not be whole afterwards.
  func changes(_ edit: (inout EntityDescription) -> Void) -> Bool {
    var changed = lineage
    guard !changed.isEmpty else { return false }
    edit(&changed[0])
    return EntityHasher.hash(of: changed, parent: parent) != hash
  }

  /// The same entity below another parent, with that parent's properties instead of the former's.
  func changes(parent other: HashProbe?) -> Bool {
    let changed = Array(lineage.prefix(1)) + (other?.lineage ?? [])
    return EntityHasher.hash(of: changed, parent: other?.hash) != hash
  }

  /// A property that came or went: with what the new version has under its name, if anything.
  func changes(property name: String, like new: EntityDescription) -> Bool {
    changes { entity in
      entity.attributes.removeAll { $0.name == name }
      entity.relationships.removeAll { $0.name == name }
      entity.attributes += new.attributes.filter { $0.name == name }
      entity.relationships += new.relationships.filter { $0.name == name }
    }
  }

  func changesAttribute(_ name: String, _ edit: (inout AttributeDescription) -> Void) -> Bool {
    changes { entity in
      guard let place = entity.attributes.firstIndex(where: { $0.name == name }) else { return }
      edit(&entity.attributes[place])
    }
  }

  func changesRelationship(_ name: String, _ edit: (inout RelationshipDescription) -> Void) -> Bool {
    changes { entity in
      guard let place = entity.relationships.firstIndex(where: { $0.name == name }) else { return }
      edit(&entity.relationships[place])
    }
  }
}
