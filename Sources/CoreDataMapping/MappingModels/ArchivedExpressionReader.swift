import PropertyLists

/// Reads an `NSExpression` out of an unfolded keyed archive.
enum ArchivedExpressionReader {
  private static let predicateUtilities = "_NSPredicateUtilities"
  private static let castSelector = "castObject:toType:"

  /// Nil for the archive's nil. What is of no known form is `other`, never an error: it is one property's matter.
  static func expression(_ value: ValueTree?) -> ArchivedExpression? {
    guard let value, value != .null else { return nil }
    guard case .object(let name, _) = value else { return .other("no expression") }
    switch name {
    case "NSVariableExpression":
      if let variable = value["NSVariable"]?.text { return .variable(variable) }
    case "NSKeyPathExpression":
      if let operand = expression(value["NSOperand"]), let arguments = value["NSArguments"]?.members,
        arguments.count == 1, let path = arguments[0]["NSKeyPath"]?.text
      {
        return .keyPath(of: operand, path)
      }
    case "NSConstantValueExpression":
      if let name = value["NSConstantValueClassName"]?.text { return .classNamed(name) }
      return .constant(constant(value["NSConstantValue"]))
    case "NSFunctionExpression": return function(value) ?? .other(name)
    default: break
    }
    return .other(name)
  }

  private static func function(_ value: ValueTree) -> ArchivedExpression? {
    guard let target = expression(value["NSOperand"]), let selector = value["NSSelectorName"]?.text,
      let members = value["NSArguments"]?.members
    else { return nil }
    let arguments = members.map { expression($0) ?? .constant(.null) }
    // `CAST("Name", "Class")`, as the editor writes the class whose method is called.
    if selector == castSelector, target == .classNamed(predicateUtilities), arguments.count == 2,
      case .constant(.text(let name)) = arguments[0], arguments[1] == .constant(.text("Class"))
    {
      return .classNamed(name)
    }
    return .function(target: target, selector: selector, arguments: arguments)
  }

  private static func constant(_ value: ValueTree?) -> ArchivedExpression.Constant {
    switch value {
    case nil, .null?: .null
    case .boolean(let flag)?: .boolean(flag)
    case .integer(let number)?: .integer(number)
    case .real(let number)?: .real(number)
    case .string(let text)?: .text(text)
    case .date(let seconds)?: .date(seconds)
    case .data(let bytes)?: .data(bytes)
    case .object(let name, _)?: .other(name)
    default: .other("a value")
    }
  }
}

extension ValueTree {
  /// What an object encoded under this key.
  subscript(key: String) -> ValueTree? {
    guard case .object(_, let fields) = self else { return nil }
    return fields.first { $0.key == .string(key) }?.value
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var members: [ValueTree]? {
    if case .array(let members) = self { members } else { nil }
  }

  var bytes: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }

  /// Keys of a dictionary that are texts.
  var keys: [String] {
    guard case .dictionary(let entries) = self else { return [] }
    return entries.compactMap(\.key.text)
  }
}
