import PropertyLists

/// Reads an archived attribute, derived and composite ones too.
struct ArchivedAttributeReader {
  struct Reading {
    var attribute: AttributeDescription
    var warnings: [ModelWarning]
  }

  /// Composites inside composites.
  private static let maximumDepth = 16
  /// Bits of `NSFlagsKey`.
  static let externalStorage: Int64 = 4
  static let preservation: Int64 = 16

  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  func attribute(_ object: PropertyList, name: String, of entity: String) throws(ModelError) -> Reading {
    try attribute(object, name: name, of: entity, depth: 0)
  }

  private func attribute(
    _ object: PropertyList, name: String, of entity: String, depth: Int
  ) throws(ModelError) -> Reading {
    guard depth < Self.maximumDepth else { throw archive.failure("\(entity).\(name) is nested too deeply") }
    guard let code = try archive.integer(object, "NSAttributeType").flatMap({ UInt32(exactly: $0) }),
      let type = AttributeType(rawValue: code)
    else { throw archive.failure("\(entity).\(name) is of a type that is not known") }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = archive.flag(object, "NSIsOptional")
    attribute.isTransient = archive.flag(object, "NSIsTransient")
    attribute.isIndexed = archive.flag(object, "NSIsIndexed")
    guard type != .undefined || attribute.isTransient else {
      throw archive.failure("\(entity).\(name) is stored and has no type")
    }
    let flags = try archive.integer(object, "NSFlagsKey") ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & Self.externalStorage != 0
    attribute.preservesValueInHistoryOnDeletion = flags & Self.preservation != 0
    attribute.valueTransformerName = try archive.string(object["NSValueTransformerName"])
    let className = try archive.string(object["NSAttributeValueClassName"])
    attribute.attributeValueClassName = className == type.valueClassName ? nil : className
    attribute.isIndexedBySpotlight = archive.flag(object, "NSIndexedBySpotlight")
    attribute.allowsCloudEncryption = archive.flag(object, "NSAllowsCloudEncryption")
    let identifier = try archive.string(object["NSRenamingIdentifier"])
    attribute.renamingIdentifier = identifier == name ? nil : identifier
    attribute.versionHashModifier = try archive.string(object["NSVersionHashModifier"])
    let predicates = ArchivedPredicateReader(archive)
    attribute.derivationExpression = try predicates.derivation(object["NSDerivationExpression"])
    // A derived attribute is read-only by its kind.
    let known = ArchivedSettings.attribute.union(attribute.isDerived ? ["NSIsReadOnly"] : [])
    try ArchivedSettings(archive).read(
      object, beyond: known, userInfo: &attribute.userInfo, others: &attribute.otherSettings)
    let rules = try predicates.rules(
      object["NSValidationPredicates"], warnings: object["NSValidationWarnings"], of: type)
    if !rules.arePlain { attribute.otherSettings.append("NSValidationPredicates") }
    attribute.minimumValue = rules.minimum
    attribute.maximumValue = rules.maximum
    attribute.regularExpression = rules.pattern

    var warnings: [ModelWarning] = []
    if let object = try archive.object(object["NSDefaultValue"]) {
      attribute.defaultValue = type == .composite ? nil : try defaultValue(object, type: type)
      if attribute.defaultValue == nil { attribute.otherSettings.append("NSDefaultValue") }
      if attribute.defaultValue == nil, type != .composite {
        warnings.append(.defaultIgnored(entity: entity, property: name, line: 0))
      }
    }
    for element in try archive.members(object["NSCompositeElements"]) {
      guard let leaf = try archive.object(element), let leafName = try archive.string(leaf["NSPropertyName"])
      else {
        throw archive.failure("\(entity).\(name) has an element without a name")
      }
      let reading = try self.attribute(leaf, name: leafName, of: entity, depth: depth + 1)
      attribute.compositeElements.append(reading.attribute)
      warnings += reading.warnings
    }
    return Reading(attribute: attribute, warnings: warnings)
  }

  /// - Returns: nil for a default that no store of ours would hold: of a type that has none, or of an app's own class.
  private func defaultValue(_ object: PropertyList, type: AttributeType) throws(ModelError) -> DefaultValue? {
    switch (type, object) {
    case (.integer16, .integer(let value)), (.integer32, .integer(let value)),
      (.integer64, .integer(let value)):
      return .integer(value)
    case (.integer16, .boolean(let value)), (.integer32, .boolean(let value)),
      (.integer64, .boolean(let value)),
      (.boolean, .boolean(let value)):
      return .integer(value ? 1 : 0)
    case (.integer16, .real(let value)), (.integer32, .real(let value)), (.integer64, .real(let value)):
      return Int64(exactly: value).map { .integer($0) }
    case (.boolean, .integer(let value)): return .integer(value == 0 ? 0 : 1)
    case (.double, .real(let value)), (.float, .real(let value)): return .real(value)
    case (.double, .integer(let value)), (.float, .integer(let value)): return .real(Double(value))
    case (.decimal, .integer(let value)): return .decimal(String(value))
    case (.decimal, .real(let value)): return .decimal(value.description)
    case (.decimal, _): return ArchivedDecimal(object).map { .decimal($0.text) }
    case (.date, _):
      if case .real(let seconds)? = object["NS.time"] { return .real(seconds) }
      if case .integer(let seconds)? = object["NS.time"] { return .real(Double(seconds)) }
      return nil
    case (.uuid, _):
      let bytes = try archive.object(object["NS.uuidbytes"])?.data
      return bytes.flatMap { $0.count == 16 ? .blob($0) : nil }
    case (.uri, _):
      // Without a base the relative part is the whole.
      guard try archive.object(object["NS.base"]) == nil else { return nil }
      return try archive.string(object["NS.relative"]).map { .text($0) }
    case (.string, .string(let text)): return .text(text)
    case (.string, _): return try archive.object(object["NS.string"])?.string.map { .text($0) }
    default: return nil
    }
  }
}
