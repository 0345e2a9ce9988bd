@testable import CoreDataModel
import Testing

/// What is refused, by name, and all at once.
@Suite struct UnprovenConstructTests {
  private func refused(_ body: String) throws -> [String] {
    let model = try Models.model(body)
    return UnprovenConstructs(model: model, form: .compiled).all.map(\.text)
  }

  private func refused(
    _ change: (inout AttributeDescription) -> Void, type: AttributeType = .string, isCompiled: Bool = true,
    form: ModelArchiveForm = .compiled
  ) throws -> [String] {
    var attribute = AttributeDescription(name: "a", type: type)
    change(&attribute)
    var entity = EntityDescription(name: "E")
    entity.attributes = [attribute]
    let model = try ManagedObjectModel(name: "M", entities: [entity], isCompiled: isCompiled)
    return UnprovenConstructs(model: model, form: form).all.map(\.reason)
  }

  @Test func everythingAtOnce() throws {
    let texts = try refused(
      """
      <entity name="A" syncable="YES" odd="YES">
        <attribute name="d" attributeType="Decimal" defaultValueString="1.5"/>
        <attribute name="l" attributeType="Integer 16" minValueString="1"/>
        <attribute name="p" attributeType="String" regularExpressionString="x"/>
        <attribute name="u" attributeType="URI" defaultValueString="http://example.org"/>
        <attribute name="v" attributeType="UUID" defaultValueString="00000000-0000-0000-0000-000000000000"/>
        <relationship name="r" destinationEntity="A" indexed="YES" optional="YES"/>
        <fetchedProperty name="f"/>
        <fetchIndex name="i"><fetchIndexElement property="l" type="RTree"/></fetchIndex>
        <fetchIndex name="j" partialIndexPredicate="l > 1"><fetchIndexElement property="l"/></fetchIndex>
        <fetchIndex name="k"><fetchIndexElement expression="l + 1"/></fetchIndex>
      </entity>
      <fetchRequest name="all" entity="A"/>
      <configuration name="C"><memberEntity name="A"/></configuration>
      """)
    #expect(
      texts == [
        "the model: a setting that is not read (fetchRequest)", "the model: configurations",
        "A: a setting that is not read (odd)", "A: a spatial index (i)", "A: an index with a predicate (j)",
        "A: an index of an expression (k)", "A.d: a Decimal default other than 0.0",
        "A.f: a fetched property",
        "A.l: a least or greatest value, in a model that is not compiled", "A.p: a pattern",
        "A.r: the flag that it is indexed, on a relationship",
        "A.r: no greatest count, though it is a to-one", "A.u: a URI default", "A.v: a UUID default",
      ])
    let thrown = #expect(throws: UnprovenModel.self) {
      _ = try ModelCompiler.compiled(
        try Models.model("<entity name='A'><attribute name='o' attributeType='Object ID'/></entity>"))
    }
    #expect(thrown?.constructs == [.init(entity: "A", property: "o", reason: "the type Object ID")])
  }

  @Test func attributes() throws {
    #expect(try refused { $0.defaultValue = .text("x") } == [])
    #expect(try refused({ $0.defaultValue = .integer(1) }).count == 1)
    #expect(try refused({ $0.userInfo = ["k": .other] }) == ["user info that is no text (k)"])
    #expect(try refused({ $0.attributeValueClassName = "X" }).count == 1)
    #expect(try refused({ $0.attributeValueClassName = "X.Y" }, type: .transformable) == [])
    #expect(
      try refused({ $0.attributeValueClassName = ".Y" }, type: .transformable, isCompiled: false).count == 1)
    #expect(try refused({ $0.minimumValue = 1 }) == [])
    #expect(
      try refused({
        $0.minimumValue = 1; $0.maximumValue = 2
      }).count == 1)
    #expect(try refused({ $0.minimumValue = 1 }, type: .double).count == 1)
    #expect(try refused({ $0.minimumValue = 1.5 }, type: .integer16).count == 1)
    #expect(try refused({ $0.derivationExpression = "now()" }).count == 1)
    #expect(try refused({ $0.derivationExpression = "a.b" }, isCompiled: false).count == 1)
    #expect(
      try refused({
        $0.derivationExpression = "a.b"; $0.defaultValue = .text("x")
      }).count == 1)
    #expect(
      try refused(
        {
          $0.allowsExternalBinaryDataStorage = true; $0.preservesValueInHistoryOnDeletion = true
        },
        type: .binary
      ).count == 1)
    let composite = { (attribute: inout AttributeDescription) in
      attribute.compositeElements = [.init(name: "c", type: .composite)]
    }
    #expect(try refused(composite, type: .composite) == ["a composite inside a composite"])
    #expect(try refused(composite, type: .composite, isCompiled: false).count == 3)
  }

  @Test func indexesByForm() throws {
    let fetch = "<fetchIndex name='byA'><fetchIndexElement property='a'/></fetchIndex>"
    let compound =
      "<compoundIndexes><compoundIndex><index value='a'/><index value='b'/></compoundIndex></compoundIndexes>"
    let attributes =
      "<attribute name='a' attributeType='String'/><attribute name='b' attributeType='String'/>"
    func count(_ body: String, _ form: ModelArchiveForm) throws -> Int {
      UnprovenConstructs(
        model: try Models.model("<entity name='A'>\(attributes)\(body)</entity>"), form: form
      ).all.count
    }
    let (named, stripped, old) = (
      ModelArchiveForm.cached(hasFetchIndexes: true, namesClasses: true),
      ModelArchiveForm.cached(hasFetchIndexes: true, namesClasses: false),
      ModelArchiveForm.cached(hasFetchIndexes: false, namesClasses: true)
    )
    #expect(try count(fetch, .compiled) == 0 && count(fetch, named) == 0)
    #expect(try count(fetch, stripped) == 1 && count(fetch, old) == 1)
    #expect(try count(compound, .compiled) == 0 && count(compound, stripped) == 0)
    #expect(try count(fetch + compound, .compiled) == 1)
  }

  @Test(
    "A cache whose classes have no known module has no index of one property, which such caches do not agree on"
  )
  func unknownModule() throws {
    let model = try Models.model(
      """
      <entity name='A' representedClassName='.A'><attribute name='a' attributeType='String'/>
        <fetchIndex name='byA'><fetchIndexElement property='a'/></fetchIndex></entity>
      """)
    #expect((try? ModelCompiler.cached(model, hasFetchIndexes: true, module: nil)) == nil)
    #expect((try? ModelCompiler.cached(model, hasFetchIndexes: true, module: "App")) != nil)
  }
}
