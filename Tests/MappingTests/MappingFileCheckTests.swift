@testable import CoreDataMapping
import CoreDataModel
import Diagnostics
import Testing

@Suite("Names in mapping files against two models")
struct MappingFileCheckTests {
  private func faults(_ lines: String) throws -> [Diagnostic] {
    let step = try #require(MappingText.read(MappingText.step(lines)).steps.first)
    return MappingFileCheck.diagnostics(
      of: step.value, from: try MappingModels.old(), to: try MappingModels.new(), file: MappingText.file)
  }

  @Test("What is right is not reported")
  func clean() throws {
    let faults = try faults(
      """
      entities:
      - {name: Book, set: {title: upper(title)}, values: {state: {from: legacyCode, map: {a: b}}}}
      - name: Contribution
        from: Book
        set: {role: "'primary'", place.city: "''"}
        connect: {book: objectID, author: author}
      - {name: Person, from: [Person, Tag], set: {name: email}}
      drop: [Tag, Book.legacyCode, Book.tags, Party.name, Person.name]
      merge:
      - {entity: Party, by: [name], keep: objectID}
      - {entity: Contribution, by: [role, author, place.city], keep: role DESC}
      defaults: {Book.title: "'untitled'", Party.name: "''", Contribution.place.city: "''"}
      """)
    #expect(faults.map(\.summary) == [])
  }

  @Test(
    "Every fault is found, with its line, column and keys",
    arguments: [
      (
        "entities:\n- {name: Bok, from: Bock}\n- {name: Party, from: Party}\n- {name: Contribution}",
        [
          "mapping.unknown-entity 5:14 steps[0].entities[0].name",
          "mapping.unknown-entity 5:25 steps[0].entities[0].from",
          "mapping.abstract-entity 6:14 steps[0].entities[1].name",
          "mapping.abstract-entity 6:27 steps[0].entities[1].from",
          "mapping.source-missing 7:14 steps[0].entities[2].name",
        ]
      ),
      (
        "entities:\n- name: Book\n  set: {titel: a, shown: a, contributionCount: a, tag: a, state: a}\n  values: {state: {from: a, map: {b: c}}}",
        [
          "mapping.unknown-property 6:13 steps[0].entities[0].set.titel",
          "mapping.not-stored 6:23 steps[0].entities[0].set.shown",
          "mapping.derived 6:33 steps[0].entities[0].set.contributionCount",
          "mapping.property-kind 6:55 steps[0].entities[0].set.tag",
          "mapping.defined-twice 7:16 steps[0].entities[0].values.state",
        ]
      ),
      (
        "entities:\n- name: Contribution\n  from: Book\n  set: {place: a, place.town: a}",
        [
          "mapping.property-kind 7:13 steps[0].entities[0].set.place",
          "mapping.unknown-property 7:23 steps[0].entities[0].set.place.town",
        ]
      ),
      (
        "entities:\n- name: Book\n  connect: {tag: tags, state: author, contributions: contributions, title: objectID}",
        [
          "mapping.property-kind 6:22 steps[0].entities[0].connect.tag",
          "mapping.property-kind 6:28 steps[0].entities[0].connect.state",
          "mapping.unknown-property 6:58 steps[0].entities[0].connect.contributions",
          "mapping.property-kind 6:73 steps[0].entities[0].connect.title",
        ]
      ),
      (
        "entities:\n- {name: Contribution, from: [Book, Tag], connect: {author: author, book: title}}",
        [
          "mapping.unknown-property 5:65 steps[0].entities[0].connect.author",
          "mapping.property-kind 5:79 steps[0].entities[0].connect.book",
          "mapping.unknown-property 5:79 steps[0].entities[0].connect.book",
        ]
      ),
      (
        "entities:\n- {name: Tag}\n- {name: Tag, from: Person}\n- {name: Tag, from: [Book, Tag]}",
        [
          "mapping.defined-twice 7:32 steps[0].entities[2].from[1]"
        ]
      ),
      (
        "drop: [Bok, Contribution, Party, Book.shown, Book.state, Boook.title, Person.recent, Person.nme]",
        [
          "mapping.unknown-entity 4:12 steps[0].drop[0]", "mapping.unknown-entity 4:17 steps[0].drop[1]",
          "mapping.abstract-entity 4:31 steps[0].drop[2]", "mapping.not-stored 4:38 steps[0].drop[3]",
          "mapping.unknown-property 4:50 steps[0].drop[4]", "mapping.unknown-entity 4:62 steps[0].drop[5]",
          "mapping.not-stored 4:75 steps[0].drop[6]", "mapping.unknown-property 4:90 steps[0].drop[7]",
        ]
      ),
      (
        "merge:\n- {entity: Persn, by: [a], keep: b}\n- {entity: Book, by: [contributions, shown, x], keep: 'tag, title, y'}\n- {entity: Tag, by: [word], keep: word}\n- {entity: Tag, by: [word], keep: word DESC}\n- {entity: Contribution, by: [place], keep: place}",
        [
          "mapping.unknown-entity 5:16 steps[0].merge[0].entity",
          "mapping.property-kind 6:27 steps[0].merge[1].by[0]",
          "mapping.not-stored 6:42 steps[0].merge[1].by[1]",
          "mapping.unknown-property 6:49 steps[0].merge[1].by[2]",
          "mapping.property-kind 6:59 steps[0].merge[1].keep",
          "mapping.unknown-property 6:59 steps[0].merge[1].keep",
          "mapping.defined-twice 8:16 steps[0].merge[3].entity",
          "mapping.property-kind 9:35 steps[0].merge[4].by[0]",
          "mapping.property-kind 9:49 steps[0].merge[4].keep",
        ]
      ),
      (
        "defaults: {Bok.title: a, Book.titel: a, Book.tag: a, Book.contributionCount: a}",
        [
          "mapping.unknown-entity 4:16 steps[0].defaults.Bok.title",
          "mapping.unknown-property 4:30 steps[0].defaults.Book.titel",
          "mapping.property-kind 4:45 steps[0].defaults.Book.tag",
          "mapping.derived 4:58 steps[0].defaults.Book.contributionCount",
        ]
      ),
    ] as [(String, [String])])
  func fault(_ lines: String, _ expected: [String]) throws {
    let faults = try faults(lines)
    #expect(MappingText.places(faults) == expected)
    #expect(faults.allSatisfy { $0.severity == .error && !$0.recovery.isEmpty })
  }

  @Test("What was meant is said where it can be told, and which version a name is of")
  func suggestions() throws {
    let faults = try faults("drop: [Bok, Contribution, Book.state, Book.titel]")
    #expect(
      faults.map(\.recovery) == [
        ["Did you mean `Book`?", "Name an entity of the source version Old."],
        ["It is an entity of the destination version New.", "Name an entity of the source version Old."],
        ["It has one in the destination version New.", "Name a property of Book in the source version Old."],
        ["Did you mean `title`?", "Name a property of Book in the source version Old."],
      ])
    #expect(faults.map(\.subject.entity) == ["Bok", "Contribution", "Book", "Book"])
    #expect(faults.map(\.subject.property) == [nil, nil, "state", "titel"])
    #expect(
      faults[3].summary
        == "Brew.yaml, line 4, column 43, steps[0].drop[3]: the entity Book has no property `titel` in the source version Old."
    )
  }
}
