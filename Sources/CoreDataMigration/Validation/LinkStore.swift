import CoreDataModel
import CoreDataStore
import SQLite

/// One place where links are kept: a key column, or a join table. Always seen from the owner of
/// `relationship`.
struct LinkStore {
  /// The row that holds the key; a join table's links lie in rows of their own.
  enum Holder {
    case owner
    case target
    case join
  }

  let relationship: PropertyKey
  /// The other end, where the same cells are its storage too. A one-to-one keeps each end apart.
  let inverse: PropertyKey?
  /// The other end of a one-to-one, which has a column of its own.
  let twin: PropertyKey?
  let holder: Holder
  let table: String
  let ownerColumn: String
  let targetColumn: String
  /// Number of the target's exact entity.
  let entityColumn: String?
  /// Place of the targets of one owner.
  let targetOrder: String?
  /// Place of the owners of one target.
  let ownerOrder: String?
  let ownerEntity: String
  let targetEntity: String
  let isReflexive: Bool

  /// The relationships whose links lie here.
  var lines: [PropertyKey] {
    [relationship] + [inverse].compactMap(\.self).filter { $0 != relationship }
  }

  /// The links of both columns of a one-to-one, as rows with the names of this one's columns.
  func united(with twin: LinkStore) -> String {
    let (owner, target) = (Identifier.quoted(ownerColumn), Identifier.quoted(targetColumn))
    return """
      (SELECT \(owner), \(target) FROM \(Identifier.quoted(table))
      UNION SELECT \(Identifier.quoted(twin.targetColumn)), \(Identifier.quoted(twin.ownerColumn)) FROM \(Identifier.quoted(twin.table)))
      """
  }

  /// Every place where a layout keeps links, sorted by relationship.
  static func stores(of layout: FoundLayout) -> [LinkStore] {
    let model = layout.model
    var stores = layout.joins.map { join in
      LinkStore(
        relationship: join.relationship, inverse: join.inverse, twin: nil, holder: .join, table: join.name,
        ownerColumn: join.ownerColumn, targetColumn: join.targetColumn, entityColumn: nil,
        targetOrder: join.targetOrder, ownerOrder: join.ownerOrder, ownerEntity: join.relationship.entity,
        targetEntity: destination(of: join.relationship, in: model), isReflexive: join.isReflexive)
    }
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        let inverse = model.inverse(of: relationship).map {
          (key: PropertyKey($0.declaring, $0.relationship.name), relationship: $0.relationship)
        }
        if relationship.isToMany {
          guard inverse == nil, let table = layout.table(of: relationship.destinationEntity),
            let column = table.columns[.owner(key)]
          else { continue }
          stores.append(
            LinkStore(
              relationship: key, inverse: nil, twin: nil, holder: .target, table: table.name,
              ownerColumn: column, targetColumn: "Z_PK", entityColumn: nil,
              targetOrder: table.columns[.order(key)], ownerOrder: nil, ownerEntity: entity.name,
              targetEntity: relationship.destinationEntity, isReflexive: false))
          continue
        }
        guard let table = layout.table(of: entity.name), let column = table.columns[.toOne(key)] else {
          continue
        }
        // The to-many end shares the column only if it names this end as its inverse.
        let shared = inverse.flatMap { inverse -> PropertyKey? in
          guard inverse.relationship.isToMany, let back = model.inverse(of: inverse.relationship) else {
            return nil
          }
          return PropertyKey(back.declaring, back.relationship.name) == key ? inverse.key : nil
        }
        let isOneToOne = inverse.map { !$0.relationship.isToMany } ?? false
        stores.append(
          LinkStore(
            relationship: key, inverse: shared, twin: isOneToOne ? inverse?.key : nil, holder: .owner,
            table: table.name, ownerColumn: "Z_PK", targetColumn: column,
            entityColumn: table.columns[.toOneEntity(key)], targetOrder: nil,
            ownerOrder: shared.flatMap { table.columns[.order($0)] }, ownerEntity: entity.name,
            targetEntity: relationship.destinationEntity, isReflexive: false))
      }
    }
    return stores.sorted { $0.relationship < $1.relationship }
  }

  private static func destination(of key: PropertyKey, in model: ManagedObjectModel) -> String {
    relationship(key, in: model)?.destinationEntity ?? key.entity
  }

  static func relationship(_ key: PropertyKey, in model: ManagedObjectModel) -> RelationshipDescription? {
    model.entity(key.entity)?.relationships.first { $0.name == key.name }
  }
}
