import Testing

/// Derived attributes whose values nothing gives back: they are data like any other.
@Suite("Derived attributes: losses")
struct DerivedLossTests {
  private typealias Shape = DerivedAttributeTests

  private func store(_ target: String) throws -> HandMade {
    try HandMade(
      HandMade.entity("Note", "", HandMade.attribute("title"), Shape.derived("stamp", "now()", type: "Date")),
      HandMade.entity("Note", "", HandMade.attribute("title"), target),
      entities: [.init(1, "Note")],
      schema: """
        CREATE TABLE ZNOTE ( \(Shape.row), ZSTAMP TIMESTAMP, ZTITLE VARCHAR );
        INSERT INTO ZNOTE VALUES (1, 1, 1, 700000000.5, 'One'), (2, 1, 1, NULL, 'Two');
        """)
  }

  @Test(
    "A time of change that goes, or changes its type, is a loss that needs a consent",
    arguments: ["", HandMade.attribute("stamp")])
  func timeOfChange(_ target: String) throws {
    let made = try store(target)
    let given = ["--source-version", "V1", "--allow", "unverified-hash:Note"]
    let stopped = try made.workshop.migrate(HandMade.store, HandMade.model, options: given)
    #expect(stopped.status == 3)
    let id = target.isEmpty ? "plan.attribute-dropped" : "plan.type-changed"
    #expect(stopped.report.findings(id).map(\.oldKeys) == [[1]])
    #expect(!stopped.report.has("plan.derived-dropped"))
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: given + ["--allow", "drop:Note.stamp"])
    #expect(done.status == 0)
  }

  @Test("Without a model there is no other version: --model-version is wrong usage")
  func versionWithoutModel() throws {
    let fixture = try Fixture("library-1")
    let run = try fixture.workshop.migrate(fixture.store, nil, options: ["--model-version", "Library 2"])
    #expect(run.status == 64 && run.report.has("model.no-such-version"))
  }
}
