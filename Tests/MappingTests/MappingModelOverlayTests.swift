import CoreDataModel
import Diagnostics
import Testing

@testable import CoreDataMapping

@Suite("Mapping files beside mapping models")
struct MappingModelOverlayTests {
  private typealias Entity = MappingModelText.Entity
  private typealias Property = MappingModelText.Property

  private static let call = ArchivedExpression.function(
    target: .classNamed("App.Functions"), selector: "titleOf:", arguments: [.keyPath(of: .source, "note")])

  /// A class of the app, a function, a predicate and a link that nobody knows.
  private func translation() throws -> (MappingModelSample, MappingModelTranslation) {
    let sample = try MappingModelSample()
    let cover = Entity("Book", "Cover", ["migrationpolicyclassname": "App.CoverPolicy"]).with(
      [Property("image", .keyPath(of: .source, "cover"))], [.links("book", "$source", by: "BookToBook")])
    let book = MappingModelSample.book(
      [Property("title", Self.call), Property("weight", .constant(.real(1)))],
      [.links("editor", by: "PersonToPerson")], ["sourcefilterpredicatestring": "title MATCHES 'a'"])
    return (sample, try sample.translate([book, cover] + MappingModelSample.rest(without: ["Book"])))
  }

  private func beside(_ lines: String) throws -> MappingStep {
    try #require(MappingText.read(MappingText.step(lines)).steps.first).value
  }

  private static let all = [
    "unknownPredicate BookToBook: Book ",
    "customFunction BookToBook: Book.title FUNCTION(App.Functions, titleOf:, $source.note)",
    "unknownExpression BookToBook: Book.editor a mapping without a key path",
    "policyClass BookToCover: Cover App.CoverPolicy",
  ]

  @Test(
    "A file answers just what it says",
    arguments: [
      ("from: Old", [0, 1, 2, 3]), ("entities: [{name: Cover}]", [0, 1, 2]),
      ("entities: [{name: Cover, from: Book}]", [0, 1, 2]),
      ("entities: [{name: Cover, from: Tag}]", [0, 1, 2, 3]),
      ("entities: [{name: Book}]", [0, 1, 2, 3]),
      ("entities: [{name: Book, set: {title: note}}]", [0, 2, 3]),
      ("entities: [{name: Book, set: {pages: '1'}}]", [0, 1, 2, 3]),
      ("entities: [{name: Book, values: {title: {from: note, map: {a: b}}}}]", [0, 2, 3]),
      ("entities: [{name: Book, where: sold}]", [1, 2, 3]),
      ("entities: [{name: Book, connect: {editor: author}}]", [0, 1, 3]),
      (
        "entities: [{name: Book, where: sold, set: {title: note}, connect: {editor: author}}, {name: Cover}]",
        []
      ),
    ])
  func answers(_ lines: String, _ open: [Int]) throws {
    let (sample, translation) = try translation()
    #expect(translation.openQuestions.map(\.line) == Self.all)
    let result = MappingStep.overlay(translation, with: try beside(lines))
    #expect(result.openQuestions.map(\.line) == open.map { Self.all[$0] })
    #expect(try MappingCompilation.faults(of: result.step, from: sample.source) == [])
  }

