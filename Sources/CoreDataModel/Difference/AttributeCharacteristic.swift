/// What two versions of one attribute can differ in, its name and the elements of a composite apart.
package enum AttributeCharacteristic: String, Sendable, Hashable, CaseIterable {
  case type
  case optional
  case transient
  case defaultValue = "default"
  case minimum
  case maximum
  case pattern
  case externalStorage = "external storage"
  case preservation = "preserved after deletion"
  case transformer = "value transformer"
  case valueClass = "value class"
  case derivation
  case indexed
  case renamingIdentifier = "renaming identifier"
  case hashModifier = "hash modifier"

  /// For people and for comparison; nil where there is nothing.
  package func text(of attribute: AttributeDescription) -> String? {
    switch self {
    case .type: attribute.type.modelName
    case .optional: yesOrNo(attribute.isOptional)
    case .transient: yesOrNo(attribute.isTransient)
    case .defaultValue: attribute.defaultValue?.text(of: attribute.type)
    case .minimum: attribute.minimumValue.map(DefaultValue.text)
    case .maximum: attribute.maximumValue.map(DefaultValue.text)
    case .pattern: attribute.regularExpression
    case .externalStorage: yesOrNo(attribute.allowsExternalBinaryDataStorage)
    case .preservation: yesOrNo(attribute.preservesValueInHistoryOnDeletion)
    case .transformer: attribute.valueTransformerName
    case .valueClass: attribute.attributeValueClassName
    case .derivation: attribute.derivationExpression
    case .indexed: yesOrNo(attribute.isIndexed)
    case .renamingIdentifier: attribute.renamingIdentifier
    case .hashModifier: attribute.versionHashModifier
    }
  }

  /// Makes one attribute like another in this alone.
  func copy(from new: AttributeDescription, to attribute: inout AttributeDescription) {
    switch self {
    case .type: attribute.type = new.type
    case .optional: attribute.isOptional = new.isOptional
    case .transient: attribute.isTransient = new.isTransient
    case .defaultValue: attribute.defaultValue = new.defaultValue
    case .minimum: attribute.minimumValue = new.minimumValue
    case .maximum: attribute.maximumValue = new.maximumValue
    case .pattern: attribute.regularExpression = new.regularExpression
    case .externalStorage: attribute.allowsExternalBinaryDataStorage = new.allowsExternalBinaryDataStorage
    case .preservation:
      attribute.preservesValueInHistoryOnDeletion = new.preservesValueInHistoryOnDeletion
    case .transformer: attribute.valueTransformerName = new.valueTransformerName
    case .valueClass: attribute.attributeValueClassName = new.attributeValueClassName
    case .derivation: attribute.derivationExpression = new.derivationExpression
    case .indexed: attribute.isIndexed = new.isIndexed
    case .renamingIdentifier: attribute.renamingIdentifier = new.renamingIdentifier
    case .hashModifier: attribute.versionHashModifier = new.versionHashModifier
    }
  }

  /// Whether tables, columns, indexes or the form of the values differ (format page 2 and 4).
  func changesStorage(from old: AttributeDescription, to new: AttributeDescription) -> Bool {
    guard !(old.isTransient && new.isTransient) else { return false }
    return switch self {
    case .type: StorageForm(old.type) != StorageForm(new.type)
    case .transient, .externalStorage, .transformer, .derivation, .indexed: true
    case .optional, .defaultValue, .minimum, .maximum, .pattern, .preservation, .valueClass,
      .renamingIdentifier, .hashModifier:
      false
    }
  }

  /// What keeps Core Data from inferring the change; nil where nothing does.
  func obstacle(from old: AttributeDescription, to new: AttributeDescription) -> String? {
    guard !new.isTransient else { return nil }
    return switch self {
    case .type where !old.isTransient && !old.type.isCarriedOver(to: new.type):
      "values of this type are not converted"
    case .optional where !old.isTransient && new.needsValue: "it becomes required and has no default"
    case .transient where new.needsValue: "it is required and has no default"
    default: nil
    }
  }
}

extension AttributeDescription {
  /// Required, and nothing takes the place of a missing value.
  var needsValue: Bool {
    guard !isOptional else { return false }
    return type == .composite
      ? compositeElements.contains { $0.needsValue } : defaultValue == nil && !isDerived
  }
}

/// `YES` or `NO`, as models write it.
func yesOrNo(_ flag: Bool) -> String { flag ? "YES" : "NO" }
