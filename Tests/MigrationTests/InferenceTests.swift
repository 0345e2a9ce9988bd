import CoreDataMapping
import CoreDataModel
import Testing

@Suite("What becomes what, by two models")
struct InferenceTests {
  private typealias Named = (name: String, identifier: String?)

  private func model(_ entities: [EntityDescription]) throws -> ManagedObjectModel {
    try ManagedObjectModel(name: "M", entities: entities)
  }

  private func entity(
    _ name: String, under parent: String? = nil, isAbstract: Bool = false, identifier: String? = nil,
    _ attributes: [AttributeDescription] = [], _ relationships: [RelationshipDescription] = []
  ) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.superentity = parent
    entity.isAbstract = isAbstract
    entity.renamingIdentifier = identifier
    entity.attributes = attributes
    entity.relationships = relationships
    return entity
  }

  private func attribute(
    _ name: String, _ identifier: String? = nil, _ type: AttributeType = .string,
    _ change: (inout AttributeDescription) -> Void = { _ in }
  ) -> AttributeDescription {
    var attribute = AttributeDescription(name: name, type: type)
    attribute.renamingIdentifier = identifier
    attribute.isOptional = true
    change(&attribute)
    return attribute
  }

  private func link(_ name: String, to destination: String, inverse: String? = nil, identifier: String? = nil)
    -> RelationshipDescription
  {
    var relationship = RelationshipDescription(name: name, destinationEntity: destination)
    relationship.inverseName = inverse
    relationship.renamingIdentifier = identifier
    relationship.maxCount = 1
    return relationship
  }

  /// New name → old name of the attributes of one entity, and what is ambiguous.
  private func pairs(_ old: [(String, String?)], _ new: [(String, String?)]) throws
    -> (pairs: [String: String], dropped: [String], ambiguous: [String])
  {
    let plan = MappingInference.plan(
      from: try model([entity("E", old.map { attribute($0.0, $0.1) })]),
      to: try model([entity("E", new.map { attribute($0.0, $0.1) })]))
    let mapping = try #require(plan.mapping(ofSource: "E"))
    return (
      Dictionary(
        uniqueKeysWithValues: mapping.attributes.compactMap { found in
          found.source.map { (found.destination.name, $0.name) }
        }), mapping.droppedAttributes.map(\.name), plan.ambiguities.map(\.identifier)
    )
  }

  struct Renaming: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old, new: [(String, String?)]
    let pairs: [String: String]
    var dropped: [String] = []
    var ambiguous: [String] = []

    init(
      _ name: String, _ old: [(String, String?)], _ new: [(String, String?)], _ pairs: [String: String],
      dropped: [String] = [], ambiguous: [String] = []
    ) {
      (testDescription, self.old, self.new, self.pairs) = (name, old, new, pairs)
      (self.dropped, self.ambiguous) = (dropped, ambiguous)
    }
  }

  @Test(
    "Attributes",
    arguments: [
      Renaming("equal names", [("a", nil)], [("a", nil)], ["a": "a"]),
      Renaming("a renamed one", [("a", nil)], [("b", "a")], ["b": "a"]),
      Renaming("an identifier that lasts", [("b", "a")], [("c", "a")], ["c": "b"]),
      Renaming("one version skipped", [("a", nil)], [("c", "a")], ["c": "a"]),
      Renaming("the identifier is the name before", [("b", "a")], [("c", "b")], ["c": "b"]),
      Renaming("that does not reach over a version", [("a", nil)], [("c", "b")], [:], dropped: ["a"]),
      Renaming(
        "identifiers go before names", [("b", "a"), ("x", nil)], [("c", "b"), ("d", "a"), ("x", nil)],
        ["d": "b", "x": "x"]),
      Renaming("swapped", [("a", nil), ("b", nil)], [("a", "b"), ("b", "a")], ["a": "b", "b": "a"]),
      Renaming("the name given to a new one", [("a", nil)], [("b", "a"), ("a", "new")], ["b": "a"]),
      Renaming("equal names alone are not enough", [("a", "x")], [("a", nil)], [:], dropped: ["a"]),
      Renaming(
        "two that claim one", [("a", nil)], [("b", "a"), ("c", "a")], [:], dropped: ["a"], ambiguous: ["a"]),
      Renaming(
        "one that could be two", [("a", "x"), ("b", "x")], [("c", "x")], [:], dropped: ["a", "b"],
        ambiguous: ["x"]),
      Renaming(
        "two of one identifier that nobody asks for", [("a", "x"), ("b", "x")], [("c", nil)], [:],
        dropped: ["a", "b"]),
      Renaming("removed and added", [("a", nil)], [("b", nil)], [:], dropped: ["a"]),
    ])
  func attributes(renaming: Renaming) throws {
    let found = try pairs(renaming.old, renaming.new)
    #expect(found.pairs == renaming.pairs)
    #expect(found.dropped.sorted() == renaming.dropped)
    #expect(found.ambiguous == renaming.ambiguous)
  }

  @Test("Entities are paired as attributes are; what has no place is told from what became abstract")
  func entities() throws {
    let plan = MappingInference.plan(
      from: try model([entity("Car"), entity("Bike"), entity("Cart"), entity("Ship", isAbstract: true)]),
      to: try model([
        entity("Wagon", identifier: "Car"), entity("Cart", isAbstract: true), entity("Ship"),
        entity("Boat", identifier: "Raft"),
      ]))
    #expect(plan.destination(ofSource: "Car") == "Wagon")
    #expect(plan.mapping(ofSource: "Bike")?.dropped == .removed)
    #expect(plan.mapping(ofSource: "Cart")?.dropped == .abstract("Cart"))
    #expect(plan.mapping(ofSource: "Ship") == nil)
    #expect(plan.pairs == ["Wagon": "Car", "Cart": "Cart", "Ship": "Ship"])
    #expect(plan.ambiguities == [])
  }

  @Test("Two entities that claim one are an ambiguity of the model")
  func ambiguousEntities() throws {
    let plan = MappingInference.plan(
      from: try model([entity("Car")]),
      to: try model([entity("A", identifier: "Car"), entity("B", identifier: "Car")]))
    #expect(plan.ambiguities.map(\.entity) == [nil])
    #expect(plan.ambiguities.map(\.identifier) == ["Car"])
    #expect(plan.destination(ofSource: "Car") == nil)
  }

  @Test("Properties are found where a parent declares them now, or no longer does")
  func hierarchy() throws {
    let apart = try model([
      entity("Book", [attribute("title"), attribute("pages")], [link("owner", to: "Book")])
    ])
    let under = try model([
      entity("Item", isAbstract: true, [attribute("title")], [link("owner", to: "Item")]),
      entity("Book", under: "Item", [attribute("pages")]),
    ])
    let up = try #require(MappingInference.plan(from: apart, to: under).mapping(ofSource: "Book"))
    #expect(
      up.attributes.map { [$0.destination, $0.source] } == [
        [PropertyKey("Book", "pages"), PropertyKey("Book", "pages")],
        [PropertyKey("Item", "title"), PropertyKey("Book", "title")],
      ])
    #expect(
      up.relationships.map { [$0.destination, $0.source] } == [
        [PropertyKey("Item", "owner"), PropertyKey("Book", "owner")]
      ])
    let down = try #require(MappingInference.plan(from: under, to: apart).mapping(ofSource: "Book"))
    #expect(
      down.attributes.compactMap(\.source) == [PropertyKey("Book", "pages"), PropertyKey("Item", "title")])
    #expect(down.droppedAttributes == [] && down.droppedRelationships == [])
  }

  @Test(
    "Values are carried where types are equal, or integers grow; else converted where it is clear how",
    arguments: [
      (.integer16, .integer32, .copy), (.integer16, .integer64, .copy), (.integer32, .integer64, .copy),
      (.integer32, .integer16, converted(.integer32, .integer16)),
      (.boolean, .integer16, converted(.boolean, .integer16)),
      (.integer16, .boolean, converted(.integer16, .boolean)),
      (.double, .date, converted(.double, .date)), (.string, .uri, converted(.string, .uri)),
      (.string, .string, .copy), (.uuid, .binary, .incompatible), (.boolean, .double, .incompatible),
      (.transformable, .transformable, .copy), (.transformable, .binary, .incompatible),
    ] as [(AttributeType, AttributeType, AttributeMapping.Conversion)])
  func types(old: AttributeType, new: AttributeType, expected: AttributeMapping.Conversion) throws {
    let plan = MappingInference.plan(
      from: try model([entity("E", [attribute("a", nil, old)])]),
      to: try model([entity("E", [attribute("a", nil, new)])]))
    let found = try #require(plan.mapping(ofSource: "E")?.attributes.first)
    #expect(found.conversion == expected)
    #expect(found.isNew == (expected == .incompatible))
    // The old values are known to have been there: they are lost as "type changed", not as "dropped".
    #expect(plan.mapping(ofSource: "E")?.droppedAttributes == [])
  }

  private static func converted(_ from: AttributeType, _ to: AttributeType) -> AttributeMapping.Conversion {
    ValueConversion(from: from, to: to).map { .convert($0) } ?? .incompatible
  }

  @Test("The tag of external storage comes and goes")
  func externalStorage() throws {
    let plain = try model([entity("E", [attribute("a", nil, .binary)])])
    let external = try model([
      entity("E", [attribute("a", nil, .binary) { $0.allowsExternalBinaryDataStorage = true }])
    ])
    func conversion(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> AttributeMapping.Conversion? {
      MappingInference.plan(from: old, to: new).mapping(ofSource: "E")?.attributes.first?.conversion
    }
    #expect(conversion(plain, external) == .addTag)
    #expect(conversion(external, plain) == .removeTag)
    #expect(conversion(external, external) == .copy)
  }

  @Test("A default takes the place of NULL where an attribute is new or becomes required, and nowhere else")
  func defaults() throws {
    let one = DefaultValue.integer(1)
    func found(_ old: AttributeDescription?, _ new: AttributeDescription) throws -> AttributeMapping {
      let plan = MappingInference.plan(
        from: try model([entity("E", old.map { [$0] } ?? [])]), to: try model([entity("E", [new])]))
      return try #require(plan.mapping(ofSource: "E")?.attributes.first)
    }
    func integer(isOptional: Bool, _ value: DefaultValue?, _ type: AttributeType = .integer32)
      -> AttributeDescription
    {
      attribute("a", nil, type) {
        $0.isOptional = isOptional
        $0.defaultValue = value
      }
    }
    let required = integer(isOptional: false, one)
    let optional = integer(isOptional: true, one)
    #expect(try found(nil, required).valueForNull == one)
    #expect(try found(nil, optional).valueForNull == one)
    #expect(try found(optional, required).valueForNull == one)
    #expect(try found(optional, required).becomesRequired)
    #expect(try found(required, required).valueForNull == nil)
    #expect(try !found(required, required).becomesRequired)
    #expect(try found(required, optional).valueForNull == nil)
    #expect(try found(optional, optional).valueForNull == nil)
    #expect(try found(optional, integer(isOptional: false, nil)).valueForNull == nil)
    #expect(try found(nil, integer(isOptional: false, nil)).becomesRequired)
    #expect(try found(integer(isOptional: false, nil, .date), required).valueForNull == one)
    #expect(try found(integer(isOptional: false, nil, .string), required).valueForNull == nil)
    #expect(try found(integer(isOptional: false, nil, .string), required).valueForLoss == one)
    #expect(try found(integer(isOptional: false, nil, .string), optional).valueForLoss == nil)
  }

  @Test("Leaves follow their composite")
  func composites() throws {
    func composite(_ name: String, _ identifier: String?, _ leaves: [AttributeDescription], isOptional: Bool)
      -> AttributeDescription
    {
      attribute(name, identifier, .composite) {
        $0.compositeElements = leaves
        $0.isOptional = isOptional
      }
    }
    let plan = MappingInference.plan(
      from: try model([
        entity("E", [composite("person", nil, [attribute("name"), attribute("age")], isOptional: false)])
      ]),
      to: try model([
        entity(
          "E",
          [
            composite(
              "human", "person", [attribute("name") { $0.isOptional = false }, attribute("size")],
              isOptional: true)
          ])
      ]))
    let mapping = try #require(plan.mapping(ofSource: "E"))
    #expect(mapping.attributes.map(\.destination.name) == ["human.name", "human.size"])
    #expect(mapping.attributes.map(\.source?.name) == ["person.name", nil])
    #expect(mapping.attributes.map(\.destinationAttribute.isOptional) == [true, true])
    #expect(mapping.droppedAttributes == [PropertyKey("E", "person.age")])
  }

  @Test(
    "Relationships are paired by identifier, never with attributes; transient properties are no part of it")
  func relationships() throws {
    var fleeting = link("fleeting", to: "E")
    fleeting.isTransient = true
    let old = try model([
      entity(
        "E", [attribute("text"), attribute("shade") { $0.isTransient = true }],
        [link("next", to: "E"), link("gone", to: "E"), fleeting])
    ])
    let new = try model([
      entity(
        "E", [attribute("gone"), attribute("shade")],
        [link("after", to: "E", identifier: "next"), link("text", to: "E"), link("fleeting", to: "E")])
    ])
    let mapping = try #require(MappingInference.plan(from: old, to: new).mapping(ofSource: "E"))
    #expect(
      mapping.relationships.map { [$0.destination, $0.source] } == [
        [PropertyKey("E", "after"), PropertyKey("E", "next")]
      ])
    #expect(mapping.droppedRelationships == [PropertyKey("E", "gone")])
    #expect(mapping.addedRelationships == [PropertyKey("E", "fleeting"), PropertyKey("E", "text")])
    #expect(mapping.droppedAttributes == [PropertyKey("E", "text")])
    #expect(mapping.attributes.allSatisfy { $0.source == nil })
  }

  @Test("A relationship of a parent is fed by each entity below it")
  func origins() throws {
    let old = try model([
      entity("A", [], [link("mate", to: "A")]), entity("B", [], [link("friend", to: "A")]),
      entity("C", under: "B"),
    ])
    let new = try model([
      entity("P", isAbstract: true, [], [link("mate", to: "P", identifier: "mate")]), entity("A", under: "P"),
      entity("B", under: "P", [], [link("friend", to: "P")]), entity("C", under: "B"),
    ])
    let plan = MappingInference.plan(from: old, to: new)
    let mate = plan.origins(of: PropertyKey("P", "mate"))
    #expect(mate.map(\.source) == [PropertyKey("A", "mate")])
    #expect(mate.map(\.entities) == [["A"]])
    #expect(plan.origins(of: PropertyKey("B", "friend")).map(\.entities) == [["B", "C"]])
  }
}
