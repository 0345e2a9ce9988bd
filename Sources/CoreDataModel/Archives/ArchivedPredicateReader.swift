import PropertyLists

/// Reads archived predicates and expressions, as far as a model uses them: an attribute's limits, and derivations.
struct ArchivedPredicateReader {
  struct Rules {
    var minimum: Double?
    var maximum: Double?
    var pattern: String?
  }

  /// Codes of `NSPredicateOperatorType`, a public enumeration.
  private static let lessOrEqual: Int64 = 1
  private static let greaterOrEqual: Int64 = 3
  private static let matches: Int64 = 6
  private static let maximumDepth = 32

  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  /// The limits that an attribute's validation predicates state. Other predicates, which only code can set, are not
  /// rules that a store could be held to.
  func rules(_ reference: PropertyList?) throws(ModelError) -> Rules {
    var rules = Rules()
    for member in try archive.members(reference) {
      guard let predicate = try archive.object(member),
        let kind = try archive.object(predicate["NSPredicateOperator"]),
        let right = try archive.object(predicate["NSRightExpression"])
      else { continue }
      let type = try archive.integer(kind, "NSOperatorType")
      let constant = try archive.object(right["NSConstantValue"])
      switch type {
      case Self.greaterOrEqual: rules.minimum = number(constant)
      case Self.lessOrEqual: rules.maximum = number(constant)
      case Self.matches: rules.pattern = try archive.string(right["NSConstantValue"])
      default: break
      }
    }
    return rules
  }

  private func number(_ constant: PropertyList?) -> Double? {
    switch constant {
    case .integer(let value)?: return Double(value)
    case .real(let value)?: return value
    case .boolean(let value)?: return value ? 1 : 0
    case let object?:
      return object["NS.time"].flatMap { number($0) } ?? ArchivedDecimal(object).flatMap { Double($0.text) }
    case nil: return nil
    }
  }

  /// A derivation as a model's XML writes it: `a.b`, `items.@count`, else as `NSExpression` prints it.
  func derivation(_ reference: PropertyList?) throws(ModelError) -> String? {
    guard reference?.uid != 0, let expression = try archive.object(reference) else { return nil }
    guard let text = try self.text(expression, depth: 0) else {
      throw archive.failure("a derivation is of a form that is not known")
    }
    return text
  }

  private func text(_ expression: PropertyList, depth: Int) throws(ModelError) -> String? {
    guard depth < Self.maximumDepth else { throw archive.failure("an expression is nested too deeply") }
    var arguments: [String] = []
    for member in try archive.members(expression["NSArguments"]) {
      guard let argument = try archive.object(member), let text = try self.text(argument, depth: depth + 1)
      else {
        return nil
      }
      arguments.append(text)
    }
    switch archive.className(of: expression) {
    case "NSKeyPathSpecifierExpression": return try archive.string(expression["NSKeyPath"])
    case "NSSelfExpression": return "SELF"
    case "NSKeyPathExpression":
      guard let path = arguments.first, arguments.count == 1,
        let operand = try archive.object(expression["NSOperand"]),
        let owner = try text(operand, depth: depth + 1)
      else { return nil }
      return owner == "SELF" ? path : "\(owner).\(path)"
    case "NSFunctionExpression":
      guard let selector = try archive.string(expression["NSSelectorName"]) else { return nil }
      if selector == "count:", arguments.count == 1 { return arguments[0] + ".@count" }
      return "\(selector)(\(arguments.joined(separator: ", ")))"
    default: return nil
    }
  }
}
