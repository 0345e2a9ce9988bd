import CoreDataModel

/// A change of type whose meaning is clear: what a value becomes follows from the value alone. Whether it loses
/// anything is asked of the rows.
package struct ValueConversion: Sendable, Hashable {
  package let from: AttributeType
  package let to: AttributeType

  /// Nil where it is not clear what a value would become, or where nothing has to be done to it.
  package init?(from: AttributeType, to: AttributeType) {
    guard from != to, Self.targets(of: from).contains(to) else { return nil }
    self.from = from
    self.to = to
  }

  private static func targets(of type: AttributeType) -> [AttributeType] {
    switch type {
    case .integer16, .integer32, .integer64:
      [.integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .string]
    case .boolean: [.integer16, .integer32, .integer64]
    case .double: [.integer16, .integer32, .integer64, .float, .decimal, .date]
    case .float: [.integer16, .integer32, .integer64, .double, .decimal]
    case .decimal: [.integer16, .integer32, .integer64, .double, .float]
    case .date: [.double]
    case .string: [.integer16, .integer32, .integer64, .double, .float, .uri, .uuid]
    case .uri, .uuid: [.string]
    case .undefined, .binary, .transformable, .objectID, .composite: []
    }
  }
}
