import CoreDataModel
import Testing

/// Several models as one.
@Suite struct ModelMergingTests {
  private func entity(_ name: String, _ attributes: String...) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.attributes = attributes.map { AttributeDescription(name: $0, type: .string) }
    return entity
  }

  private func model(
    _ name: String, _ entities: [EntityDescription], identifier: String = "",
    configurations: [String: [String]] = [:]
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      name: name, versionIdentifiers: [identifier], entities: entities, configurations: configurations)
  }

  @Test func entitiesOfAll() throws {
    let merged = try ManagedObjectModel(merging: [
      try model("A", [entity("Book", "title")], identifier: "1", configurations: ["Main": ["Book"]]),
      try model("B", [entity("Setting", "key")], configurations: ["Main": ["Setting"]]),
    ])
    #expect(merged.name == "A + B")
    #expect(merged.entities.map(\.name) == ["Book", "Setting"])
    #expect(merged.versionIdentifiers == ["1"])
    #expect(merged.configurations == ["Main": ["Book", "Setting"]])
    // Entities of one model know nothing of the other: the hashes are those they have alone.
    let alone = try VersionHash.hashes(of: model("B", [entity("Setting", "key")]))
    #expect(VersionHash.hashes(of: merged)["Setting"] == alone["Setting"])
  }

  @Test func oneModelIsItself() throws {
    let one = try model("A", [entity("Book", "title")], identifier: "")
    #expect(try ManagedObjectModel(merging: [one]) == one)
  }

  @Test func anEntityOfBothMustBeTheSame() throws {
    let book = entity("Book", "title")
    let first = try model("A", [book, entity("Page")])
    #expect(
      try ManagedObjectModel(merging: [first, try model("B", [book])]).entities.map(\.name) == [
        "Book", "Page",
      ])
    #expect(throws: ModelError.duplicateEntity(model: "A + B", entity: "Book")) {
      _ = try ManagedObjectModel(merging: [first, try model("B", [entity("Book", "name")])])
    }
  }

  @Test func whatContradictsItselfOnceMerged() throws {
    #expect(throws: ModelError.sameTable(model: "A + B", entity: "book", other: "Book")) {
      _ = try ManagedObjectModel(merging: [
        try model("A", [entity("Book", "a")]), try model("B", [entity("book", "b")]),
      ])
    }
  }
}
