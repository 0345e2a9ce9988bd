/// Finds what in an attribute no real archive was found to compare with.
struct UnprovenAttributes {
  /// Largest whole number that every one below it is exact in.
  private static let exactLimit = 9_007_199_254_740_992.0

  /// Whether the model comes from an archive; then its parts are proven by those in archives, else by pairs of XML and
  /// archive.
  let isCompiled: Bool

  func reasons(_ attribute: AttributeDescription) -> [String] {
    var reasons = UnprovenConstruct.reasons(
      settings: attribute.otherSettings, userInfo: attribute.userInfo)
    if attribute.type == .objectID { reasons.append("the type Object ID") }
    if attribute.allowsExternalBinaryDataStorage, attribute.preservesValueInHistoryOnDeletion {
      reasons.append("external storage and preservation after deletion at once")
    }
    if let name = attribute.attributeValueClassName {
      if attribute.type != .transformable {
        reasons.append("a class of its own for its values, though it is no Transformable")
      } else if !isCompiled, name.contains(".") {
        reasons.append("a class in a module for its values")
      }
    }
    if let reason = reason(forDefaultOf: attribute) { reasons.append(reason) }
    if attribute.regularExpression != nil { reasons.append("a pattern") }
    if let reason = reason(forLimitsOf: attribute) { reasons.append(reason) }
    if let expression = attribute.derivationExpression {
      if !isCompiled {
        reasons.append("a derivation, in a model that is not compiled")
      } else if !DerivationExpression(expression).isVerified {
        reasons.append("a derivation other than a key path or a count")
      }
    }
    if attribute.type == .composite, !isCompiled {
      reasons.append("elements of a composite, in a model that is not compiled")
    }
    for element in attribute.compositeElements {
      if element.type == .composite { reasons.append("a composite inside a composite") }
      reasons += self.reasons(element).map { "\($0), in its element \(element.name)" }
    }
    return reasons
  }

  private func reason(forDefaultOf attribute: AttributeDescription) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    if attribute.isDerived { return "a default, though it is derived" }
    switch (attribute.type, value) {
    case (.decimal, .decimal("0.0")): return nil
    case (.decimal, _): return "a Decimal default other than 0.0"
    case (.uri, _): return "a URI default"
    case (.uuid, .blob(let bytes)) where isCompiled && bytes.count == 16: return nil
    case (.uuid, _): return "a UUID default"
    case (.string, .text), (.date, .real), (.double, .real), (.float, .real), (.boolean, .integer),
      (.integer16, .integer), (.integer32, .integer), (.integer64, .integer):
      return nil
    default: return "a default of another type"
    }
  }

  private func reason(forLimitsOf attribute: AttributeDescription) -> String? {
    let limits = [attribute.minimumValue, attribute.maximumValue].compactMap(\.self)
    guard let limit = limits.first else { return nil }
    let whole: [AttributeType] = [.integer16, .integer32, .integer64, .string]
    if !isCompiled { return "a least or greatest value, in a model that is not compiled" }
    if limits.count > 1 { return "a least and a greatest value at once" }
    let isExact = limit.magnitude <= Self.exactLimit && Int64(exactly: limit) != nil
    return whole.contains(attribute.type) && isExact ? nil : "a limit that is no whole number"
  }
}
