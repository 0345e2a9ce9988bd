/// An attribute as its model describes it. A derived attribute has a `derivationExpression`,
/// a composite one has `compositeElements`.
package struct AttributeDescription: Sendable, Hashable {
  package var name: String
  package var type: AttributeType
  package var isOptional = false
  package var isTransient = false
  package var defaultValue: DefaultValue?
  /// Smallest value; for a String the smallest length in UTF-16 units, for a Date seconds since 2001.
  package var minimumValue: Double?
  package var maximumValue: Double?
  package var regularExpression: String?
  package var allowsExternalBinaryDataStorage = false
  package var preservesValueInHistoryOnDeletion = false
  package var valueTransformerName: String?
  /// The class of the values, where it is not the one that every attribute of the type has.
  package var attributeValueClassName: String?
  package var derivationExpression: String?
  /// Leaves in declaration order; each becomes a column of its own.
  package var compositeElements: [AttributeDescription] = []
  /// `elementID`: the name this attribute is known by across versions, when it is not its own name.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  /// The old `indexed` flag.
  package var isIndexed = false
  package var isIndexedBySpotlight = false
  package var allowsCloudEncryption = false
  package var userInfo: [String: UserInfoValue] = [:]
  /// What the model's file says of the attribute and no other field holds, by the names that the file has for it.
  package var otherSettings: [String] = []

  package init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }

  /// What matches this attribute to one of another version.
  package var identifier: String { renamingIdentifier ?? name }

  package var isDerived: Bool { derivationExpression != nil }

  /// Whether Core Data changes the stored value by itself.
  package var isKeptByTriggers: Bool { (isDerived || triggerPredicate != nil) && !isTransient }
}
