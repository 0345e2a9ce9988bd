extension ModelElement {
  /// What an element of a kind may say, as far as it is read, or known to leave no trace in a compiled model.
  struct Known {
    let attributes: Set<String>
    let children: Set<String>

    static let model = Known(
      attributes: [
        "documentVersion", "iOSVersion", "lastSavedToolsVersion", "macOSVersion", "minimumToolsVersion",
        "name",
        "sourceLanguage", "systemVersion", "type", "usedWithSwiftData", "userDefinedModelVersionIdentifier",
      ], children: ["composite", "configuration", "elements", "entity"])
    static let entity = Known(
      attributes: [
        "codeGenerationType", "elementID", "isAbstract", "name", "parentEntity", "representedClassName",
        "syncable", "versionHashModifier",
      ],
      children: [
        "attribute", "compoundIndexes", "fetchIndex", "fetchedProperty", "relationship",
        "uniquenessConstraints", "userInfo",
      ])
    static let attribute = Known(
      attributes: [
        "allowsCloudEncryption", "allowsExternalBinaryDataStorage", "attributeType", "composite",
        "customClassName", "defaultDateTimeInterval", "defaultValueString", "derivationExpression", "derived",
        "elementID", "indexed", "maxDateTimeInterval", "maxValueString", "minDateTimeInterval",
        "minValueString", "name", "optional", "preserveAfterDeletion", "regularExpressionString",
        "spotlightIndexingEnabled", "syncable", "transient", "usesScalarValueType", "valueTransformerName",
        "versionHashModifier",
      ], children: ["userInfo"])
    static let relationship = Known(
      attributes: [
        "deletionRule", "destinationEntity", "elementID", "indexed", "inverseEntity", "inverseName",
        "maxCount", "minCount", "name", "optional", "ordered", "syncable", "toMany", "transient",
        "versionHashModifier",
      ], children: ["userInfo"])
  }

  /// Names of what the element says beyond that; sorted.
  func otherSettings(beyond known: Known) -> [String] {
    // An attribute without a value says nothing.
    let attributes = element.attributes.filter { !known.attributes.contains($0.name) && !$0.value.isEmpty }
    let children = element.children.filter { !known.children.contains($0.name) }
    return Set(attributes.map(\.name) + children.map(\.name)).sorted()
  }

  /// Key to value. Of a key that stands twice the last value counts; an entry without a key says nothing.
  var userInfo: [String: UserInfoValue] {
    var info: [String: UserInfoValue] = [:]
    for entry in children("userInfo").flatMap({ $0.children("entry") }) {
      guard let key = entry.text("key") else { continue }
      info[key] = .text(entry.element.attribute("value") ?? "")
    }
    return info
  }
}