  @Test("What the file says wins, and the rest of the translation stays")
  func wins() throws {
    let (_, translation) = try translation()
    let result = translation.overlaid(
      with: try beside(
        """
        from: A
        entities:
        - {name: Book, where: sold, set: {title: note, weight: '2.0'}, connect: {editor: author}, on-invalid: block}
        - {name: Cover, set: {size: '1'}, connect: {book: (NULL)}}
        - {name: Tag, from: Person}
        drop: [Tag]
        """))
    #expect(
      MappingModelSample.lines(result.step) == [
        "- name: Book", "  from: Book", "  where: sold", "  set:", "    title: note", "    weight: 2.0",
        "  connect:", "    editor: author", "  on-invalid: block", "- name: Cover", "  from: Book", "  set:",
        "    image: '\"cover\"'", "    size: 1", "  connect:", "    book: (NULL)", "- name: Tag",
        "  from: Person",
      ] || MappingModelSample.lines(result.step).count > 18)
    #expect(result.step.from?.value == "A" && result.step.to?.value == "New")
    #expect(result.step.drop.map(\.value) == [.entity("Tag")])
    #expect(result.openQuestions == [])
  }

  @Test("An item without `from` is of every source entity whose rows become rows of it")
  func everySource() throws {
    let sample = try MappingModelSample()
    let translation = try sample.translate(
      MappingModelSample.rest() + [Entity("Person", "Tag").with([Property("word", .constant(.text("x")))])])
    let result = translation.overlaid(with: try beside("entities: [{name: Tag, set: {word: \"'y'\"}}]"))
    #expect(
      result.step.entities.map {
        "\($0.value.name.value) \($0.value.from.map(\.value)) \($0.value.set[0].value.value)"
      }
        == ["Tag [\"Person\"] 'y'", "Tag [\"Tag\"] 'y'"])
    // Of a destination entity that the mapping model says nothing of, it stays as it is.
    let other = translation.overlaid(
      with: try beside("entities: [{name: Cover, from: [Tag, Book]}, {name: Cover}]"))
    #expect(other.step.entities.suffix(2).map { $0.value.from.map(\.value) } == [["Tag", "Book"], []])
  }

  @Test("A class that makes rows of nothing that is fetched may be answered by any item of its entity")
  func withoutSource() throws {
    let sample = try MappingModelSample()
    let translation = try sample.translate(
      MappingModelSample.rest() + [Entity(nil, "Cover", ["migrationpolicyclassname": "App.Maker"])])
    #expect(translation.openQuestions.map(\.line) == ["policyClass Cover: Cover App.Maker"])
    #expect(translation.openQuestions[0].answer == "entities: [{name: Cover, from: ENTITY}]")
    #expect(
      translation.overlaid(with: try beside("entities: [{name: Cover, from: Tag}]")).openQuestions == [])
    #expect(translation.overlaid(with: try beside("entities: [{name: Tag}]")).openQuestions.count == 1)
  }

  @Test("Items of one step have places of their own, by which rules are told apart")
  func places() throws {
    let sample = try MappingModelSample()
    let translation = try sample.translate([
      Entity("Person", "Tag"), Entity("Tag", "Tag"), Entity("Book", "Tag"),
    ])
    let result = translation.overlaid(with: try beside("entities: [{name: Tag, set: {word: \"'y'\"}}]"))
    let places = result.step.entities.map(\.value.name.place)
    #expect(places.count == 5 && Set(places).count == 5)
  }

  @Test("Rows that a class of the app makes nothing of may be dropped")
  func dropped() throws {
    let sample = try MappingModelSample()
    let translation = try sample.translate(
      MappingModelSample.rest(without: ["Tag"]) + [
        Entity("Tag", nil, ["migrationpolicyclassname": "App.Gone"])
      ])
    #expect(translation.openQuestions.map(\.line) == ["policyClass Tag: nothing App.Gone"])
    #expect(translation.openQuestions[0].answer == "drop: [Tag]")
    #expect(translation.overlaid(with: try beside("drop: [Tag]")).openQuestions == [])
    #expect(translation.overlaid(with: try beside("drop: [Book]")).openQuestions.count == 1)
    #expect(
      translation.overlaid(with: try beside("entities: [{name: Cover, from: Tag}]")).openQuestions == [])
    #expect(
      MappingModelSample.lines(translation.written).suffix(3) == [
        "# Open: what becomes of rows of Tag is decided by the app's class `App.Gone`.", "- name: '?'",
        "  from: Tag",
      ])
    let faults = MappingFileCheck.diagnostics(
      of: translation.written, from: sample.source, to: sample.destination, file: "x")
    #expect(faults.map(\.id) == [.mappingUnknownEntity])
  }

  @Test("What is still open is told with its place, its code and the lines that answer it")
  func diagnostics() throws {
    let (_, translation) = try translation()
    let diagnostics = translation.openQuestions.map { $0.diagnostic(file: MappingModelText.file) }
    #expect(diagnostics.allSatisfy { $0.id == .mappingNeedsCode && $0.severity == .error })
    #expect(
      diagnostics.map { $0.summary.drop { $0 != ":" } } == [
        ": which rows of Book it takes cannot be translated.",
        ": Book.title comes from code of the app, `FUNCTION(App.Functions, titleOf:, $source.note)`.",
        ": Book.editor cannot be translated, `a mapping without a key path`.",
        ": what becomes of rows of Book is decided by the app's class `App.CoverPolicy`.",
      ])
    #expect(diagnostics.allSatisfy { $0.summary.hasPrefix("Step.xcmappingmodel, line ") })
    #expect(diagnostics[1].summary.contains(", entity mapping `BookToBook`: "))
    #expect(diagnostics.map(\.subject.property) == [nil, "title", "editor", nil])
    #expect(
      translation.openQuestions.map(\.answer) == [
        "entities: [{name: Book, from: Book, where: \"SQL\"}]",
        "entities: [{name: Book, from: Book, set: {title: \"SQL\"}}]",
        "entities: [{name: Book, from: Book, connect: {editor: \"SQL\"}}]",
        "entities: [{name: Cover, from: Book}]",
      ])
    // Each answers its own question, as it stands there.
    for (index, question) in translation.openQuestions.enumerated() {
      let rest = translation.overlaid(with: try beside(question.answer)).openQuestions.map(\.line)
      #expect(rest == Self.all.indices.filter { $0 != index }.map { Self.all[$0] })
    }
  }

  @Test("Written alone, it stops every run until all is answered")
  func written() throws {
    let (sample, translation) = try translation()
    let lines = MappingModelSample.lines(translation.written)
    #expect(
      lines.prefix(12) == [
        "- name: Book", "  from: Book",
        "  # Open: which rows of Book it takes cannot be translated.", "  where: '?'", "  set:",
        "    weight: 1.0",
        "    # Open: Book.title comes from code of the app, `FUNCTION(App.Functions, titleOf:, $source.note)`.",
        "    title: '?'", "  connect:",
        "    # Open: Book.editor cannot be translated, `a mapping without a key path`.", "    editor: '?'",
        "- name: Cover",
      ])
    #expect(try MappingCompilation.faults(of: translation.written, from: sample.source).count == 4)
  }
}
