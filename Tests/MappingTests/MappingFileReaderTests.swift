@testable import CoreDataMapping
import CoreDataModel
import Testing

@Suite("Reading mapping files")
struct MappingFileReaderTests {
  /// The example of the command line's page.
  static let example = """
    version: 1
    steps:
      - from: Brew 1                     # model versions; may be left out when there is one step
        to: Brew 2
        entities:
          - name: Brew                   # destination entity
            from: Brew                   # source entity; default: the one inference finds
            where: rating IS NOT NULL    # rows left out are counted as dropped and need consent
            set:
              tastingNotes: coalesce(notes, '')
              brewingNotes: "''"
            connect:                     # destination relationship: source relationship, or objectID
              barista: person
          - name: Contribution           # a relationship becomes an entity
            from: Book
            where: author IS NOT NULL
            set: { role: "'primary'" }
            connect: { book: objectID, author: author }
        drop: [Tag, Book.legacyCode]     # consent, written down
        merge:
          - { entity: Person, by: [email], keep: updatedAt DESC }
    """

  private func entries<Value>(_ pairs: KeyValuePairs<String, Value>) -> [MappingEntry<String, Value>] {
    pairs.map { MappingEntry(Located($0.key), Located($0.value)) }
  }

  @Test("The example means what it says")
  func values() throws {
    let file = try MappingText.read(Self.example)
    var brew = EntityRule(name: Located("Brew"))
    brew.from = [Located("Brew")]
    brew.condition = Located("rating IS NOT NULL")
    brew.set = entries(["tastingNotes": "coalesce(notes, '')", "brewingNotes": "''"])
    brew.connect = entries(["barista": ConnectionSource("person")])
    var contribution = EntityRule(name: Located("Contribution"))
    contribution.from = [Located("Book")]
    contribution.condition = Located("author IS NOT NULL")
    contribution.set = entries(["role": "'primary'"])
    contribution.connect = entries([
      "book": ConnectionSource("objectID"), "author": ConnectionSource("author"),
    ])
    var step = MappingStep()
    step.from = Located("Brew 1")
    step.to = Located("Brew 2")
    step.entities = [Located(brew), Located(contribution)]
    step.drop = [Located(.entity("Tag")), Located(.property(PropertyKey("Book", "legacyCode")))]
    step.merge = [
      Located(
        MergeRule(
          entity: Located("Person"), by: [Located("email")],
          keep: Located([KeepTerm("updatedAt", isDescending: true)])))
    ]
    #expect(file == MappingFile(steps: [Located(step)]))
  }

  @Test("Everything keeps its place")
  func places() throws {
    let step = try #require(MappingText.read(Self.example).steps.first)
    #expect(step.place == MappingPlace(line: 3, column: 5, path: "steps[0]"))
    #expect(step.value.from?.place == MappingPlace(line: 3, column: 11, path: "steps[0].from"))
    let brew = step.value.entities[0]
    #expect(brew.place == MappingPlace(line: 6, column: 9, path: "steps[0].entities[0]"))
    #expect(brew.value.name.place == MappingPlace(line: 6, column: 15, path: "steps[0].entities[0].name"))
    let path = "steps[0].entities[0].set.brewingNotes"
    #expect(brew.value.set[1].key.place == MappingPlace(line: 11, column: 11, path: path))
    #expect(brew.value.set[1].value.place == MappingPlace(line: 11, column: 25, path: path))
    #expect(
      step.value.entities[1].value.connect[1].value.place
        == MappingPlace(line: 18, column: 44, path: "steps[0].entities[1].connect.author"))
    #expect(step.value.drop[1].place == MappingPlace(line: 19, column: 17, path: "steps[0].drop[1]"))
    let merge = step.value.merge[0].value
    #expect(merge.by[0].place == MappingPlace(line: 21, column: 32, path: "steps[0].merge[0].by[0]"))
    #expect(merge.keep.place == MappingPlace(line: 21, column: 46, path: "steps[0].merge[0].keep"))
  }

  static let everything = """
    {"version": 1, "steps": [
      {"from": "A", "to": "B", "entities": [
        {"name": "Book", "from": ["Novel", "Comic"], "on-invalid": "reject",
         "values": {"state": {"from": "code", "map": {"1": "new", "": "", "null": "none"}, "default": "other"}},
         "connect": {"owner": "(SELECT objectID FROM \\"Person\\" LIMIT 1)"}}],
       "drop": ["Place.address.street"],
       "defaults": {"Book.title": "'untitled'", "Book.address.street": "''"},
       "merge": [{"entity": "Person", "by": ["name", "email"], "keep": "a desc,  b,c ASC"}]},
      {"from": "B", "to": "C"}],
     "assert": [
      {"name": "all there", "on": "both", "query": "SELECT count(*) FROM \\"Book\\""},
      {"name": "titles", "on": "destination", "query": "SELECT 1", "expect": ""}]}
    """

  @Test("JSON, with every key of the format")
  func json() throws {
    let file = try MappingText.read(Self.everything)
    #expect(file.steps.map(\.value.from?.value) == ["A", "B"])
    let step = file.steps[0].value
    let book = step.entities[0].value
    #expect(book.from.map(\.value) == ["Novel", "Comic"])
    #expect(book.onInvalid?.value == .reject)
    let table = try #require(book.values.first?.value.value)
    #expect(table.from.value == "code")
    #expect(table.map == entries(["1": "new", "": "", "null": "none"]))
    #expect(table.fallback?.value == "other")
    #expect(book.connect.map(\.value.value.kind) == [.expression])
    #expect(step.drop.map(\.value) == [.property(PropertyKey("Place", "address.street"))])
    #expect(
      step.defaults.map(\.key.value)
        == [PropertyKey("Book", "title"), PropertyKey("Book", "address.street")])
    #expect(step.defaults.map(\.value.value) == ["'untitled'", "''"])
    #expect(
      step.merge[0].value.keep.value == [KeepTerm("a", isDescending: true), KeepTerm("b"), KeepTerm("c")])
    #expect(
      file.steps[1].value
        == {
          var step = MappingStep()
          step.from = Located("B")
          step.to = Located("C")
          return step
        }())
    #expect(file.assertions.map(\.value.on.value) == [.both, .destination])
    #expect(file.assertions.map(\.value.expect?.value) == [nil, ""])
  }

  @Test(
    "What a connection comes from is told by its form",
    arguments: [
      ("objectID", .objectID), ("person", .relationship), ("größe_2", .relationship),
      ("objectid", .relationship),
      ("\"person\"", .expression), ("person.objectID", .expression), ("max(a, b)", .expression),
    ] as [(String, ConnectionSource.Kind)])
  func connections(_ text: String, _ kind: ConnectionSource.Kind) {
    #expect(ConnectionSource(text).kind == kind)
  }

  @Test(
    "What can be dropped is told by its form",
    arguments: [
      ("A", "A"), ("A.b", "A.b"), ("A.b.c", "A.b.c"), ("", nil), (".", nil), ("A.", nil), (".b", nil),
      ("A..b", nil),
      ("A.b.", nil),
    ] as [(String, String?)])
  func drops(_ text: String, _ expected: String?) {
    #expect(DropRule(text)?.text == expected)
  }

  @Test("Steps need no names if there is one, and nothing else")
  func oneStep() throws {
    let file = try MappingText.read("version: '1'\nsteps: [{}]\n")
    #expect(file == MappingFile(steps: [Located(MappingStep())]))
  }
}
