import CoreDataModel

/// Why a file is not laid out as a model says. Names are the file's and the model's, never values.
package enum LayoutMismatch: Error, Sendable, Hashable {
  /// `Z_PRIMARYKEY` does not list the model's entities.
  case entityNumbers(missing: [String], unknown: [String])
  case missingTable(String, entity: String)
  /// No column fits, or several do and nothing tells them apart.
  case missingColumns(table: String, columns: [String])
  case missingJoinTable(relationship: PropertyKey)
}
