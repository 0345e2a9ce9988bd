import CoreDataModel
import SQLite

/// One view that expressions read: the rows of an entity, or the links of a to-many relationship.
package struct SourceView: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package let name: String
    /// What it holds; nil for what is no property.
    package let property: PropertyKey?
    /// Over the tables of the store.
    let expression: String
  }

  package let name: String
  package let columns: [Column]
  /// The relationship whose links these are; nil for an entity's rows.
  package let relationship: PropertyKey?
  /// From where, and which rows.
  let source: String

  /// Over the store.
  var createStatement: String {
    create("SELECT \(columns.map(\.expression).joined(separator: ", ")) FROM \(source)")
  }

  /// Of the same columns and without rows: enough to compile an expression.
  var outlineStatement: String {
    create("SELECT \(columns.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0")
  }

  package var quotedName: String { Identifier.quoted(name) }

  private func create(_ body: String) -> String {
    let names = columns.map { Identifier.quoted($0.name) }.joined(separator: ", ")
    return "CREATE TEMP VIEW \(quotedName) (\(names)) AS \(body)"
  }
}
