import CoreDataModel
import Testing

@Suite("What a derivation says")
struct DerivationTests {
  static func model(_ expression: String, _ type: AttributeType = .integer64) throws -> ManagedObjectModel {
    func attribute(_ name: String, _ type: AttributeType, _ expression: String? = nil) -> AttributeDescription
    {
      var attribute = AttributeDescription(name: name, type: type)
      attribute.derivationExpression = expression
      return attribute
    }
    func relationship(_ name: String, _ destination: String, _ inverse: String?, many: Bool = false)
      -> RelationshipDescription
    {
      var relationship = RelationshipDescription(name: name, destinationEntity: destination)
      relationship.inverseName = inverse
      relationship.isToMany = many
      return relationship
    }
    func entity(
      _ name: String, under parent: String? = nil, _ attributes: [AttributeDescription],
      _ relationships: [RelationshipDescription] = []
    ) -> EntityDescription {
      var entity = EntityDescription(name: name)
      entity.superentity = parent
      entity.attributes = attributes
      entity.relationships = relationships
      return entity
    }
    var image = attribute("image", .binary)
    image.allowsExternalBinaryDataStorage = true
    var passing = attribute("passing", .string)
    passing.isTransient = true
    return try ManagedObjectModel(
      name: "M",
      entities: [
        entity("Work", [attribute("name", .string)], [relationship("parts", "Part", "work", many: true)]),
        entity(
          "Book", under: "Work", [attribute("x", type, expression), attribute("size", .integer32)],
          [relationship("owner", "Person", nil), relationship("readers", "Person", nil, many: true)]),
        entity(
          "Being",
          [
            attribute("title", .string), attribute("age", .integer16), image, passing,
            attribute("y", .string, "now()"),
          ]),
        entity("Person", under: "Being", []),
        entity("Piece", [], [relationship("whole", "Whole", "pieces")]),
        entity("Half", under: "Piece", []),
        entity(
          "Whole", [attribute("x", .integer64, "pieces.@count")],
          [relationship("pieces", "Half", "whole", many: true)]),
        entity("Part", [], [relationship("work", "Work", "parts")]),
      ])
  }

  @Test("Counts of to-many relationships, own and inherited")
  func counts() throws {
    #expect(
      try Self.model("readers.@count").derivation(of: PropertyKey("Book", "x"))
        == .count(PropertyKey("Book", "readers")))
    #expect(
      try Self.model("parts.@count").derivation(of: PropertyKey("Book", "x"))
        == .count(PropertyKey("Work", "parts")))
  }

  @Test("Attributes at the end of a to-one, inherited ones too, of the same type or another integer")
  func values() throws {
    let owner = PropertyKey("Book", "owner")
    #expect(
      try Self.model("owner.title", .string).derivation(of: PropertyKey("Book", "x"))
        == .value(through: owner, attribute: PropertyKey("Being", "title")))
    #expect(
      try Self.model("owner.age").derivation(of: PropertyKey("Book", "x"))
        == .value(through: owner, attribute: PropertyKey("Being", "age")))
  }

  @Test(
    "Anything else is beyond the program",
    arguments: [
      "owner.@count", "readers.title", "owner.title.x", "title", "canonical:(name)", "now()", "owner.image",
      "owner.y",
      "owner.passing", "owner.nothing", "nothing.@count", "parts.@sum", "", ".", "owner.",
    ])
  func other(expression: String) throws {
    #expect(try Self.model(expression, .string).derivation(of: PropertyKey("Book", "x")) == .other)
  }

  @Test("A type that differs, an inverse that links others too, and what is not derived")
  func limits() throws {
    #expect(try Self.model("owner.title").derivation(of: PropertyKey("Book", "x")) == .other)
    // Piece.whole is Whole.pieces' inverse, and any Piece has it; Whole.pieces leads to halves only.
    #expect(try Self.model("now()").derivation(of: PropertyKey("Whole", "x")) == .other)
    #expect(try Self.model("now()").derivation(of: PropertyKey("Book", "size")) == nil)
    #expect(try Self.model("now()").derivation(of: PropertyKey("Book", "nothing")) == nil)
    #expect(!Derivation.other.isComputable)
    #expect(Derivation.count(PropertyKey("a", "b")).isComputable)
  }
}
