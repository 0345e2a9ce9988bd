import CoreDataModel

/// The table of a root entity and all its subentities.
package struct EntityTable: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package var name: String
    /// The name before a suffix told it from another of the same name in this table.
    package var baseName: String
    package var declaredType: String
    package var role: ColumnRole
  }

  package var name: String
  package var rootEntity: String
  package var columns: [Column]

  package func column(_ role: ColumnRole) -> Column? {
    columns.first { $0.role == role }
  }
}
