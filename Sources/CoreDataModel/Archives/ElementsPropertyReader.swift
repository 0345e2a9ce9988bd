import PropertyLists

/// Reads the attributes and relationships of an old binary model.
struct ElementsPropertyReader {
  struct Reading {
    var attribute: AttributeDescription
    var warnings: [ModelWarning] = []
  }

  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  func attribute(_ object: PropertyList, name: String, of entity: String) throws(ModelError) -> Reading {
    let settings = try ElementsSettings(of: object, named: "\(entity).\(name)", in: archive)
    let typeKey = "XD_PAttK_attributeType"
    let code = try settings.required(typeKey, try settings.integer(typeKey))
    guard let type = UInt32(exactly: code).flatMap({ AttributeType(rawValue: $0) }) else {
      throw settings.failure("is of a type that is not known")
    }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = try isOptional(settings)
    attribute.isTransient = try isTransient(settings)
    attribute.isIndexed = try settings.flag("XD_PPSK_isIndexed") ?? false
    guard type != .undefined || attribute.isTransient else {
      throw settings.failure("is stored and has no type")
    }
    // The parts of a composite and the expression of a derived attribute came with later forms of model.
    guard type != .composite else {
      throw settings.failure("is a composite, which this form of model has not")
    }
    attribute.allowsExternalBinaryDataStorage =
      try settings.flag("XD_PAttK_allowsExternalBinaryDataStorage") ?? false
    attribute.valueTransformerName = try settings.text("XD_PAttK_valueTransformerName")
    attribute.regularExpression = try settings.text("XD_PAttK_regularExpressionString")
    attribute.renamingIdentifier = try settings.text("XD_PPSK_elementID")
    attribute.versionHashModifier = try settings.text("XD_PPSK_versionHashModifier")
    try setLimits(of: &attribute, from: settings)
    let reading = try defaultValue(settings, type: type)
    attribute.defaultValue = reading.value
    let warnings: [ModelWarning] =
      reading.isIgnored ? [.defaultIgnored(entity: entity, property: name, line: 0)] : []
    return Reading(attribute: attribute, warnings: warnings)
  }

  func relationship(
    _ object: PropertyList, name: String, of entity: String
  ) throws(ModelError) -> RelationshipDescription {
    let settings = try ElementsSettings(of: object, named: "\(entity).\(name)", in: archive)
    guard let destination = try settings.object("XD_PRK_destination"),
      let destinationName = try archive.string(destination["_name"])
    else { throw settings.failure("has no destination") }
    var relationship = RelationshipDescription(name: name, destinationEntity: destinationName)
    if let inverse = try settings.object("XD_PRK_inverseRelationship") {
      guard let inverseName = try archive.string(inverse["_name"]),
        let owner = try archive.object(inverse["_owner"]), let ownerName = try archive.string(owner["_name"])
      else { throw settings.failure("has an inverse without a name") }
      relationship.inverseName = inverseName
      relationship.inverseEntity = ownerName
    }
    relationship.minCount = try settings.count("XD_PRK_minCount")
    relationship.maxCount = try settings.count("XD_PRK_maxCount")
    relationship.isToMany = try settings.flag("XD_PRK_isToMany") ?? false
    // All to-ones seen say 1, all to-manys 0 or nothing.
    guard relationship.isToMany == (relationship.maxCount != 1) else {
      throw settings.failure("says to-one and to-many at once")
    }
    relationship.isOrdered = try settings.flag("XD_PRK_ordered") ?? false
    relationship.isOptional = try isOptional(settings)
    relationship.isTransient = try isTransient(settings)
    relationship.isIndexed = try settings.flag("XD_PPSK_isIndexed") ?? false
    let ruleKey = "XD_PRK_deleteRule"
    let rule = try settings.required(ruleKey, try settings.integer(ruleKey))
    // `NSDeleteRule`, a public enumeration; 1 and 2 are proven by the same models as XML.
    guard let deleteRule = UInt32(exactly: rule).flatMap({ RelationshipDescription.DeleteRule(rawValue: $0) })
    else {
      throw settings.failure("has a delete rule that is not known")
    }
    relationship.deleteRule = deleteRule
    relationship.renamingIdentifier = try settings.text("XD_PPSK_elementID")
    relationship.versionHashModifier = try settings.text("XD_PPSK_versionHashModifier")
    return relationship
  }

  private func isOptional(_ settings: ElementsSettings) throws(ModelError) -> Bool {
    let key = "XD_PPSK_isOptional"
    return try settings.required(key, try settings.flag(key))
  }

  private func isTransient(_ settings: ElementsSettings) throws(ModelError) -> Bool {
    let key = "XD_PPSK_isTransient"
    return try settings.required(key, try settings.flag(key))
  }

  private func setLimits(
    of attribute: inout AttributeDescription, from settings: ElementsSettings
  ) throws(ModelError) {
    let (minimum, maximum) = ("XD_PAttK_minValueString", "XD_PAttK_maxValueString")
    switch attribute.type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string:
      attribute.minimumValue = try settings.number(minimum)
      attribute.maximumValue = try settings.number(maximum)
    case .date:
      guard try settings.text(minimum) == nil, try settings.text(maximum) == nil else {
        throw settings.failure("is a Date with limits, whose form was never seen")
      }
    // As in XML, what an earlier type left behind is none.
    case .undefined, .boolean, .binary, .uuid, .uri, .transformable, .objectID, .composite: break
    }
  }

  private func defaultValue(
    _ settings: ElementsSettings, type: AttributeType
  ) throws(ModelError) -> DefaultValueReader.Reading {
    // As in XML, an empty text is a default for a String alone.
    guard let text = try settings.string("XD_PAttK_defaultValueAsString"), type == .string || !text.isEmpty
    else {
      return DefaultValueReader.Reading(value: nil)
    }
    guard type != .date else { throw settings.failure("is a Date with a default, whose form was never seen") }
    guard let reading = DefaultValueReader.reading(text, type: type) else {
      throw settings.failure("has a default that does not fit its type")
    }
    return reading
  }
}
