import Foundation
import Testing

@Suite("Plan: entities and links that look renamed")
struct PlanEntityTests {
  private static func store(_ first: String, _ second: String) throws -> HandMade {
    try HandMade(
      first, second, entities: [.init(1, "Author"), .init(2, "Book")],
      schema: """
        CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
        CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWRITER INTEGER, ZTITLE VARCHAR);
        INSERT INTO ZAUTHOR VALUES (1, 1, 1, 'A'), (2, 1, 1, 'B');
        INSERT INTO ZBOOK VALUES (1, 2, 1, 1, 'x'), (2, 2, 1, NULL, 'y');
        """)
  }

  private static func book(_ relationship: String, _ destination: String, inverse: String = "books") -> String
  {
    HandMade.entity(
      "Book", "", HandMade.attribute("title"),
      HandMade.relationship(relationship, destination, inverse: inverse))
  }

  private static func author(_ name: String, _ inverse: String, books: String = "books") -> String {
    HandMade.entity(
      name, "", HandMade.attribute("name"),
      HandMade.relationship(books, "Book", inverse: inverse, isToMany: true))
  }

  @Test("A relationship whose two ends have other names")
  func relationship() throws {
    let made = try Self.store(
      Self.author("Author", "writer") + Self.book("writer", "Author"),
      Self.author("Author", "author", books: "works") + Self.book("author", "Author", inverse: "works"))
    let plan = try made.plan(status: 3)
    #expect(
      plan.proposals == [
        "Author.books -> Author.works 1: same destination, the only one of its type",
        "Book.writer -> Book.author 1: same destination, the only one of its type",
      ])
    #expect(
      plan.body["proposals"].list.last?["mapping"].list.compactMap(\.string)
        == ["entities:", "  - name: Book", "    connect:", "      author: writer"])
    #expect(plan.changes.contains("Book.writer -> - 1 dropped"))
    #expect(plan.changes.contains("- -> Book.author 2 new"))
  }

  @Test("A relationship whose inverse has its counterpart loses nothing, and is no question")
  func inverse() throws {
    let made = try Self.store(
      Self.author("Author", "writer") + Self.book("writer", "Author"),
      Self.author("Author", "author") + Self.book("author", "Author"))
    let plan = try made.plan(status: 0)
    #expect(plan.proposals == [])
    #expect(plan.changes == ["Book.writer -> Book.author 2 renamed"])
    #expect(try made.migrate().status == 0)
    #expect(try made.workshop.texts("SELECT ZAUTHOR FROM ZBOOK ORDER BY Z_PK") == ["1", "NULL"])
  }

  @Test("An entity: by its name, or by half of its properties", arguments: ["Authors", "Person"])
  func entity(_ name: String) throws {
    let made = try Self.store(
      Self.author("Author", "writer") + Self.book("writer", "Author"),
      Self.author(name, "writer") + Self.book("writer", name))
    let plan = try made.plan(status: 3)
    let reasons = name == "Authors" ? "same properties, similar name" : "same properties"
    #expect(plan.proposals == ["Author -> \(name) 2: \(reasons)"])
    #expect(plan.entities == ["Author -> - 2 dropped", "Book -> Book 2 kept", "- -> \(name) 0 new"])
    #expect(plan.obstacles.contains("plan.entity-dropped Author 2 [1, 2]"))
    // The properties of an entity that goes go with it; the text does not repeat it for each.
    #expect(plan.changes.contains("Author.name -> - 2 dropped"))
    #expect(!plan.text.contains("its rows have no place"))
  }

  @Test("An entity that has nothing in common with the new one is not proposed")
  func stranger() throws {
    let made = try Self.store(
      Self.author("Author", "writer") + Self.book("writer", "Author"),
      HandMade.entity("Shop", "", HandMade.attribute("street"))
        + HandMade.entity("Book", "", HandMade.attribute("title")))
    let plan = try made.plan(status: 3)
    #expect(plan.proposals == [])
  }

  @Test(
    "What a parent declares that goes is said once, not for each subentity, and is shown below the parent")
  func parents() throws {
    let parent = #"parentEntity="Item""#
    let made = try HandMade(
      HandMade.entity("Item", #"isAbstract="YES""#, HandMade.attribute("mark"), HandMade.attribute("name"))
        + HandMade.entity("Book", parent) + HandMade.entity("Disc", parent) + HandMade.entity("Tape", parent),
      HandMade.entity("Book", "", HandMade.attribute("name"))
        + HandMade.entity("Disc", "", HandMade.attribute("name")),
      entities: [
        .init(1, "Item"), .init(2, "Book", below: 1), .init(3, "Disc", below: 1), .init(4, "Tape", below: 1),
      ],
      schema: """
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMARK VARCHAR, ZNAME VARCHAR);
        INSERT INTO ZITEM VALUES (1, 2, 1, 'x', 'a'), (2, 3, 1, 'y', 'b'), (3, 3, 1, NULL, 'c');
        """)
    let plan = try made.plan(status: 3)
    #expect(
      plan.changes == [
        "Item.mark -> - 2 dropped", "Item.mark -> - 0 dropped", "Item.name -> - 0 dropped",
        "Item.name -> Book.name 1 moved", "Item.name -> Disc.name 2 moved",
      ])
    #expect(plan.entities.first { $0.hasPrefix("Item") } == "Item -> - 0 dropped")
    #expect(plan.text.contains("moved -> Book.name: same name; Book declares it now"))
    #expect(!plan.text.contains("its rows have no place"))
  }
}
