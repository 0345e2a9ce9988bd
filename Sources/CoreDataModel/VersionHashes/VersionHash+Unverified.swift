extension VersionHash {
  /// What in the entity, its ancestors included, the computed hash is not proven for.
  ///
  /// - Parameter isCompiled: Whether the model was read from an archive: composite, derived and URI attributes are
  ///   proven there, and not yet from XML.
  /// - Returns: Nearest ancestor first, in each the entity itself before its properties by name; empty when
  ///   the computed hash can be relied on.
  package static func unverifiedConstructs(
    of entity: String, in model: ManagedObjectModel, isCompiled: Bool = false
  ) -> [UnverifiedConstruct] {
    var constructs: [UnverifiedConstruct] = []
    for ancestor in model.lineage(of: entity) {
      constructs += own(ancestor)
      for attribute in ancestor.attributes.filter({ !$0.isTransient }).sorted(by: \.name) {
        constructs += reasons(attribute).map {
          UnverifiedConstruct(reason: $0, entity: ancestor.name, property: attribute.name)
        }
      }
      for relationship in ancestor.relationships.filter({ !$0.isTransient }).sorted(by: \.name) {
        constructs += reasons(relationship, in: ancestor.name, isInherited: ancestor.name != entity).map {
          UnverifiedConstruct(reason: $0, entity: ancestor.name, property: relationship.name)
        }
      }
    }
    return isCompiled ? constructs.filter { !$0.reason.isProvenInArchives } : constructs
  }

  private static func own(_ entity: EntityDescription) -> [UnverifiedConstruct] {
    var reasons: [UnverifiedConstruct.Reason] = []
    let hasStored =
      entity.attributes.contains { !$0.isTransient }
      || entity.relationships.contains { !$0.isTransient }
    if entity.superentity == nil, !hasStored { reasons.append(.rootWithoutProperties) }
    let texts = [entity.name, entity.versionHashModifier ?? ""] + entity.uniquenessConstraints.joined()
    if !texts.allSatisfy(isASCII) { reasons.append(.textOutsideASCII) }
    return reasons.map { UnverifiedConstruct(reason: $0, entity: entity.name, property: nil) }
  }

  private static func reasons(_ attribute: AttributeDescription) -> [UnverifiedConstruct.Reason] {
    var reasons: [UnverifiedConstruct.Reason] = []
    let elements = attribute.compositeElements
    if !texts(attribute).allSatisfy(isASCII) { reasons.append(.textOutsideASCII) }
    if uses(.uri, attribute) { reasons.append(.uriAttribute) }
    if uses(.objectID, attribute) { reasons.append(.objectIDAttribute) }
    if attribute.type == .composite { reasons.append(.compositeAttribute) }
    if elements.contains(where: { $0.type == .composite }) { reasons.append(.nestedComposite) }
    if let expression = attribute.derivationExpression {
      reasons.append(.derivedAttribute)
      if !DerivationExpression(expression).isVerified { reasons.append(.derivationExpression) }
    }
    if attribute.versionHashModifier != nil, attribute.isDerived || attribute.type == .composite {
      reasons.append(.modifierOnDerivedOrComposite)
    }
    if ([attribute] + elements).contains(where: {
      $0.allowsExternalBinaryDataStorage && $0.preservesValueInHistoryOnDeletion
    }) {
      reasons.append(.externalStorageWithPreservation)
    }
    return reasons
  }

  private static func reasons(
    _ relationship: RelationshipDescription, in declaring: String, isInherited: Bool
  ) -> [UnverifiedConstruct.Reason] {
    var reasons: [UnverifiedConstruct.Reason] = []
    let texts = [
      relationship.name, relationship.destinationEntity, relationship.inverseName ?? "",
      relationship.versionHashModifier ?? "",
    ]
    if !texts.allSatisfy(isASCII) { reasons.append(.textOutsideASCII) }
    if isInherited, relationship.isSelfInverse(in: declaring) { reasons.append(.inheritedSelfInverse) }
    return reasons
  }

  private static func texts(_ attribute: AttributeDescription) -> [String] {
    [attribute.name, attribute.versionHashModifier ?? "", attribute.derivationExpression ?? ""]
      + attribute.compositeElements.flatMap(texts)
  }

  private static func uses(_ type: AttributeType, _ attribute: AttributeDescription) -> Bool {
    attribute.type == type || attribute.compositeElements.contains { uses(type, $0) }
  }

  private static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }
}

extension Array {
  fileprivate func sorted(by name: KeyPath<Element, String>) -> [Element] {
    sorted { $0[keyPath: name].utf8.lexicographicallyPrecedes($1[keyPath: name].utf8) }
  }
}
