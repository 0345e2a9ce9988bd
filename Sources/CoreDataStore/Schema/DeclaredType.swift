import CoreDataModel

/// The types Core Data declares its columns with (format page 2.3).
package enum DeclaredType {
  package static func of(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float: "FLOAT"
    case .date: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .string, .uri: "VARCHAR"
    case .uuid, .binary, .transformable, .undefined, .objectID, .composite: "BLOB"
    }
  }
}
