import CoreDataModel

/// What there is to say of an attribute, each a few words.
struct AttributeWords {
  private let attribute: AttributeDescription

  init(_ attribute: AttributeDescription) { self.attribute = attribute }

  var words: [String] {
    var words = [attribute.type.modelName, attribute.isOptional ? "optional" : "required"]
    if attribute.isTransient { words.append("transient") }
    if let value = attribute.defaultValue { words.append("default \(value.text(of: attribute.type))") }
    words += limits
    if let pattern = attribute.regularExpression { words.append("pattern \(pattern)") }
    if attribute.allowsExternalBinaryDataStorage { words.append("external storage") }
    if attribute.preservesValueInHistoryOnDeletion { words.append("preserved after deletion") }
    if let name = attribute.valueTransformerName { words.append("value transformer \(name)") }
    if let name = attribute.attributeValueClassName { words.append("value class \(name)") }
    if let expression = attribute.derivationExpression { words.append("derived from \(expression)") }
    if attribute.isIndexed { words.append("indexed") }
    if attribute.isIndexedBySpotlight { words.append("indexed by Spotlight") }
    if attribute.allowsCloudEncryption { words.append("encrypted in CloudKit") }
    if let identifier = attribute.renamingIdentifier { words.append("renaming identifier \(identifier)") }
    if let modifier = attribute.versionHashModifier { words.append("hash modifier \(modifier)") }
    return words + Self.userInfo(attribute.userInfo)
  }

  /// The keys alone.
  static func userInfo(_ info: [String: UserInfoValue]) -> [String] {
    info.keys.sorted().map { "user info \($0)" }
  }

  private var limits: [String] {
    let subject = attribute.type == .string ? "length " : ""
    return [
      attribute.minimumValue.map { "\(subject)at least \(DefaultValue.text($0))" },
      attribute.maximumValue.map { "\(subject)at most \(DefaultValue.text($0))" },
    ].compactMap(\.self)
  }
}
