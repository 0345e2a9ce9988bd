import PropertyLists

/// Reads archived predicates and expressions, as far as a model uses them: an attribute's limits, and derivations.
struct ArchivedPredicateReader {
  struct Rules {
    var minimum: Double?
    var maximum: Double?
    var pattern: String?
    /// There is nothing but limits in whole numbers, as the model editor makes them.
    var arePlain = true
  }

  /// Codes of `NSPredicateOperatorType`, a public enumeration.
  private static let matches: Int64 = 6
  private static let maximumDepth = 32

  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  /// The limits that an attribute's validation predicates state. Other predicates, which only code can set, are not
  /// rules that a store could be held to.
  func rules(
    _ reference: PropertyList?, warnings: PropertyList?, of attributeType: AttributeType
  ) throws(ModelError) -> Rules {
    var rules = Rules()
    let members = try archive.members(reference)
    var warnings = try archive.members(warnings)
    if warnings.count != members.count { rules.arePlain = false }
    for member in members {
      let warning = warnings.isEmpty ? nil : try archive.object(warnings.removeFirst())
      guard let predicate = try archive.object(member),
        let kind = try archive.object(predicate["NSPredicateOperator"]),
        let right = try archive.object(predicate["NSRightExpression"])
      else {
        rules.arePlain = false
        continue
      }
      let type = try archive.integer(kind, "NSOperatorType")
      let constant = try archive.object(right["NSConstantValue"])
      switch type {
      case ValidationLimit.greaterOrEqual: rules.minimum = number(constant)
      case ValidationLimit.lessOrEqual: rules.maximum = number(constant)
      case Self.matches: rules.pattern = try archive.string(right["NSConstantValue"])
      default: break
      }
      let limit = ValidationLimit(isMinimum: type == ValidationLimit.greaterOrEqual, of: attributeType)
      if try !isPlain(predicate, limit, warning: warning) { rules.arePlain = false }
    }
    return rules
  }

  private func isPlain(
    _ predicate: PropertyList, _ limit: ValidationLimit, warning: PropertyList?
  ) throws(ModelError) -> Bool {
    guard archive.className(of: predicate) == "NSComparisonPredicate",
      let kind = try archive.object(predicate["NSPredicateOperator"]),
      archive.className(of: kind) == "NSComparisonPredicateOperator",
      try archive.integer(kind, "NSOperatorType") == limit.operatorType,
      try archive.integer(kind, "NSVariant") == limit.operatorType,
      try archive.integer(kind, "NSOptions") == 0, try archive.integer(kind, "NSModifier") == 0,
      let right = try archive.object(predicate["NSRightExpression"]),
      archive.className(of: right) == "NSConstantValueExpression",
      try archive.object(right["NSConstantValue"])?.integer != nil, warning?.integer == limit.warning,
      let left = try archive.object(predicate["NSLeftExpression"])
    else { return false }
    return try text(left, depth: 0) == (limit.isOfLength ? "length" : "SELF")
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
