import CoreDataModel
import Testing

/// Every characteristic changed alone: the flags of the difference against the hasher, run on both models.
@Suite struct DifferenceCharacteristicTests {
  /// Two values of each characteristic of an attribute, on a plain attribute.
  static func edit(_ attribute: inout AttributeDescription, _ characteristic: AttributeCharacteristic) {
    switch characteristic {
    case .type: attribute.type = .integer64
    case .optional: attribute.isOptional.toggle()
    case .transient: attribute.isTransient.toggle()
    case .defaultValue: attribute.defaultValue = .integer(7)
    case .minimum: attribute.minimumValue = 1
    case .maximum: attribute.maximumValue = 9
    case .pattern: attribute.regularExpression = "a+"
    case .externalStorage: attribute.allowsExternalBinaryDataStorage.toggle()
    case .preservation: attribute.preservesValueInHistoryOnDeletion.toggle()
    case .transformer: attribute.valueTransformerName = "T"
    case .valueClass: attribute.attributeValueClassName = "C"
    case .derivation: attribute.derivationExpression = "z"
    case .indexed: attribute.isIndexed.toggle()
    case .renamingIdentifier: attribute.renamingIdentifier = "a"
    case .hashModifier: attribute.versionHashModifier = "2"
    }
  }

  @Test(arguments: AttributeCharacteristic.allCases, [false, true])
  func attributes(_ characteristic: AttributeCharacteristic, isTransient: Bool) throws {
    var attribute = AttributeDescription(name: "a", type: .integer32)
    attribute.isTransient = isTransient
    attribute.isOptional = true
    var changed = attribute
    Self.edit(&changed, characteristic)
    let (old, new) = (try Models.attribute(attribute), try Models.attribute(changed))
    let changes = ModelDifference(from: old, to: new).changes
    try #require(changes.count == 1)
    #expect(changes[0].kind == .attribute && changes[0].action == .changed)
    #expect(changes[0].characteristic == characteristic.rawValue)
    #expect(changes[0].old != changes[0].new)
    let hashDiffers = VersionHash.hashes(of: old) != VersionHash.hashes(of: new)
    #expect(changes[0].changesHash == hashDiffers)
    let hashed: Set<AttributeCharacteristic> = [
      .type, .optional, .transient, .externalStorage, .preservation, .derivation, .hashModifier,
    ]
    #expect(hashDiffers == (isTransient ? characteristic == .transient : hashed.contains(characteristic)))
    let stored: Set<AttributeCharacteristic> = [
      .transient, .externalStorage, .transformer, .derivation, .indexed,
    ]
    #expect(
      changes[0].changesStorage
        == (isTransient ? characteristic == .transient : stored.contains(characteristic)))
  }

  @Test func typesAgainstHasherAndStorage() throws {
    for (one, other) in [
      (AttributeType.integer16, AttributeType.integer64, false), (.boolean, .integer16, false),
      (.float, .double, false), (.double, .date, true), (.string, .uri, true), (.integer32, .string, true),
      (.binary, .transformable, true), (.decimal, .double, true), (.string, .composite, true),
    ].map({ (($0.0, $0.1), $0.2) }).map({ ($0.0.0, ($0.0.1, $0.1)) }) {
      let old = try Models.attribute(AttributeDescription(name: "a", type: one))
      let new = try Models.attribute(AttributeDescription(name: "a", type: other.0))
      let change = try #require(ModelDifference(from: old, to: new).changes.first)
      #expect(change.changesHash)
      #expect(change.changesStorage == other.1, "\(one) \(other.0)")
      #expect(change.isInferable == (one == .integer16), "\(one) \(other.0)")
    }
  }

  /// A pair of relationships and a self-relationship; `edit` says what differs. The model stays whole.
  private static func body(_ relationship: String, inverse: String = "to", more: String = "") -> String {
    """
    <entity name="E"><relationship \(relationship)/>\(more)</entity>
    <entity name="F"><relationship name="\(inverse)" optional="YES" toMany="YES" destinationEntity="E"
      inverseName="r" inverseEntity="E"/><relationship name="other" optional="YES" maxCount="1"
      destinationEntity="F"/></entity>
    <entity name="G"/>
    """
  }

  private static let plain =
    #"name="r" optional="YES" maxCount="1" destinationEntity="F" inverseName="to" inverseEntity="F""#

  /// Characteristic, the relationship afterwards, storage, and whether Core Data infers it.
  static let relationshipEdits: [(RelationshipCharacteristic, String, Bool, Bool)] = [
    (.minimumCount, plain + #" minCount="1""#, false, true),
    (.ordered, plain + #" ordered="YES""#, false, true),
    (.optional, plain.replacing(#"optional="YES""#, with: ""), false, false),
    (.transient, plain + #" transient="YES""#, true, true),
    (.deleteRule, plain + #" deletionRule="Cascade""#, false, true),
    (.indexed, plain + #" indexed="YES""#, false, true),
    (.renamingIdentifier, plain + #" elementID="r""#, false, true),
    (.hashModifier, plain + #" versionHashModifier="2""#, false, true),
  ]

  @Test(arguments: relationshipEdits.indices)
  func relationships(_ index: Int) throws {
    let (characteristic, edited, storage, isInferable) = Self.relationshipEdits[index]
    let old = try Models.model(Self.body(Self.plain))
    let new = try Models.model(Self.body(edited))
    let changes = ModelDifference(from: old, to: new).changes
    #expect(changes.map(\.characteristic) == [characteristic.rawValue])
    let change = try #require(changes.first)
    #expect(
      change.changesHash == (VersionHash.hashes(of: old)["E"] != VersionHash.hashes(of: new)["E"]))
    #expect(change.changesStorage == storage)
    #expect(change.isInferable == isInferable)
  }

  /// Those that cannot be changed alone in a whole model, each on an end without inverse.
  static let loneEdits: [(RelationshipCharacteristic, String, String, Bool, Bool)] = [
    (
      .destination, #"maxCount="1" destinationEntity="F""#, #"maxCount="1" destinationEntity="G""#, true,
      false
    ),
    (
      .maximumCount, #"toMany="YES" maxCount="3" destinationEntity="F""#,
      #"toMany="YES" maxCount="5" destinationEntity="F""#, false, true
    ),
    (.toMany, #"destinationEntity="F""#, #"toMany="YES" destinationEntity="F""#, true, true),
    (.toMany, #"toMany="YES" destinationEntity="F""#, #"destinationEntity="F""#, true, false),
    (
      .ordered, #"toMany="YES" destinationEntity="F""#, #"toMany="YES" ordered="YES" destinationEntity="F""#,
      true, true
    ),
    (
      .transient, #"transient="YES" destinationEntity="F""#, #"destinationEntity="F""#, true, true
    ),
  ]

  @Test(arguments: loneEdits.indices)
  func loneRelationships(_ index: Int) throws {
    let (characteristic, before, after, storage, isInferable) = Self.loneEdits[index]
    func model(_ text: String) throws -> ManagedObjectModel {
      try Models.model(
        #"<entity name="E"><relationship name="r" optional="YES" \#(text)/></entity>"#
          + #"<entity name="F"/><entity name="G"/>"#)
    }
    let (old, new) = (try model(before), try model(after))
    let changes = ModelDifference(from: old, to: new).changes
    #expect(changes.map(\.characteristic) == [characteristic.rawValue])
    let change = try #require(changes.first)
    #expect(change.changesHash == (VersionHash.hashes(of: old) != VersionHash.hashes(of: new)))
    #expect(change.changesStorage == storage)
    #expect(change.isInferable == isInferable)
  }

  /// An inverse is two changes at least; the hash of each entity proves the one at its end.
  @Test func inverses() throws {
    let old = try Models.model(
      #"<entity name="E"><relationship name="r" optional="YES" maxCount="1" destinationEntity="F"/></entity>"#
        + #"<entity name="F"><relationship name="to" optional="YES" toMany="YES" destinationEntity="E"/></entity>"#
    )
    let new = try Models.model(
      #"<entity name="E"><relationship name="r" optional="YES" maxCount="1" destinationEntity="F" inverseName="to" inverseEntity="F"/></entity>"#
        + #"<entity name="F"><relationship name="to" optional="YES" toMany="YES" destinationEntity="E" inverseName="r" inverseEntity="E"/></entity>"#
    )
    let changes = ModelDifference(from: old, to: new).changes
    #expect(changes.map(\.entity) == ["E", "F"])
    #expect(changes.allSatisfy { $0.characteristic == "inverse" })
    #expect(changes.map(\.changesHash) == [true, true])
    // The to-many had a column of its own; the key of the to-one stays where it is.
    #expect(changes.map(\.changesStorage) == [false, true])
    let (oldHashes, newHashes) = (VersionHash.hashes(of: old), VersionHash.hashes(of: new))
    for entity in ["E", "F"] { #expect(oldHashes[entity] != newHashes[entity]) }
    let proven = Set(
      Self.relationshipEdits.map(\.0) + Self.loneEdits.map(\.0) + [RelationshipCharacteristic.inverse])
    #expect(proven == Set(RelationshipCharacteristic.allCases), "a characteristic that no case proves")
  }

  /// What of an entity, the text before and after, and whether the file differs.
  static let entityEdits: [(ModelChange.Kind, String, String, Bool)] = [
    (.entity, #" isAbstract="YES""#, "", false), (.entity, "", #" representedClassName="C""#, false),
    (.entity, "", #" elementID="E""#, false), (.entity, "", #" versionHashModifier="2""#, false),
    (.entity, "", #" parentEntity="P""#, true),
    (
      .constraint, "",
      "><uniquenessConstraints><uniquenessConstraint><constraint value='a'/></uniquenessConstraint></uniquenessConstraints",
      true
    ),
    (.index, "", "><fetchIndex name='i'><fetchIndexElement property='a'/></fetchIndex", true),
    (
      .index, "><fetchIndex name='i'><fetchIndexElement property='a'/></fetchIndex",
      "><fetchIndex name='i'><fetchIndexElement property='a' order='descending'/></fetchIndex", true
    ),
    (
      .compoundIndex, "",
      "><compoundIndexes><compoundIndex><index value='a'/></compoundIndex></compoundIndexes",
      true
    ),
    (.fetchedProperty, "", "><fetchedProperty name='f'/", false),
    (.attribute, "", "><attribute name='b' optional='YES' attributeType='String'/", true),
    (.attribute, "", "><attribute name='b' transient='YES' attributeType='String'/", false),
    (.relationship, "", "><relationship name='b' optional='YES' maxCount='1' destinationEntity='P'/", true),
  ]

  @Test(arguments: entityEdits.indices, [false, true])
  func entities(_ index: Int, isBackwards: Bool) throws {
    let (kind, before, after, storage) = Self.entityEdits[index]
    func model(_ text: String) throws -> ManagedObjectModel {
      try Models.model(
        #"<entity name="P"><attribute name="p" attributeType="String"/></entity>"#
          + #"<entity name="E" \#(text)><attribute name="a" attributeType="String"/></entity>"#)
    }
    let ends = [try model(before), try model(after)]
    let (old, new) = isBackwards ? (ends[1], ends[0]) : (ends[0], ends[1])
    let changes = ModelDifference(from: old, to: new).changes
    #expect(changes.map(\.kind) == [kind])
    let change = try #require(changes.first)
    #expect(change.changesHash == (VersionHash.hashes(of: old) != VersionHash.hashes(of: new)))
    #expect(change.changesStorage == storage)
  }
}
