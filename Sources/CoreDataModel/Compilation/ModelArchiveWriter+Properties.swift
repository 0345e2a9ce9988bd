import PropertyLists

extension ModelArchiveWriter {
  /// Bits of `_P`, which repeats what other keys say.
  private enum Bit {
    static let always: Int64 = 1
    static let optional: Int64 = 2
    static let readOnly: Int64 = 4
    static let transient: Int64 = 8
    static let noPredicates: Int64 = 16
    static let noWarnings: Int64 = 32
    static let noUserInfo: Int64 = 64
    static let noModifier: Int64 = 128
    static let spotlight: Int64 = 256
    static let ordered: Int64 = 1024
    static let cloudEncryption: Int64 = 2048
  }

  /// What all kinds of property have.
  private struct Common {
    let name, identifier, entity: String
    let isOptional, isTransient: Bool
    let userInfo: [String: UserInfoValue]
    let modifier: String?
    var hasLimits = false
    /// Those whose key stands only where it is true.
    var flags: [(isSet: Bool, key: String, bit: Int64)] = []
  }

  private mutating func entries(_ common: Common) -> [PropertyList.Entry] {
    var entries: [PropertyList.Entry] = [
      .init("NSRenamingIdentifier", archive.string(common.identifier)),
      .init("NSPropertyName", archive.string(common.name)),
      .init("NSEntity", reference(to: common.entity)),
    ]
    var bits = Bit.always
    if !common.hasLimits { bits |= Bit.noPredicates | Bit.noWarnings }
    if common.userInfo.isEmpty {
      bits |= Bit.noUserInfo
    } else {
      entries.append(.init("NSUserInfo", userInfo(common.userInfo)))
    }
    if let modifier = common.modifier {
      entries.append(.init("NSVersionHashModifier", archive.string(modifier)))
    } else {
      bits |= Bit.noModifier
    }
    let flags =
      [
        (common.isOptional, "NSIsOptional", Bit.optional),
        (common.isTransient, "NSIsTransient", Bit.transient),
      ] + common.flags
    for (isSet, key, bit) in flags where isSet {
      entries.append(.init(key, .boolean(true)))
      bits |= bit
    }
    entries.append(.init("_P", .integer(bits)))
    return entries
  }

  // MARK: Relationships

  mutating func write(
    _ relationship: RelationshipDescription, to reference: PropertyList, in entity: String
  ) {
    var entries = self.entries(
      Common(
        name: relationship.name, identifier: relationship.identifier, entity: entity,
        isOptional: relationship.isOptional, isTransient: relationship.isTransient,
        userInfo: relationship.userInfo, modifier: relationship.versionHashModifier,
        flags: [(relationship.isOrdered, "NSIsOrdered", Bit.ordered)]))
    entries += [
      .init("NSDestinationEntity", self.reference(to: relationship.destinationEntity)),
      .init("_NSDestinationEntityName", archive.string(relationship.destinationEntity)),
      .init(
        "NSInverseRelationship",
        self.reference(to: relationship.inverseName, of: relationship.destinationEntity)),
      .init("_NSInverseRelationshipName", archive.string(relationship.inverseName)),
      // All ones are -1 there.
      .init("NSMinCount", .integer(Int64(Int32(bitPattern: relationship.minCount)))),
      .init("NSMaxCount", .integer(Int64(Int32(bitPattern: relationship.maxCount)))),
      .init("NSDeleteRule", .integer(Int64(relationship.deleteRule.rawValue))),
    ]
    archive.set(reference, ArchivedClass.relationship, entries)
  }

  // MARK: Attributes

  mutating func write(_ attribute: AttributeDescription, to reference: PropertyList, in entity: String) {
    let limits = limitEntries(of: attribute)
    var entries = self.entries(
      Common(
        name: attribute.name, identifier: attribute.identifier, entity: entity,
        isOptional: attribute.isOptional, isTransient: attribute.isTransient,
        userInfo: attribute.userInfo, modifier: attribute.versionHashModifier, hasLimits: !limits.isEmpty,
        flags: [
          (attribute.isDerived, "NSIsReadOnly", Bit.readOnly), (attribute.isIndexed, "NSIsIndexed", 0),
          (attribute.isIndexedBySpotlight, "NSIndexedBySpotlight", Bit.spotlight),
          (attribute.allowsCloudEncryption, "NSAllowsCloudEncryption", Bit.cloudEncryption),
        ]))
    let className = attribute.attributeValueClassName ?? attribute.type.valueClassName
    let flags =
      (attribute.allowsExternalBinaryDataStorage ? ArchivedAttributeReader.externalStorage : 0)
      | (attribute.preservesValueInHistoryOnDeletion ? ArchivedAttributeReader.preservation : 0)
    entries += limits
    entries += [
      .init("NSAttributeType", .integer(Int64(attribute.type.rawValue))),
      .init("NSAttributeValueClassName", archive.string(className)),
      .init("NSDefaultValue", defaultValue(of: attribute)),
      .init("NSValueTransformerName", archive.string(attribute.valueTransformerName)),
      .init("NSFlagsKey", .integer(flags)),
    ]
    if let expression = attribute.derivationExpression {
      entries += [
        .init("NSDerivationExpression", derivation(expression)), .init("NSFilteringPredicate", Self.null),
      ]
      archive.set(reference, ArchivedClass.derivedAttribute, entries)
    } else if attribute.type == .composite {
      let elements = attribute.compositeElements.map { element in
        let reference = archive.reserve()
        write(element, to: reference, in: entity)
        return reference
      }
      let list = archive.object(ArchivedClass.mutableArray, [.init("NS.objects", .array(elements))])
      archive.set(reference, ArchivedClass.compositeAttribute, entries + [.init("NSCompositeElements", list)])
    } else {
      archive.set(reference, ArchivedClass.attribute, entries)
    }
  }

  private mutating func defaultValue(of attribute: AttributeDescription) -> PropertyList {
    switch (attribute.type, attribute.defaultValue) {
    case (_, nil): return Self.null
    case (.boolean, .integer(let value)?): return archive.number(.boolean(value != 0))
    case (_, .integer(let value)?): return archive.number(.integer(value))
    case (.date, .real(let seconds)?):
      return archive.object(ArchivedClass.date, [.init("NS.time", .real(seconds))])
    case (_, .real(let value)?): return archive.number(.real(value))
    case (_, .text(let text)?): return archive.string(text)
    case (_, .blob(let bytes)?):
      return archive.object(ArchivedClass.uuid, [.init("NS.uuidbytes", .data(bytes))])
    case (_, .decimal?): return decimalZero()
    }
  }

  /// `0.0`, the only decimal that was seen.
  private mutating func decimalZero() -> PropertyList {
    archive.object(
      ArchivedClass.decimal,
      [
        .init("NS.mantissa", .data(Array(repeating: 0, count: 16))), .init("NS.mantissa.bo", .integer(1)),
        .init("NS.length", .integer(0)), .init("NS.exponent", .integer(-1)),
        .init("NS.negative", .boolean(false)), .init("NS.compact", .boolean(false)),
      ])
  }
}
