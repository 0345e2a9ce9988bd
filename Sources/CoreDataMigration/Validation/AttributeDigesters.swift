import CoreDataModel

/// The digests of all attributes of the destination's exact entities.
final class AttributeDigesters {
  private var digesters: [PropertyKey: AttributeDigester] = [:]

  func digester(_ attribute: PropertyKey) -> AttributeDigester {
    if let known = digesters[attribute] { return known }
    let digester = AttributeDigester()
    digesters[attribute] = digester
    return digester
  }

  /// Every account, sorted; attributes of entities without rows too. To be called once.
  func finish(_ plan: ManagedObjectModel) -> [ValidationResult.AttributeAccount] {
    for entity in plan.entities where !entity.isAbstract {
      for (_, attribute) in plan.attributes(of: entity.name) where !attribute.isTransient {
        let leaves = attribute.type == .composite ? attribute.compositeElements : [attribute]
        for leaf in leaves {
          let name = attribute.type == .composite ? "\(attribute.name).\(leaf.name)" : leaf.name
          _ = digester(PropertyKey(entity.name, name))
        }
      }
    }
    return digesters.sorted { $0.key < $1.key }.map { attribute, digester in
      ValidationResult.AttributeAccount(
        attribute: attribute, nulls: digester.nulls, digest: digester.finish())
    }
  }
}
