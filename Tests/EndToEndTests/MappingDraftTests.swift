import CoreDataMapping
import CoreDataModel
import Diagnostics
import FileOperations
import Foundation
import Testing

@Suite("Plan: the draft of a mapping file")
struct MappingDraftTests {
  /// The draft, read back as it is and with every question taken out of its comment; both are held against the models.
  private static func draft(_ made: HandMade, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> (text: String, answered: MappingStep)
  {
    let path = made.workshop.scratch("mapping.yaml")
    let run = try Program.run([
      "plan", made.workshop.input(HandMade.store), "--model", made.workshop.input(HandMade.model),
      "--source-version", "V1", "--write-mapping", path,
    ])
    #expect([0, 1, 3].contains(run.status), "\(run.error)", sourceLocation: sourceLocation)
    let text = try made.workshop.scratch.text("mapping.yaml")
    let plain = try MappingFileReader.read(Array(text.utf8), file: "mapping.yaml")
    #expect(plain.steps.count == 1, sourceLocation: sourceLocation)
    var step = MappingStep()
    step.from = Located("V1")
    step.to = Located("V2")
    #expect(plain.steps.first?.value == step, "nothing is answered unasked", sourceLocation: sourceLocation)

    let lines = text.split(separator: "\n").map { line in
      line.hasPrefix("    # ") ? "    " + line.dropFirst("    # ".count) : line
    }
    let answered = try MappingFileReader.read(
      Array(lines.joined(separator: "\n").utf8), file: "mapping.yaml")
    let first = try #require(answered.steps.first?.value, sourceLocation: sourceLocation)
    let bundle = try ModelBundle(path: made.workshop.input(HandMade.model), with: FileOperations())
    let models = try ["V1", "V2"].map { try bundle.version(named: $0) }
    let faults = MappingFileCheck.diagnostics(of: first, from: models[0], to: models[1], file: "mapping.yaml")
    #expect(faults.map(\.summary) == [], "\(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
    return (text, first)
  }

  @Test("Every kind of question, each as the rule that would answer it")
  func questions() throws {
    let made = try HandMade.one(
      "Brew",
      [
        HandMade.attribute("notes"), HandMade.attribute("age", type: "Binary"), HandMade.attribute("code"),
        HandMade.attribute("order", type: "Integer 16"),
      ],
      [
        HandMade.attribute("tastingNotes"), HandMade.attribute("age", type: "Integer 16"),
        HandMade.attribute("code"), HandMade.attribute("chip", #"optional="NO""#, type: "UUID"),
        HandMade.attribute("nick", #"optional="NO""#, type: "Date"), HandMade.unique("code"),
      ], columns: "ZORDER INTEGER, ZAGE BLOB, ZCODE VARCHAR, ZNOTES VARCHAR",
      rows: "(1, 1, 1, 7, X'03', 'a', 'x'), (2, 1, 1, 8, X'04', 'a', NULL)")
    let (text, step) = try Self.draft(made)
    #expect(step.entities.count == 1)
    let rule = try #require(step.entities.first?.value)
    #expect(rule.name.value == "Brew" && rule.from == [])
    #expect(
      rule.set.map { "\($0.key.value): \($0.value.value)" } == [
        "tastingNotes: notes", "age: CAST(age AS INTEGER)",
      ])
    #expect(step.drop.map(\.value.text).sorted() == ["Brew.age", "Brew.notes", "Brew.order"])
    #expect(step.merge.map { "\($0.value.entity.value) \($0.value.by.map(\.value))" } == [#"Brew ["code"]"#])
    #expect(step.defaults.map(\.key.value.description).sorted() == ["Brew.chip", "Brew.nick"])
    #expect(text.contains("#       # Brew.notes looks renamed: same type, similar name"))
    #expect(text.contains("# plan.not-unique, 2: "))
  }

  @Test("Where nothing is open, the draft holds the step alone; what no rule answers stays a remark")
  func nothingOpen() throws {
    let plain = try HandMade.one(
      "Brew", [HandMade.attribute("notes")], [HandMade.attribute("notes")], columns: "ZNOTES VARCHAR",
      rows: "(1, 1, 1, 'x')")
    #expect(try Self.draft(plain).text.hasSuffix("steps:\n  - from: V1\n    to: V2\n"))

    let orphans = try HandMade.one(
      "Brew", [HandMade.attribute("notes")], [HandMade.attribute("notes")], columns: "ZNOTES VARCHAR",
      rows: "(1, 9, 1, 'x')")
    let (text, step) = try Self.draft(orphans)
    #expect(text.contains("    # # Open: Brew: source.orphan-rows, 1: "))
    #expect(step.entities.isEmpty && step.drop.isEmpty)
  }

  @Test(
    "A property whose name is no plain word is quoted in SQL, and an entity that looks renamed gets its rows")
  func names() throws {
    let made = try HandMade(
      HandMade.entity("Brew", "", HandMade.attribute("höhe"))
        + HandMade.entity("Old", "", HandMade.attribute("a")),
      HandMade.entity("Brew", "", HandMade.attribute("dieHöhe"))
        + HandMade.entity("New", "", HandMade.attribute("a")),
      entities: [.init(1, "Brew"), .init(2, "Old")],
      schema: """
        CREATE TABLE ZBREW (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZHÖHE VARCHAR);
        CREATE TABLE ZOLD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA VARCHAR);
        INSERT INTO ZBREW VALUES (1, 1, 1, 'x'); INSERT INTO ZOLD VALUES (1, 2, 1, 'y');
        """)
    let (_, step) = try Self.draft(made)
    #expect(
      step.entities.map(\.value).map { rule in
        "\(rule.name.value) <- \(rule.from.map(\.value)) \(rule.set.map { "\($0.key.value): \($0.value.value)" })"
      } == [#"New <- ["Old"] []"#, #"Brew <- [] ["dieHöhe: \"höhe\""]"#])
  }
}
