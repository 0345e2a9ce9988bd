import CoreDataModel
import Testing

@Suite struct ModelDifferenceTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    ModelDifference(from: try Models.model(old), to: try Models.model(new)).changes.map { change in
      [
        change.kind.rawValue, change.action.rawValue, change.entity, change.name, change.characteristic,
        change.old, change.new, change.changesStorage ? "storage" : nil, change.changesHash ? "hash" : nil,
        change.obstacle.map { "(\($0))" },
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  private let a = #"<attribute name="a" optional="YES" attributeType="String"/>"#

  @Test func nothing() throws {
    #expect(try changes(#"<entity name="E">\#(a)</entity>"#, #"<entity name="E">\#(a)</entity>"#) == [])
  }

  @Test func entitiesComeAndGo() throws {
    #expect(
      try changes(#"<entity name="E">\#(a)</entity>"#, #"<entity name="F">\#(a)</entity>"#) == [
        "entity removed E storage hash", "entity added F storage hash",
      ])
    #expect(
      try changes(#"<entity name="E">\#(a)</entity>"#, #"<entity name="F" elementID="E">\#(a)</entity>"#) == [
        "entity renamed F E F storage hash", "entity changed F renaming identifier E",
      ])
  }

  @Test func attributesComeAndGo() throws {
    let required = #"<attribute name="b" attributeType="String"/>"#
    let filled = #"<attribute name="b" attributeType="String" defaultValueString="x"/>"#
    let entity = #"<entity name="E">"#
    #expect(
      try changes("\(entity)\(a)</entity>", "\(entity)\(a)\(required)</entity>") == [
        "attribute added E b storage hash (it is required and has no default)"
      ])
    #expect(
      try changes("\(entity)\(a)</entity>", "\(entity)\(a)\(filled)</entity>") == [
        "attribute added E b storage hash"
      ])
    #expect(
      try changes("\(entity)\(a)\(required)</entity>", "\(entity)\(a)</entity>") == [
        "attribute removed E b storage hash"
      ])
    #expect(
      try changes(
        "\(entity)\(a)</entity>",
        #"\#(entity)<attribute name="c" optional="YES" attributeType="Integer 16" elementID="a"/></entity>"#)
        == [
          "attribute renamed E c a c storage hash", "attribute changed E c renaming identifier a",
          "attribute changed E c type String Integer 16 storage hash (values of this type are not converted)",
        ])
  }

  @Test func becomesRequired() throws {
    func entity(_ text: String) -> String {
      #"<entity name="E"><attribute name="a" attributeType="Integer 16" \#(text)/></entity>"#
    }
    #expect(
      try changes(entity(#"optional="YES""#), entity("")) == [
        "attribute changed E a optional YES NO hash (it becomes required and has no default)"
      ])
    #expect(
      try changes(entity(#"optional="YES" defaultValueString="0""#), entity(#"defaultValueString="0""#)) == [
        "attribute changed E a optional YES NO hash"
      ])
    #expect(
      try changes(entity(#"transient="YES""#), entity("")) == [
        "attribute changed E a transient YES NO storage hash (it is required and has no default)"
      ])
  }

  @Test func propertiesMoveAlongTheLine() throws {
    let apart = #"<entity name="P"/><entity name="E" parentEntity="P">\#(a)</entity>"#
    let up = #"<entity name="P">\#(a)</entity><entity name="E" parentEntity="P"/>"#
    #expect(
      try changes(apart, up) == [
        "attribute moved E a E P storage hash", "attribute added P a storage hash",
      ])
    #expect(
      try changes(up, apart) == [
        "attribute moved E a P E storage hash", "attribute removed P a storage hash",
      ])
  }

  @Test func hierarchiesMayNotMerge() throws {
    let apart = #"<entity name="E">\#(a)</entity><entity name="F">\#(a)</entity>"#
    let merged =
      #"<entity name="P"/><entity name="E" parentEntity="P">\#(a)</entity><entity name="F" parentEntity="P">\#(a)</entity>"#
    let reason = "(entities that had no common ancestor would share one)"
    #expect(
      try changes(apart, merged) == [
        "entity changed E parent P storage hash \(reason)",
        "entity changed F parent P storage hash \(reason)",
        "entity added P storage hash",
      ])
    #expect(
      try changes(
        #"<entity name="E">\#(a)</entity>"#,
        #"<entity name="P"/><entity name="E" parentEntity="P">\#(a)</entity>"#) == [
          "entity changed E parent P storage hash", "entity added P storage hash",
        ])
  }

  @Test func elementsOfComposites() throws {
    func body(_ elements: String, optional: String = "YES") -> String {
      #"<entity name="E"><attribute name="c" optional="\#(optional)" attributeType="Composite" composite="C"/></entity>"#
        + #"<composite name="C">\#(elements)</composite>"#
    }
    let x = #"<attribute name="x" attributeType="Double"/>"#
    let y = #"<attribute name="y" attributeType="Double"/>"#
    let wide = #"<attribute name="x" attributeType="Double" defaultValueString="1"/>"#
    #expect(try changes(body(x), body(x + y)) == ["attribute added E c.y storage hash"])
    #expect(try changes(body(x + y), body(x)) == ["attribute removed E c.y storage hash"])
    #expect(
      try changes(body(x, optional: "NO"), body(x + y, optional: "NO")) == [
        "attribute added E c.y storage hash (it is required and has no default)"
      ])
    #expect(try changes(body(x), body(wide)) == ["attribute changed E c.x default 1"])
    // Not hashed: neither the name of a composite nor whether it is optional.
    #expect(
      try changes(body(x), body(x, optional: "NO")) == [
        "attribute changed E c optional YES NO (it becomes required and has no default)"
      ])
  }

  @Test func renamedDerivedAttributeKeepsTheHash() throws {
    func body(_ name: String) -> String {
      #"<entity name="E">\#(a)<attribute name="\#(name)" optional="YES" derived="YES" "#
        + #"derivationExpression="a" attributeType="String" elementID="d"/></entity>"#
    }
    #expect(try changes(body("d"), body("e")) == ["attribute renamed E e d e storage"])
    // Before `a`, it takes another place among the properties.
    #expect(try changes(body("d"), body("A")) == ["attribute renamed E A d A storage hash"])
  }

  @Test func farEndsUnderNewNames() throws {
    func body(_ entity: String, _ name: String, _ more: String = "", _ moreEntity: String = "") -> String {
      #"<entity name="E"><relationship name="r" optional="YES" maxCount="1" destinationEntity="\#(entity)" inverseName="\#(name)" inverseEntity="\#(entity)"/></entity>"#
        + #"<entity name="\#(entity)" \#(moreEntity)><relationship name="\#(name)" optional="YES" toMany="YES" destinationEntity="E" inverseName="r" inverseEntity="E" \#(more)/></entity>"#
    }
    #expect(
      try changes(body("F", "to"), body("G", "back", #"elementID="to""#, #"elementID="F""#)) == [
        "relationship changed E r destination F G hash", "relationship changed E r inverse to back hash",
        "entity renamed G F G storage hash", "entity changed G renaming identifier F",
        "relationship renamed G back to back storage hash",
        "relationship changed G back renaming identifier to",
      ])
  }

  @Test func modelsOwn() throws {
    #expect(
      try changes(
        #"<entity name="E">\#(a)</entity>"#,
        #"<entity name="E">\#(a)</entity><configuration name="C"><memberEntity name="E"/></configuration>"#)
        == ["configuration added C E"])
    func model(_ identifier: String) throws -> ManagedObjectModel {
      let text = #"<model userDefinedModelVersionIdentifier="\#(identifier)"><entity name="E"/></model>"#
      return try ManagedObjectModelReader.read(Array(text.utf8), name: "M", path: "M").model
    }
    let change = try #require(ModelDifference(from: model("1"), to: model("2")).changes.first)
    #expect(change.kind == .model && change.old == "1" && change.new == "2" && !change.changesHash)
  }

  @Test func ambiguousIdentifiers() throws {
    let old = #"<entity name="E">\#(a)</entity>"#
    let new =
      #"<entity name="E"><attribute name="b" optional="YES" attributeType="String" elementID="a"/><attribute name="c" optional="YES" attributeType="String" elementID="a"/></entity>"#
    let difference = ModelDifference(from: try Models.model(old), to: try Models.model(new))
    #expect(difference.changes.contains { $0.action == .ambiguous && $0.name == "a" })
    #expect(!difference.isInferable)
  }
}
