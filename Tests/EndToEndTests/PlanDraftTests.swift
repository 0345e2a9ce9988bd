import CoreDataMapping
import CoreDataModel
import FileOperations
import Foundation
import Testing

@Suite("Plan: drafts that go on with mapping files")
struct PlanDraftTests {
  /// The draft as it is, and with every question taken out of its comment; each step is held against its models.
  ///
  /// - Parameter isOpen: whether there is a `?` in it, which is no SQL.
  private static func draft(
    _ workshop: Workshop, _ options: [String], status: Int32, isOpen: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (text: String, plain: MappingFile, answered: MappingFile) {
    let path = workshop.scratch("draft.yaml")
    try? FileManager.default.removeItem(atPath: path)
    let model = workshop.input(Scene.bundle)
    let run = try Program.run(
      ["plan", workshop.input(Scene.store), "--model", model, "--write-mapping", path] + options)
    #expect(run.status == status, "\(run.output)\(run.error)", sourceLocation: sourceLocation)
    let text = try workshop.scratch.text("draft.yaml")
    #expect(!text.contains("ruled0"), sourceLocation: sourceLocation)
    #expect(text.contains(": '?'") == isOpen, "\(text)", sourceLocation: sourceLocation)
    let plain = try MappingFileReader.read(Array(text.utf8), file: "draft.yaml")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("    # ") ? "    " + line.dropFirst("    # ".count) : line
    }
    let answered = try MappingFileReader.read(Array(lines.joined(separator: "\n").utf8), file: "draft.yaml")
    let bundle = try ModelBundle(path: model, with: FileOperations())
    for step in (plain.steps + answered.steps).map(\.value) {
      let names = try [step.from, step.to].map { try #require($0, sourceLocation: sourceLocation).value }
      let models = try names.map { try bundle.version(named: $0) }
      let faults = MappingFileCheck.diagnostics(of: step, from: models[0], to: models[1], file: "draft.yaml")
      #expect(faults.map(\.summary) == [], "\(text)", sourceLocation: sourceLocation)
    }
    return (text, plain, answered)
  }

  @Test("Rules that were given stay, and new questions stand where they belong")
  func given() throws {
    let scene = try Scene(
      ["Brew: notes, age binary, gone, rating int", "Brew: tasting!, age int, code!, rating int"],
      rows: "Brew 1 notes='sweet' age=X'01' gone='g'")
    let map = try scene.mapping(
      """
      steps:
        - entities: [{ name: Brew, set: { tasting: "coalesce(notes,\\n\\n'')" } }]
      assert:
        - { name: rows, on: both, query: SELECT count(*) FROM Brew }
      """)
    let (text, plain, answered) = try Self.draft(scene.workshop, ["--mapping", map], status: 3)
    let kept = try #require(plain.steps.first?.value)
    #expect(plain.steps.count == 1 && kept.entities.count == 1 && kept.drop.isEmpty && kept.defaults.isEmpty)
    #expect(
      kept.entities[0].value.set.map { "\($0.key.value): \($0.value.value)" } == [
        "tasting: coalesce(notes,\n\n'')"
      ])
    #expect(plain.assertions.map(\.value.name.value) == ["rows"])
    let full = try #require(answered.steps.first?.value)
    #expect(full.entities.count == 1, "\(text)")
    #expect(full.entities[0].value.set.map(\.key.value) == ["tasting", "code", "age"], "\(text)")
    #expect(full.drop.map(\.value.text).sorted() == ["Brew.age", "Brew.gone"])
    #expect(full.defaults.map(\.key.value.description) == ["Brew.code"])
    // What was drafted is taken as what was given.
    let again = try scene.plan("--mapping", scene.workshop.scratch("draft.yaml"), status: 3)
    #expect(try again.obstacles == scene.plan("--mapping", map, status: 3).obstacles)
  }

  @Test("Steps stand in one file in their order, also those not taken; rows that become one stay one rule")
  func several() throws {
    let scene = try Scene(
      ["T: n", "T: n, key, unique(key)", "T: n, key, unique(key)", "T: n, key, unique(key), more"],
      rows: "T 1 n='a'\nT 2 n='a'")
    let map = try scene.mapping(
      """
      steps:
        - from: V1
          to: V2
          entities: [{ name: T, set: { key: n } }]
          merge: [{ entity: T, by: [key], keep: objectID }]
        - { from: V2, to: V3 }
        - { from: V3, to: V4, drop: [T.n] }
      """)
    let (_, plain, _) = try Self.draft(
      scene.workshop, ["--mapping", map, "--model-version", "V3"], status: 0)
    #expect(
      plain.steps.map { "\($0.value.from?.value ?? "") \($0.value.to?.value ?? "")" } == [
        "V1 V2", "V2 V3", "V3 V4",
      ])
    #expect(plain.steps[0].value.merge.count == 1 && plain.steps[0].value.entities.count == 1)
    #expect(plain.steps[2].value.drop.map(\.value.text) == ["T.n"])
  }

  @Test(
    "Mapping models are written as rules, with a ? where only code knows, and with what is said beside them",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func mappingModels() throws {
    let workshop = try Workshop()
    let folder = "\(CorpusStore.root)/wibosco__CoreDataMigration-Example/progressive"
    let name = "CoreDataMigration_Example"
    try workshop.bring("\(folder)/models/\(name).xcdatamodeld", as: "Model.xcdatamodeld")
    try workshop.bring("\(folder)/stores/\(name)_1.sqlite", as: Scene.store)
    var options = ["--via", "\(name) 2,\(name) 3,\(name) 4"]
    for mapping in ["Migration1to2.xcmappingmodel", "Migration2to3.xcmappingmodel"] {
      try workshop.bring("\(folder)/mappings/\(mapping)", as: mapping)
      options += ["--mapping", workshop.input(mapping)]
    }
    let blocked = try Self.draft(workshop, options, status: 3, isOpen: true)
    #expect(
      blocked.text.contains("# Open: what becomes of rows of Post is decided by the app's class"),
      "\(blocked.text)")
    #expect(
      blocked.plain.steps.compactMap { $0.value.to?.value } == [2, 3, 4].map { "\(name) \($0)" },
      "\(blocked.text)")
    try workshop.scratch.write(
      """
      version: 1
      steps:
        - from: \(name) 2
          to: \(name) 3
          entities:
            - { name: Post, from: Post }
            - { name: Color, from: Post, set: { hex: hexColor }, connect: { post: objectID } }
      """, to: "in/Beside.yaml")
    let answered = try Self.draft(
      workshop, options + ["--mapping", workshop.input("Beside.yaml")], status: 0)
    #expect(answered.text.contains("hex: hexColor"), "\(answered.text)")
    // The draft stands alone: it does what the mapping models and the file beside them do.
    let plan = try workshop.plan(
      Scene.store,
      [
        "--model", workshop.input("Model.xcdatamodeld"), "--mapping", workshop.scratch("draft.yaml"), "--via",
        options[1],
      ],
      status: 0)
    #expect(plan.entities(step: 1).sorted() == ["Post -> Color 1001 split", "Post -> Post 1001 split"])
  }
}
