import CoreDataModel
import Foundation
import Testing

@Suite struct ManagedObjectModelReaderTests {
  private func read(_ body: String) throws -> ManagedObjectModelReader.Reading {
    let text = "<model userDefinedModelVersionIdentifier=\"7\">\n\(body)\n</model>"
    return try ManagedObjectModelReader.read(Array(text.utf8), name: "V", path: "M/contents")
  }

  @Test func absenceMeansTheDefault() throws {
    let model = try read(
      """
      <entity name="E"><attribute name="a" attributeType="Integer 32"/>
      <relationship name="r" maxCount="1" destinationEntity="E"/></entity>
      """
    ).model
    let entity = try #require(model.entity("E"))
    var attribute = AttributeDescription(name: "a", type: .integer32)
    attribute.isOptional = false
    #expect(entity.attributes == [attribute])
    var relationship = RelationshipDescription(name: "r", destinationEntity: "E")
    relationship.maxCount = 1
    relationship.deleteRule = .nullify
    #expect(entity.relationships == [relationship])
    #expect(entity.managedObjectClassName == nil && !entity.isAbstract && entity.identifier == "E")
    #expect(model.versionIdentifiers == ["7"])
  }

  @Test func everythingThatAffectsAStore() throws {
    let reading = try read(
      """
      <entity name="Base" isAbstract="true" representedClassName=".Base" elementID="Old" versionHashModifier="1">
        <attribute name="blob" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"
          preserveAfterDeletion="YES" elementID="bytes" versionHashModifier="2" indexed="YES"/>
        <userInfo><entry key="k" value="v"/></userInfo>
      </entity>
      <entity name="Leaf" parentEntity="Base">
        <attribute name="code" attributeType="String" minValueString="2" maxValueString="9"
          regularExpressionString="^a" defaultValueString=""/>
        <attribute name="when" attributeType="Date" defaultDateTimeInterval="-1.5"
          defaultValueString="1999-01-01" minDateTimeInterval="-10" maxDateTimeInterval="10"/>
        <attribute name="coloured" optional="YES" attributeType="Transformable" valueTransformerName="T"
          customClassName="Color"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <attribute name="pages" optional="YES" attributeType="Integer 64" derived="YES"
          derivationExpression="many.@count"/>
        <attribute name="shadow" optional="YES" transient="YES"/>
        <relationship name="many" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="5"
          deletionRule="Cascade" destinationEntity="Leaf" inverseName="one" inverseEntity="Leaf" elementID="m"/>
        <relationship name="one" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Leaf"
          inverseName="many" inverseEntity="Leaf"/>
        <fetchedProperty name="fetched" optional="YES"><fetchRequest name="f" entity="Leaf"/></fetchedProperty>
        <fetchIndex name="byCode"><fetchIndexElement property="code" type="Binary" order="descending"/>
          <fetchIndexElement expression="lowercase:(code)" type="RTree"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="when"/><constraint value="code"/>
          </uniquenessConstraint></uniquenessConstraints>
        <compoundIndexes><compoundIndex><index value="code"/><index value="when"/></compoundIndex></compoundIndexes>
      </entity>
      <composite name="Place"><attribute name="lat" attributeType="Double"/>
        <attribute name="deep" optional="YES" attributeType="Composite" composite="Inner"/></composite>
      <composite name="Inner"><attribute name="x" attributeType="UUID"/></composite>
      <configuration name="Cloud"><memberEntity name="Leaf"/></configuration>
      <fetchRequest name="all" entity="Leaf" predicateString="TRUEPREDICATE"/>
      <elements><element name="Leaf" positionX="1"/></elements>
      """)
    #expect(reading.warnings == [])
    let base = try #require(reading.model.entity("Base"))
    #expect(base.isAbstract && base.managedObjectClassName == ".Base" && base.identifier == "Old")
    #expect(base.versionHashModifier == "1")
    let blob = base.attributes[0]
    #expect(blob.isOptional && blob.allowsExternalBinaryDataStorage && blob.preservesValueInHistoryOnDeletion)
    #expect(blob.isIndexed && blob.identifier == "bytes" && blob.versionHashModifier == "2")

    let leaf = try #require(reading.model.entity("Leaf"))
    let attributes = Dictionary(uniqueKeysWithValues: leaf.attributes.map { ($0.name, $0) })
    let code = try #require(attributes["code"])
    #expect(code.minimumValue == 2 && code.maximumValue == 9 && code.regularExpression == "^a")
    #expect(code.defaultValue == .text(""))
    let when = try #require(attributes["when"])
    #expect(when.defaultValue == .real(-1.5) && when.minimumValue == -10 && when.maximumValue == 10)
    #expect(attributes["coloured"]?.valueTransformerName == "T")
    #expect(attributes["coloured"]?.attributeValueClassName == "Color")
    #expect(attributes["place"]?.compositeElements.map(\.name) == ["lat", "deep"])
    #expect(attributes["place"]?.compositeElements[1].compositeElements.map(\.type) == [.uuid])
    #expect(attributes["pages"]?.derivationExpression == "many.@count")
    #expect(attributes["shadow"]?.type == .undefined)

    let many = leaf.relationships[0]
    #expect(many.isToMany && many.isOrdered && many.isOptional && many.minCount == 1 && many.maxCount == 5)
    #expect(many.deleteRule == .cascade && many.inverseName == "one" && many.identifier == "m")
    #expect(leaf.relationships[1].deleteRule == .noAction && !leaf.relationships[1].isToMany)
    #expect(leaf.superentity == "Base" && leaf.fetchedProperties == ["fetched"])
    #expect(leaf.uniquenessConstraints == [["when", "code"]] && leaf.compoundIndexes == [["code", "when"]])
    #expect(
      leaf.fetchIndexes == [
        FetchIndexDescription(
          name: "byCode",
          elements: [
            .init(property: "code", isAscending: false),
            .init(property: nil, isAscending: true, isRTree: true),
          ])
      ])
    #expect(reading.model.configurations == ["Cloud": ["Leaf"]])
  }

  @Test(
    arguments: [
      ("Integer 16", "-5", .integer(-5)), ("Integer 64", "9223372036854775807", .integer(.max)),
      ("Integer 32", "0.0", .integer(0)), ("Integer 32", "NO", .integer(0)), ("Boolean", "YES", .integer(1)),
      ("Boolean", "NO", .integer(0)),
      ("Boolean", "true", .integer(1)), ("Double", "0.1", .real(0.1)),
      ("Float", "0.1", .real(Double(Float(0.1)))),
      ("Decimal", "12345678901234567890.10", .decimal("12345678901234567890.10")),
      ("String", "a", .text("a")), ("URI", "https://example.org", .text("https://example.org")),
      (
        "UUID", "00112233-4455-6677-8899-aabbCCDDEEFF",
        .blob([0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF])
      ), ("Integer 16", "", nil),
    ] as [(String, String, DefaultValue?)])
  func defaults(_ type: String, _ text: String, _ expected: DefaultValue?) throws {
    let model = try read(
      "<entity name='E'><attribute name='a' attributeType='\(type)' defaultValueString='\(text)'/></entity>"
    ).model
    let attribute = try #require(model.entity("E")?.attributes.first)
    #expect(attribute.defaultValue == expected)
  }

  @Test(arguments: [
    "attributeType='Integer 99'", "optional='YES'", "attributeType='String' optional='maybe'",
    "attributeType='Integer 16' defaultValueString='1.5'",
    "attributeType='Integer 16' defaultValueString='YES'", "attributeType='Boolean' defaultValueString='2'",
    "attributeType='UUID' defaultValueString='00112233445566778899aabbccddeeff'",
    "attributeType='Decimal' defaultValueString='nan'", "attributeType='Double' defaultValueString='inf'",
    "attributeType='Date' defaultValueString='2001-01-01'", "attributeType='Double' minValueString='x'",
    "attributeType='String' derived='YES'", "attributeType='Composite'",
    "attributeType='Composite' composite='No'", "attributeType='Composite' composite='Loop'",
  ])
  func faultyAttributesAreNamedWithTheirLine(_ attributes: String) {
    let error = #expect(throws: ModelError.self) {
      try read(
        """
        <composite name='Loop'><attribute name='l' attributeType='Composite' composite='Loop'/></composite>
        <entity name="E">
          <attribute name="a" \(attributes)/>
        </entity>
        """)
    }
    guard case .invalid(let path, let line, let entity, let property, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(path == "M/contents" && entity == "E" && property == "a")
    #expect(line == (attributes.contains("Loop") ? 2 : 4))
    #expect(error?.diagnostic.id.rawValue == "model.invalid")
    #expect(error?.diagnostic.subject.property == "a")
  }

  @Test(
    arguments: [
      ("<relationship name='r' maxCount='1'/>", "r"),
      ("<relationship name='r' toMany='YES' maxCount='1' destinationEntity='E'/>", "r"),
      ("<relationship name='r' maxCount='2' destinationEntity='E'/>", "r"),
      ("<relationship name='r' maxCount='1' destinationEntity='E' deletionRule='Shred'/>", "r"),
      ("<attribute attributeType='String'/>", nil),
      ("<fetchIndex name='i'><fetchIndexElement property='a' order='sideways'/></fetchIndex>", nil),
    ] as [(String, String?)])
  func otherFaultsAreNamedWithTheirLine(_ body: String, _ expected: String?) {
    let error = #expect(throws: ModelError.self) { try read("<entity name='E'>\n\(body)</entity>") }
    guard case .invalid(_, let line, "E", let property, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(line == 3 && property == expected)
  }

  @Test(
    arguments: [
      ("<entity name='E'/>\n<entity name='E'/>", 3, .duplicateEntity(model: "V", entity: "E")),
      (
        "<entity name='E' parentEntity='P'/>", 2,
        .unknownSuperentity(model: "V", entity: "E", superentity: "P")
      ),
      (
        "<entity name='A' parentEntity='B'/>\n<entity name='B' parentEntity='A'/>", 2,
        .cyclicInheritance(model: "V", entity: "A")
      ),
      (
        "<entity name='E'>\n<attribute name='a' attributeType='String'/>\n<attribute name='a' attributeType='Date'/></entity>",
        4, .duplicateProperty(model: "V", entity: "E", property: "a")
      ),
      (
        "<entity name='E'>\n<relationship name='r' maxCount='1' destinationEntity='X'/></entity>", 3,
        .unknownDestination(model: "V", entity: "E", relationship: "r", destination: "X")
      ),
      (
        "<entity name='E'>\n<relationship name='r' maxCount='1' destinationEntity='E' inverseName='q'/></entity>",
        3,
        .unknownInverse(model: "V", entity: "E", relationship: "r", inverse: "q")
      ),
      (
        "<entity name='E'>\n<relationship name='r' maxCount='1' destinationEntity='E' inverseName='q'/>"
          + "\n<relationship name='q' maxCount='1' destinationEntity='E'/></entity>",
        3, .oneSidedInverse(model: "V", entity: "E", relationship: "r", inverse: "q")
      ),
      (
        "<entity name='E'>\n<attribute name='a) --' attributeType='String'/></entity>", 3,
        .unusableName(model: "V", entity: "E", property: "a) --")
      ),
      ("<entity name='E F'/>", 2, .unusableName(model: "V", entity: "E F", property: nil)),
      ("<entity name='TAG'/>\n<entity name='Tag'/>", 3, .sameTable(model: "V", entity: "Tag", other: "TAG")),
    ] as [(String, Int, ModelError)])
  func contradictionsAreFoundWithTheirLine(_ body: String, _ line: Int, _ cause: ModelError) {
    let error = #expect(throws: ModelError.self) { try read(body) }
    #expect(error == .inconsistent(path: "M/contents", line: line, cause: cause))
    #expect(error?.diagnostic.id.rawValue == "model.inconsistent")
    #expect(error?.diagnostic.subject.entity != nil)
  }

  @Test func oddThingsAreRemembered() throws {
    let reading = try read(
      """
      <entity name="E" renamingIdentifier="Old">
        <attribute name="a" attributeType="Binary" defaultValueString="x" renamingIdentifier="b"/>
        <attribute name="c" attributeType="String" renamingIdentifier="no" elementID="yes"/>
      </entity>
      <configuration name="C"><memberEntity name="Gone"/></configuration>
      """)
    #expect(
      reading.warnings == [
        .renamingIdentifierSpelling(entity: "E", property: nil, line: 2),
        .renamingIdentifierSpelling(entity: "E", property: "a", line: 3),
        .defaultIgnored(entity: "E", property: "a", line: 3),
        .unknownConfigurationMember(configuration: "C", entity: "Gone", line: 6),
      ])
    let entity = try #require(reading.model.entity("E"))
    #expect(entity.identifier == "Old" && entity.attributes.map(\.identifier) == ["b", "yes"])
    #expect(
      Set(reading.warnings.map(\.diagnostic.id.rawValue)) == [
        "model.renaming-identifier-spelling", "model.default-ignored", "model.unknown-configuration-member",
      ])
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared")) func everyModelOfTheCorpusIsRead() throws {
    let paths = Corpus.paths { path in
      let name = path.split(separator: "/").last ?? ""
      return name == "contents" || name.hasPrefix("contents.alt")
    }
    try #require(paths.count >= 521)
    print("XML models: \(paths.count) files are read")
    for path in paths {
      let bytes = try Corpus.bytes(path)
      #expect(throws: Never.self, "\(path)") {
        let reading = try ManagedObjectModelReader.read(bytes, name: "model", path: path)
        #expect(!reading.model.entities.isEmpty)
      }
    }
  }
}
