/// Every difference between two versions of a model, with what each means for a store.
///
/// Entities and properties are paired as migration pairs them: by renaming identifier, else by name.
package struct ModelDifference: Sendable {
  /// An entity of both versions.
  package struct Pair: Sendable, Hashable {
    package let old: String
    package let new: String
    package let hashDiffers: Bool
  }

  package let old: ManagedObjectModel
  package let new: ManagedObjectModel
  /// By entity, then by what it is about.
  package let changes: [ModelChange]
  /// By new name.
  package let pairs: [Pair]

  package init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    self.old = old
    self.new = new
    let comparison = ModelComparison(old: old, new: new)
    changes = comparison.changes().sorted()
    let (oldHashes, newHashes) = (VersionHash.hashes(of: old), VersionHash.hashes(of: new))
    pairs = new.entities.compactMap { entity in
      comparison.oldName(of: entity.name).map {
        Pair(old: $0, new: entity.name, hashDiffers: oldHashes[$0] != newHashes[entity.name])
      }
    }
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// Whether the new version's app would open a store of the old one without migrating it.
  package var isCompatible: Bool {
    VersionHash.hashes(of: old) == VersionHash.hashes(of: new)
  }

  package var isInferable: Bool { changes.allSatisfy(\.isInferable) }
}
