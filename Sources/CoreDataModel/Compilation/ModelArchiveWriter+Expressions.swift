import PropertyLists

/// Codes of `NSExpressionType`, a public enumeration.
private enum ExpressionType {
  static let constant = PropertyList.integer(0)
  static let evaluatedObject = PropertyList.integer(1)
  static let keyPath = PropertyList.integer(3)
  static let function = PropertyList.integer(4)
  static let keyPathSpecifier = PropertyList.integer(10)
}

extension ModelArchiveWriter {
  // MARK: Limits

  /// Both keys, or none.
  mutating func limitEntries(of attribute: AttributeDescription) -> [PropertyList.Entry] {
    var predicates: [PropertyList] = []
    var warnings: [PropertyList] = []
    for (value, isMinimum) in [(attribute.minimumValue, true), (attribute.maximumValue, false)] {
      guard let number = value.flatMap({ Int64(exactly: $0) }) else { continue }
      let limit = ValidationLimit(isMinimum: isMinimum, of: attribute.type)
      predicates.append(predicate(limit, number))
      warnings.append(archive.number(.integer(limit.warning)))
    }
    guard !predicates.isEmpty else { return [] }
    return [
      .init("NSValidationPredicates", array(predicates)), .init("NSValidationWarnings", array(warnings)),
    ]
  }

  private mutating func predicate(_ limit: ValidationLimit, _ number: Int64) -> PropertyList {
    let constant = archive.object(
      ArchivedClass.constant,
      [
        .init("NSExpressionType", ExpressionType.constant),
        .init("NSConstantValue", archive.number(.integer(number))),
      ])
    let comparison = archive.object(
      ArchivedClass.comparisonOperator,
      [
        .init("NSOperatorType", .integer(limit.operatorType)), .init("NSModifier", .integer(0)),
        .init("NSOptions", .integer(0)), .init("NSVariant", .integer(limit.operatorType)),
      ])
    return archive.object(
      ArchivedClass.comparison,
      [
        .init("NSLeftExpression", limit.isOfLength ? keyPath("length") : evaluatedObject()),
        .init("NSRightExpression", constant), .init("NSPredicateOperator", comparison),
      ])
  }

  // MARK: Derivations

  /// `a.b`, or `a.@count`.
  mutating func derivation(_ text: String) -> PropertyList {
    guard text.hasSuffix(DerivationExpression.countSuffix) else { return keyPath(text) }
    let argument = keyPath(String(text.dropLast(DerivationExpression.countSuffix.count)))
    let utilities = archive.object(
      ArchivedClass.constant,
      [
        .init("NSExpressionType", ExpressionType.constant),
        .init("NSConstantValueClassName", archive.string("_NSPredicateUtilities")),
      ])
    return archive.object(
      ArchivedClass.function,
      [
        .init("NSExpressionType", ExpressionType.function), .init("NSSelectorName", archive.string("count:")),
        .init("NSOperand", utilities), .init("NSArguments", array([argument])),
      ])
  }

  private mutating func keyPath(_ path: String) -> PropertyList {
    let specifier = archive.object(
      ArchivedClass.keyPathSpecifier,
      [
        .init("NSExpressionType", ExpressionType.keyPathSpecifier),
        .init("NSKeyPath", archive.string(path)),
      ])
    let arguments = archive.object(ArchivedClass.mutableArray, [.init("NS.objects", .array([specifier]))])
    return archive.object(
      ArchivedClass.keyPath,
      [
        .init("NSExpressionType", ExpressionType.keyPath),
        .init("NSSelectorName", archive.string(path.contains(".") ? "valueForKeyPath:" : "valueForKey:")),
        .init("NSOperand", evaluatedObject()), .init("NSArguments", arguments),
      ])
  }

  /// One object for the whole archive.
  private mutating func evaluatedObject() -> PropertyList {
    if let selfExpression { return selfExpression }
    let reference = archive.object(
      ArchivedClass.selfExpression, [.init("NSExpressionType", ExpressionType.evaluatedObject)])
    selfExpression = reference
    return reference
  }
}
