import CoreDataModel

extension SchemaBuilder {
  /// The R-tree of every place, and the places whose R-tree has a form that is not known.
  func spatialIndexes(like real: [SpatialIndex]?) -> ([SpatialIndex], [StoreSchema.Omission]) {
    var indexes: [SpatialIndex] = []
    var omissions: [StoreSchema.Omission] = []
    for key in SpatialIndex.attributes(of: layout.model) {
      guard var index = SpatialIndex(key, in: layout),
        // SQLite takes names that differ in case for one.
        !indexes.contains(where: { $0.name.lowercased() == index.name.lowercased() }),
        // What a real store of this model does not have, a new one need not have.
        real?.contains(where: { $0.attribute == key }) ?? true
      else {
        omissions.append(.init(kind: .index, entity: key.entity, name: key.name))
        continue
      }
      index.hasTriggers =
        real?.first { $0.attribute == key }?.hasTriggers ?? era.hasSpatialTriggers
      indexes.append(index)
    }
    return (indexes, omissions)
  }

  /// The triggers of every derived attribute, and the attributes whose triggers have a form that is not known.
  func triggers(kept: [PropertyKey: [StoreSchema.Trigger]]) -> ([StoreSchema.Trigger], [StoreSchema.Omission])
  {
    let known = DerivationTriggers(layout: layout, era: era)
    var triggers: [StoreSchema.Trigger] = []
    var omissions: [StoreSchema.Omission] = []
    // SQLite takes names that differ in case for one.
    var taken: Set<String> = []
    for entity in layout.model.entities {
      for attribute in entity.attributes.sorted(by: { byName($0.name, $1.name) })
      where attribute.isKeptByTriggers {
        let key = PropertyKey(entity.name, attribute.name)
        guard let own = choose(known.triggers(of: key), kept[key]),
          taken.isDisjoint(with: own.map { $0.name.lowercased() })
        else {
          omissions.append(.init(kind: .derivedAttribute, entity: entity.name, name: attribute.name))
          continue
        }
        taken.formUnion(own.map { $0.name.lowercased() })
        triggers += own
      }
    }
    return (triggers, omissions)
  }

  /// Where the source has the same triggers, its text is the one that its own framework wrote.
  private func choose(_ generated: [StoreSchema.Trigger]?, _ kept: [StoreSchema.Trigger]?) -> [StoreSchema
    .Trigger]?
  {
    guard let generated, let kept else { return generated ?? kept }
    return Set(generated.map(\.name)) == Set(kept.map(\.name)) ? kept : generated
  }
}
