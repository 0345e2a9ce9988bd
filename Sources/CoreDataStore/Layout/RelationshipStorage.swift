import CoreDataModel

/// Where the links of a relationship are kept.
package enum RelationshipStorage: Sendable, Hashable {
  /// A column of the declaring entity's own table.
  case foreignKey(table: String, column: String, entityColumn: String?)
  /// A column of the destination's table: the to-one that is this to-many's inverse.
  case inverseForeignKey(table: String, column: String, orderColumn: String?)
  /// A column of the destination's table that belongs to this to-many alone: it has no inverse.
  case ownerColumn(table: String, column: String, orderColumn: String?)
  case join(JoinTable)
}
