/// Reads `attribute` elements, those inside `composite` elements too.
struct AttributeReader {
  private(set) var warnings: [ModelWarning] = []
  private var composites: [String: ModelElement] = [:]

  init(composites: [ModelElement]) throws(ModelError) {
    for composite in composites {
      guard self.composites.updateValue(composite, forKey: try composite.required("name")) == nil else {
        throw composite.invalid("a composite of the same name stands before")
      }
    }
  }

  mutating func attribute(_ element: ModelElement) throws(ModelError) -> AttributeDescription {
    try attribute(element, inside: [])
  }

  private mutating func attribute(
    _ plain: ModelElement, inside enclosing: [String]
  ) throws(ModelError) -> AttributeDescription {
    var element = plain
    let name = try element.required("name")
    // A leaf is spoken of under the name of the attribute it belongs to.
    element.property = element.property ?? name
    let isTransient = try element.flag("transient")
    var attribute = AttributeDescription(name: name, type: try type(element, isTransient: isTransient))
    attribute.isTransient = isTransient
    attribute.isOptional = try element.flag("optional")
    attribute.isIndexed = try element.flag("indexed")
    attribute.allowsExternalBinaryDataStorage = try element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = try element.flag("preserveAfterDeletion")
    attribute.valueTransformerName = element.text("valueTransformerName")
    attribute.attributeValueClassName = element.text("customClassName")
    attribute.regularExpression = element.text("regularExpressionString")
    attribute.renamingIdentifier = element.renamingIdentifier
    attribute.versionHashModifier = element.text("versionHashModifier")
    attribute.isIndexedBySpotlight = try element.flag("spotlightIndexingEnabled")
    attribute.allowsCloudEncryption = try element.flag("allowsCloudEncryption")
    attribute.userInfo = element.userInfo
    attribute.otherSettings = element.otherSettings(beyond: .attribute)
    if let limits = limits(attribute.type) {
      attribute.minimumValue = try element.number(limits.minimum)
      attribute.maximumValue = try element.number(limits.maximum)
    }
    attribute.derivationExpression = try derivationExpression(element)
    if attribute.type == .composite {
      attribute.compositeElements = try compositeElements(element, inside: enclosing)
    }
    let reading = try DefaultValueReader.defaultValue(element, type: attribute.type)
    attribute.defaultValue = reading.value
    if reading.isIgnored {
      attribute.otherSettings.append("defaultValueString")
      warnings.append(
        .defaultIgnored(
          entity: element.entity ?? "", property: element.property ?? name, line: element.line))
    }
    return attribute
  }

  /// Xcode leaves the type out, or undefined, for transient attributes only; nothing could be stored.
  private func type(_ element: ModelElement, isTransient: Bool) throws(ModelError) -> AttributeType {
    let name = element.text("attributeType") ?? "Undefined"
    guard let type = AttributeType(modelName: name) else {
      throw element.invalid("the attributeType is unknown")
    }
    guard type != .undefined || isTransient else {
      throw element.invalid("an attribute without a type must be transient")
    }
    return type
  }

  /// Where the type's limits stand; other types have none, whatever an earlier type left behind.
  private func limits(_ type: AttributeType) -> (minimum: String, maximum: String)? {
    switch type {
    case .date: ("minDateTimeInterval", "maxDateTimeInterval")
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string:
      ("minValueString", "maxValueString")
    case .undefined, .boolean, .binary, .uuid, .uri, .transformable, .objectID, .composite: nil
    }
  }

  private func derivationExpression(_ element: ModelElement) throws(ModelError) -> String? {
    let expression = element.text("derivationExpression")
    if try element.flag("derived"), expression == nil {
      throw element.invalid("a derived attribute has no derivationExpression")
    }
    return expression
  }

  private mutating func compositeElements(
    _ element: ModelElement, inside enclosing: [String]
  ) throws(ModelError) -> [AttributeDescription] {
    let name = try element.required("composite")
    guard let composite = composites[name] else {
      throw element.invalid("the model has no composite of that name")
    }
    guard !enclosing.contains(name) else { throw element.invalid("a composite contains itself") }
    var leaves: [AttributeDescription] = []
    for var leaf in composite.children("attribute") {
      leaf.entity = element.entity
      leaf.property = element.property
      leaves.append(try attribute(leaf, inside: enclosing + [name]))
    }
    return leaves
  }
}
