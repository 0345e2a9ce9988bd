extension AttributeType {
  /// From the `attributeType` of a model's XML (section 5.3 of the format's page).
  init?(modelName: String) {
    switch modelName {
    case "Undefined": self = .undefined
    case "Integer 16": self = .integer16
    case "Integer 32": self = .integer32
    case "Integer 64": self = .integer64
    case "Decimal": self = .decimal
    case "Double": self = .double
    case "Float": self = .float
    case "String": self = .string
    case "Boolean": self = .boolean
    case "Date": self = .date
    case "Binary": self = .binary
    case "UUID": self = .uuid
    case "URI": self = .uri
    case "Transformable": self = .transformable
    case "Object ID", "ObjectID": self = .objectID
    case "Composite": self = .composite
    default: return nil
    }
  }

  /// As a model's XML writes it.
  package var modelName: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "Object ID"
    case .composite: "Composite"
    }
  }
}
