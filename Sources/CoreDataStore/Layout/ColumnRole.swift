import CoreDataModel

/// What a column of an entity table holds.
package enum ColumnRole: Sendable, Hashable {
  /// `Z_PK`
  case primaryKey
  /// `Z_ENT`: the number of the row's own entity.
  case entityNumber
  /// `Z_OPT`: Core Data's counter for optimistic locking.
  case optimisticLock
  /// An attribute, or a leaf of a composite one.
  case attribute(PropertyKey)
  /// Key of the object a to-one leads to.
  case toOne(PropertyKey)
  /// `Z<n>_<NAME>`: entity number of the object a to-one leads to, where the destination has subentities.
  case toOneEntity(PropertyKey)
  /// `Z<n><NAME>`: key of the one owner of a to-many without inverse.
  case owner(PropertyKey)
  /// `Z_FOK_…`: place in the ordered to-many named here, which leads to the rows of this table.
  case order(PropertyKey)

  /// The entity whose rows (and those of its subentities) may hold something here; nil for the columns of every row.
  package func declaringEntity(in model: ManagedObjectModel) -> String? {
    switch self {
    case .primaryKey, .entityNumber, .optimisticLock: nil
    case .attribute(let key), .toOne(let key), .toOneEntity(let key): key.entity
    case .owner(let key): model.relationship(key)?.destinationEntity
    case .order(let key):
      model.relationship(key).flatMap { relationship in
        model.inverse(of: relationship)?.declaring ?? relationship.destinationEntity
      }
    }
  }
}
