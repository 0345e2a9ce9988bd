import CoreDataMapping
import CoreDataModel
import CoreDataStore

/// A key column of the destination: a to-one, or the owner of a to-many without inverse.
struct LinkSlot {
  let relationship: PropertyKey
  let table: String
  let column: String
  let entityColumn: String?
  let orderColumn: String?
  /// The row that holds the key is the relationship's owner; else it is the target.
  let isHeldByOwner: Bool
  /// Entities the holding row and the row it leads to belong to.
  let holderEntity: String
  let referencedEntity: String

  /// Nil for a relationship that is not stored in a key column of its own.
  init?(_ key: PropertyKey, context: MigrationContext) {
    let model = context.plan.destination
    guard let relationship = model.relationship(key)
    else { return nil }
    self.relationship = key
    switch context.destination.storage(of: key) {
    case .foreignKey(let table, let column, let entityColumn):
      self.table = table
      self.column = column
      self.entityColumn = entityColumn
      isHeldByOwner = true
      holderEntity = key.entity
      referencedEntity = relationship.destinationEntity
      let inverse = model.inverse(of: key)
      if let inverse, case .inverseForeignKey(_, _, let order) = context.destination.storage(of: inverse) {
        orderColumn = order
      } else {
        orderColumn = nil
      }
    case .ownerColumn(let table, let column, let order):
      self.table = table
      self.column = column
      entityColumn = nil
      orderColumn = order
      isHeldByOwner = false
      holderEntity = relationship.destinationEntity
      referencedEntity = key.entity
    default: return nil
    }
  }

  /// What feeds the rows of a source entity; where the target holds the key there is one origin for all.
  func origin(for sourceEntity: String, context: MigrationContext) -> LinkOrigin? {
    (context.links.origins[relationship] ?? []).first { origin in
      !isHeldByOwner || origin.entities?.contains(sourceEntity) ?? true
    }
  }

  /// Whether rows of a mapping hold the key on both sides: a table has rows of other kin too, whose cells mean nothing.
  func holds(_ mapping: EntityMapping, _ origin: LinkOrigin, context: MigrationContext) -> Bool {
    guard let source = LinkSource(origin, context: context), let destination = mapping.destination else {
      return false
    }
    let holder = isHeldByOwner ? source.ownerEntity : source.targetEntity
    return context.plan.source.isKind(mapping.source, of: holder)
      && context.plan.destination.isKind(destination, of: holderEntity)
  }

  /// The source column that already holds the key in the same row; nil where the links must be turned around.
  func alignedColumn(_ origin: LinkOrigin, context: MigrationContext) -> LinkSource.Column? {
    guard let source = LinkSource(origin, context: context) else { return nil }
    return isHeldByOwner ? source.ownerColumn : source.targetColumn
  }

  /// The relationship whose key column an order column stands beside: the inverse of the ordered to-many, or itself.
  static func holder(ofOrder ordered: PropertyKey, context: MigrationContext) -> PropertyKey? {
    guard context.plan.destination.relationship(ordered) != nil else { return nil }
    return context.plan.destination.inverse(of: ordered) ?? ordered
  }
}
