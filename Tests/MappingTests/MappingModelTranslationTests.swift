import CoreDataModel
import Testing

@testable import CoreDataMapping

@Suite("Translating mapping models")
struct MappingModelTranslationTests {
  private typealias Entity = MappingModelText.Entity
  private typealias Property = MappingModelText.Property

  /// The lines of the translation of books with these properties, and what is open.
  private func book(
    _ attributes: [Property] = [], _ relationships: [Property] = [], _ fields: [String: String] = [:]
  ) throws -> (lines: [String], open: [String]) {
    try translate(
      [MappingModelSample.book(attributes, relationships, fields)]
        + MappingModelSample.rest(without: ["Book"]))
  }

  private func translate(_ entities: [Entity]) throws -> (lines: [String], open: [String]) {
    let sample = try MappingModelSample()
    let translation = try sample.translate(entities)
    #expect(try MappingCompilation.faults(of: translation.step, from: sample.source) == [])
    let faults = MappingFileCheck.diagnostics(
      of: translation.step, from: sample.source, to: sample.destination, file: "x")
    #expect(faults.map(\.summary) == [])
    return (MappingModelSample.lines(translation.step), translation.openQuestions.map(\.line))
  }

  @Test("What inference does by itself is not said")
  func nothing() throws {
    let result = try translate(MappingModelSample.rest())
    #expect(result.lines == [] && result.open == [])
  }

  @Test(
    "Values",
    arguments: [
      (
        "title", .keyPath(of: .source, "author.name"),
        "(SELECT linked.\"name\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\")"
      ),
      (
        "title", .keyPath(of: .source, "author.boss.name"),
        "(SELECT linked.\"name\" FROM \"Person\" AS linked WHERE linked.objectID = (SELECT linked.\"boss\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\"))"
      ),
      (
        "title", .keyPath(of: .keyPath(of: .source, "author"), "name"),
        "(SELECT linked.\"name\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\")"
      ),
      ("title", .keyPath(of: .source, "note"), "'\"note\"'"),
      ("title", .keyPath(of: .source, "place.city"), "'\"place.city\"'"),
      ("title", .constant(.text("it's")), "'''it''''s'''"), ("title", .constant(.null), "NULL"),
      ("pages", .constant(.integer(3)), "3"), ("pages", .constant(.null), "NULL"),
      ("pages", .keyPath(of: .source, "sold"), "'\"sold\"'"),
      (
        "pages", .keyPath(of: .source, "tags.@count"),
        "(SELECT count(*) FROM \"Book.tags\" WHERE owner = \"Book\".objectID)"
      ),
      ("weight", .constant(.integer(3)), "3.0"), ("weight", .constant(.real(0.25)), "0.25"),
      ("weight", .keyPath(of: .source, "pages"), "CAST(\"pages\" AS REAL)"),
      ("sold", .constant(.boolean(true)), "1"), ("sold", .constant(.integer(0)), "0"),
      ("printed", .constant(.date(12.5)), "12.5"), ("cover", .constant(.data([0, 0xAB])), "x'00AB'"),
    ] as [(String, ArchivedExpression, String)])
  func values(_ name: String, _ expression: ArchivedExpression, _ sql: String) throws {
    let result = try book([Property(name, expression)])
    #expect(result.lines == ["- name: Book", "  from: Book", "  set:", "    \(name): \(sql)"])
    #expect(result.open == [])
  }

  @Test(
    "Values that need code, or that nobody knows",
    arguments: [
      ("title", .constant(.integer(3)), "unknownExpression", "a constant of another type"),
      ("title", .constant(.other("App.Thing")), "unknownExpression", "a constant of another type"),
      ("place", .constant(.text("x")), "unknownExpression", "a constant of another type"),
      ("title", .keyPath(of: .source, "pages"), "unknownExpression", "$source.pages, whose type is another"),
      ("sold", .keyPath(of: .source, "pages"), "unknownExpression", "$source.pages, whose type is another"),
      (
        "pages", .keyPath(of: .source, "weight"), "unknownExpression", "$source.weight, whose type is another"
      ),
      ("title", .keyPath(of: .source, "nowhere"), "unknownExpression", "$source.nowhere"),
      ("title", .keyPath(of: .source, "author"), "unknownExpression", "$source.author"),
      ("title", .keyPath(of: .source, "tags.word"), "unknownExpression", "$source.tags.word"),
      ("title", .source, "unknownExpression", "$source"),
      (
        "title", .keyPath(of: .variable("entityMapping"), "userInfo.x"), "unknownExpression",
        "$entityMapping.userInfo.x"
      ),
      ("title", .other("NSTernaryExpression"), "unknownExpression", "NSTernaryExpression"),
      (
        "title",
        .function(
          target: .variable("entityPolicy"), selector: "title:from:",
          arguments: [.constant(.text("secret")), .keyPath(of: .source, "note")]), "customFunction",
        "FUNCTION($entityPolicy, title:from:, a constant, $source.note)"
      ),
      (
        "title", .function(target: .keyPath(of: .source, "note"), selector: "uppercaseString", arguments: []),
        "customFunction", "FUNCTION($source.note, uppercaseString)"
      ),
    ] as [(String, ArchivedExpression, String, String)])
  func open(_ name: String, _ expression: ArchivedExpression, _ kind: String, _ text: String) throws {
    let result = try book([Property(name, expression)])
    #expect(result.open == ["\(kind) BookToBook: Book.\(name) \(text)"])
    #expect(result.lines == [])
  }

