import CoreDataModel

/// The groups in which Core Data lays out the columns of a table, in order (format page 2.2).
enum ColumnGroup: Int, CaseIterable {
  case integer
  case order
  case floating
  case decimal
  case string
  case uri
  case uuid
  case transformable
  case binary

  /// Nil for a type that has no column of its own.
  static func of(_ type: AttributeType) -> ColumnGroup? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .double, .float, .date: .floating
    case .decimal: .decimal
    case .string: .string
    case .uri: .uri
    case .uuid: .uuid
    case .transformable: .transformable
    case .binary: .binary
    case .undefined, .objectID, .composite: nil
    }
  }
}
