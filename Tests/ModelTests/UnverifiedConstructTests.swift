import CoreDataModel
import Testing

@Suite struct UnverifiedConstructTests {
  private func reasons(_ body: String, of entity: String = "E") throws -> [UnverifiedConstruct.Reason] {
    let text = "<model>\(body)</model>"
    let model = try ManagedObjectModelReader.read(Array(text.utf8), name: "m", path: "m").model
    return VersionHash.unverifiedConstructs(of: entity, in: model).map(\.reason)
  }

  @Test func plainEntitiesAreProven() throws {
    let body = """
      <entity name="E" versionHashModifier="2"><attribute name="a" attributeType="String"/>
        <relationship name="self" maxCount="1" destinationEntity="E" inverseName="self" inverseEntity="E"/>
        <attribute name="b" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="ü" transient="YES"/>
      </entity>
      <entity name="F"><attribute name="u" attributeType="URI"/></entity>
      """
    #expect(try reasons(body) == [])
    #expect(try reasons(body, of: "F") == [.uriAttribute])
  }

  @Test(
    arguments: [
      ("<entity name='E'/>", [.rootWithoutProperties]),
      ("<entity name='E'><attribute name='a' transient='YES'/></entity>", [.rootWithoutProperties]),
      ("<entity name='E'><attribute name='ü' attributeType='String'/></entity>", [.textOutsideASCII]),
      ("<entity name='E'><attribute name='a' attributeType='Object ID'/></entity>", [.objectIDAttribute]),
      (
        "<entity name='E'><attribute name='a' attributeType='String' derived='YES' derivationExpression='b.c'/></entity>",
        [.derivedAttribute]
      ),
      (
        """
        <entity name='E'><attribute name='a' attributeType='Date' derivationExpression='now()'
        versionHashModifier='1'/></entity>
        """, [.derivedAttribute, .derivationExpression, .modifierOnDerivedOrComposite]
      ),
      (
        """
        <entity name='E'><attribute name='a' attributeType='Composite' composite='C'/></entity>
        <composite name='C'><attribute name='d' attributeType='Composite' composite='D'/></composite>
        <composite name='D'><attribute name='u' attributeType='URI'/></composite>
        """, [.uriAttribute, .compositeAttribute, .nestedComposite]
      ),
      (
        """
        <entity name='E'><attribute name='a' attributeType='Binary' preserveAfterDeletion='YES'
        allowsExternalBinaryDataStorage='YES'/></entity>
        """, [.externalStorageWithPreservation]
      ),
      (
        """
        <entity name='P'><relationship name='r' maxCount='1' destinationEntity='P' inverseName='r'/></entity>
        <entity name='E' parentEntity='P'/>
        """, [.inheritedSelfInverse]
      ),
    ] as [(String, [UnverifiedConstruct.Reason])])
  func eachIsNamed(_ body: String, _ expected: [UnverifiedConstruct.Reason]) throws {
    #expect(try reasons(body) == expected)
  }
}