  @Test("A value that is left behind is said: the default, or none")
  func left() throws {
    var book = MappingModelSample.book()
    book.attributes.removeAll { ["pages", "note", "cover", "place", "remark"].contains($0.name) }
    let result = try translate([book] + MappingModelSample.rest(without: ["Book"]))
    let note = "    # The mapping model gives it no value."
    #expect(
      result.lines == [
        "- name: Book", "  from: Book", "  set:", note, "    cover: NULL", note, "    pages: 7", note,
        "    place.city: NULL", note, "    remark: NULL",
      ])
  }

  @Test("What Xcode makes of a renaming identifier is not known")
  func renaming() throws {
    let result = try book([Property("remark")])
    #expect(
      result.open == [
        "unknownExpression BookToBook: Book.remark no expression, while its renaming identifier is that of note"
      ])
  }

  @Test("Nor where a property of the same name is there too")
  func renamingAmongNames() throws {
    let old = try MappingModels.model(
      """
      <entity name="A"><attribute name="x" optional="YES" attributeType="String"/>
      <attribute name="y" optional="YES" attributeType="String"/>
      <relationship name="r" optional="YES" maxCount="1" destinationEntity="A"/>
      <relationship name="s" optional="YES" maxCount="1" destinationEntity="A"/></entity>
      """, named: "Old")
    let new = try MappingModels.model(
      """
      <entity name="A"><attribute name="x" optional="YES" attributeType="String" elementID="y"/>
      <relationship name="r" optional="YES" maxCount="1" destinationEntity="A" elementID="s"/></entity>
      """, named: "New")
    let model = try MappingModelText.read([Entity("A", "A").with([Property("x")], [.links("r")])])
    let translation = MappingModelTranslator.translate(model, from: old, to: new)
    #expect(
      translation.openQuestions.map(\.line) == [
        "unknownExpression AToA: A.x no expression, while its renaming identifier is that of y",
        "unknownExpression AToA: A.r no expression, while its renaming identifier is that of s",
      ])
  }

  @Test("A whole with parts goes part by part")
  func composite() throws {
    let same = try book([Property("place", .keyPath(of: .source, "place"))])
    #expect(same.lines == [] && same.open == [])
    let part = try book([Property("place", .keyPath(of: .source, "place.city"))])
    #expect(part.open == ["unknownExpression BookToBook: Book.place $source.place.city"])
  }

  @Test("Rows of another entity: every property is said")
  func otherEntity() throws {
    let cover = Entity("Book", "Cover", ["sourcefilterpredicatestring": "cover != nil"]).with(
      [Property("image", .keyPath(of: .source, "cover")), Property("size")],
      [.links("book", "$source", by: "BookToBook")])
    let result = try translate([cover] + MappingModelSample.rest())
    #expect(
      result.lines == [
        "- name: Cover", "  from: Book", "  where: '\"cover\" IS NOT NULL'", "  set:",
        "    image: '\"cover\"'",
        "    size: 1.5", "  connect:", "    book: objectID",
      ])
    #expect(result.open == [])
  }

  @Test("Rows that no entity mapping takes are not left behind in silence")
  func leftBehind() throws {
    let result = try translate(
      [Entity("Tag", nil, ["mappingtypename": "Remove"]), Entity(nil, "Cover")]
        + MappingModelSample.rest(without: ["Tag", "Person"]) + [
          Entity("Person", "Tag").with([Property("word")])
        ])
    #expect(
      result.lines == [
        "- name: Tag", "  from: Person", "  set:", "    word: NULL",
        "# No entity mapping makes rows of Person from rows of Person.", "# They become rows of Tag.",
        "- name: Person", "  from: Person", "  where: 0",
        "# No entity mapping takes rows of Tag: Core Data leaves them behind.",
        "# Write `where: 1` to keep them.", "- name: Tag", "  from: Tag", "  where: 0",
      ])
  }

  @Test("Links")
  func links() throws {
    #expect(
      try book([], [.links("editor", "$source.author", by: "PersonToPerson")]).lines == [
        "- name: Book", "  from: Book", "  connect:", "    editor: author",
      ])
    #expect(
      try book([], [.links("editor", "$source.author.boss", by: "PersonToPerson")]).lines.last
        == "    editor: (SELECT linked.\"boss\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\")"
    )
    let byRelationship = ArchivedExpression.function(
      target: .manager, selector: DestinationInstances.ofRelationship,
      arguments: [.constant(.text("author")), .keyPath(of: .source, "author")])
    #expect(try book([], [Property("editor", byRelationship)]).lines.last == "    editor: author")
    // The other end of the link says it.
    #expect(try book([], [Property("author", .constant(.null))]).lines == [])
    // Neither end says it.
    let tag = Entity("Tag", "Tag").with([Property("word")], [Property("books")])
    let result = try translate(
      [MappingModelSample.book([], [Property("tags")]), tag]
        + MappingModelSample.rest(without: ["Book", "Tag"]))
    let note = "    # The mapping model connects it to nothing."
    #expect(
      result.lines == [
        "- name: Book", "  from: Book", "  connect:", note, "    tags: (NULL)", "- name: Tag", "  from: Tag",
        "  connect:", note, "    books: (NULL)",
      ])
  }

  @Test(
    "Links that nobody knows",
    arguments: [
      (
        .links("editor", "$source.tags", by: "TagToTag"), "the entity mapping TagToTag, which leads elsewhere"
      ),
      (.links("editor", "$source.author", by: "Nobody"), "the entity mapping Nobody, which leads elsewhere"),
      (
        .links("editor", "$source", by: "PersonToPerson"),
        "the entity mapping PersonToPerson, which starts elsewhere"
      ),
      (.links("editor", by: "PersonToPerson"), "a mapping without a key path"),
      (.links("tags", "$source.author.books.tags", by: "TagToTag"), "$source.author.books.tags"),
      (
        .links("author", "$source.author.team", by: "PersonToPerson"),
        "$source.author.team, which leads to several"
      ),
      (Property("editor", .keyPath(of: .source, "author")), "$source.author"),
    ] as [(MappingModelText.Property, String)])
  func unknownLinks(_ property: MappingModelText.Property, _ text: String) throws {
    let result = try book([], [property])
    #expect(result.open == ["unknownExpression BookToBook: Book.\(property.name) \(text)"])
  }

  @Test("Links by code of the app")
  func customLinks() throws {
    let call = ArchivedExpression.function(
      target: .variable("entityPolicy"), selector: "editorOf:", arguments: [.source])
    #expect(
      try book([], [Property("editor", call)]).open == [
        "customFunction BookToBook: Book.editor FUNCTION($entityPolicy, editorOf:, $source)"
      ])
  }

  @Test("Rows that became several by several mappings are not linked by one of them alone")
  func oneOfSeveral() throws {
    let result = try translate(
      [
        MappingModelSample.book([], [.links("editor", "$source.author", by: "PersonToPerson")]),
        Entity("Tag", "Person").with([Property("name")]), Entity("Person", "Tag").with([Property("word")]),
      ] + MappingModelSample.rest(without: ["Book"]))
    #expect(result.open == [])
    let sample = try MappingModelSample()
    var model = try MappingModelText.read(
      [MappingModelSample.book([], [.links("editor", "$source.author", by: "PersonToPerson")])]
        + MappingModelSample.rest(without: ["Book"]))
    var second = try #require(model.entityMappings.first { $0.name == "PersonToPerson" })
    second.name = "Again"
    model.entityMappings.append(second)
    let twice = MappingModelTranslator.translate(model, from: sample.source, to: sample.destination)
    #expect(
      twice.openQuestions.map(\.line) == [
        "unknownExpression BookToBook: Book.editor the entity mapping PersonToPerson alone, and not Again"
      ])
    #expect(
      MappingFileCheck.diagnostics(
        of: twice.step, from: sample.source, to: sample.destination, file: "x"
      ).map(\.id) == [])
  }

  @Test("Names that these versions do not have are told by the check of mapping files")
  func names() throws {
    let sample = try MappingModelSample()
    let translation = try sample.translate([
      Entity("Boook", "Book"), Entity("Book", "Nothing"),
      Entity("Tag", "Tag").with([Property("word"), Property("wrod")], [.links("books"), .links("boks")]),
    ])
    let faults = MappingFileCheck.diagnostics(
      of: translation.step, from: sample.source, to: sample.destination, file: "Step.xcmappingmodel")
    #expect(
      faults.map(\.id) == [
        .mappingUnknownEntity, .mappingUnknownEntity, .mappingUnknownProperty, .mappingUnknownProperty,
      ])
    #expect(faults.allSatisfy { $0.summary.hasPrefix("Step.xcmappingmodel, line ") })
  }
}
