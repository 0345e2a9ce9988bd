/// How values of a type lie in a column: its declared type and its group (format page 2.2 and 2.3). Types of one form
/// can follow each other without a change of the file.
enum StorageForm: Hashable {
  case integer
  case floating
  case timestamp
  case decimal
  case text
  case uri
  case uuid
  case transformable
  case binary
  /// A column for each element.
  case elements
  /// None that is known.
  case none(AttributeType)

  init(_ type: AttributeType) {
    self =
      switch type {
      case .integer16, .integer32, .integer64, .boolean: .integer
      case .double, .float: .floating
      case .date: .timestamp
      case .decimal: .decimal
      case .string: .text
      case .uri: .uri
      case .uuid: .uuid
      case .transformable: .transformable
      case .binary: .binary
      case .composite: .elements
      case .undefined, .objectID: .none(type)
      }
  }
}
