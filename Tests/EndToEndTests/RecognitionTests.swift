import Foundation
import SQLite
import Testing

/// How a store's version is found where hashes and the models named do not do it alone.
@Suite("Recognition: models that nobody named, and newer stores")
struct RecognitionTests {
  private static let first = Fixture.model + "/Library.xcdatamodel"
  private static let second = Fixture.model + "/Library 2.xcdatamodel"

  /// The store with no model beside it; versions can be put elsewhere.
  private func alone(_ name: String) throws -> Fixture {
    let fixture = try Fixture(name)
    try fixture.workshop.scratch.makeFolder("in/models")
    for version in Fixture.versions {
      try fixture.workshop.scratch.copy(
        fixture.workshop.input("\(Fixture.model)/\(version).xcdatamodel"),
        to: "in/models/\(version)/\(version).xcdatamodel")
    }
    try fixture.workshop.scratch.remove("in/\(Fixture.model)")
    return fixture
  }

  @Test("The other versions in the bundle of a version that was named tell the source")
  func siblings() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.scratch.copy(fixture.workshop.input(Fixture.model), to: "in/models/\(Fixture.model)")
    try fixture.workshop.scratch.remove("in/\(Fixture.model)")
    for path in [Self.second, Self.second + "/contents"] {
      let done = try fixture.workshop.migrate(
        fixture.store, "models/" + path, options: [], to: "\(path.count).sqlite")
      #expect(done.status == 0)
      #expect(done.report.body.source.modelVersion == "Library")
      #expect(done.report.body.source.recognisedBy == "version-hashes")
      #expect(done.report.findings("source.model-discovered").count == 1)
      try fixture.checkRows("Library 2", in: "\(path.count).sqlite")
    }
  }

  @Test("A model beside the store tells the source, and without --model is the one it stays of")
  func beside() throws {
    let fixture = try alone("library-1")
    let lone = "models/Library 2/Library 2.xcdatamodel"
    let stopped = try fixture.workshop.migrate(fixture.store, lone)
    #expect(stopped.status == 4 && stopped.report.has("model.version-unknown"))
    let none = try fixture.workshop.migrate(fixture.store, nil, options: [])
    #expect(none.status == 4 && none.report.has("model.none-for-store"))

    try fixture.workshop.bring(Places.fixtures + "/" + Fixture.model, as: Fixture.model)
    let done = try fixture.workshop.migrate(fixture.store, lone)
    #expect(done.status == 0 && done.report.findings("source.model-discovered").count == 1)
    try fixture.checkRows("Library 2")
    let own = try fixture.workshop.migrate(fixture.store, nil, options: [], to: "Own.sqlite")
    #expect(own.status == 0 && own.report.body.destination.modelVersion == "Library")
    try fixture.checkRows("Library", in: "Own.sqlite")
    let seen = try fixture.workshop.inspect(fixture.store)
    #expect(seen.version["name"] == .text("Library") && seen.version["answer"] == .text("version"))
    #expect(seen.findings("source.model-discovered").count == 1)
  }

  @Test("What was named counts before what was found")
  func named() throws {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate(version: "Library")
    #expect(done.status == 0 && done.report.findings("source.model-discovered").isEmpty)
  }

  @Test("A store whose identifier comes after those of every model is newer than all of them")
  func identifier() throws {
    let fixture = try alone("library-2")
    let older = "models/Library/Library.xcdatamodel"
    let refused = try fixture.workshop.migrate(fixture.store, older)
    #expect(refused.status == 4)
    #expect(refused.report.problems == ["error model.version-newer  []"])
    let finding = try #require(refused.report.findings("model.version-newer").first)
    #expect(finding.summary.contains("2.0") && finding.summary.contains("1.0"))
    let seen = try fixture.workshop.inspect(fixture.store, ["--model", fixture.workshop.input(older)])
    #expect(seen.version["answer"] == .text("newer") && seen.version["name"] == .null)
    #expect(seen.problems == ["warning model.version-newer 1"])
    // The other way round it is an older one, of which nothing is known.
    let first = try alone("library-1")
    let unknown = try first.workshop.migrate(first.store, "models/Library 2/Library 2.xcdatamodel")
    #expect(unknown.status == 4 && unknown.report.has("model.version-unknown"))
  }

  @Test("A store whose tables have all that the newest model has, and more, looks newer")
  func structure() throws {
    let entity = HandMade.entity
    let made = try HandMade(
      entity("Song", "", HandMade.attribute("title"), HandMade.attribute("year")),
      entity("Song", "", HandMade.attribute("title")),
      entities: [.init(1, "Song")],
      schema: """
        CREATE TABLE ZSONG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZYEAR VARCHAR);
        INSERT INTO ZSONG VALUES (1, 1, 1, 'a', 'b');
        """, isRecognised: true)
    let newest = "lone/V2.xcdatamodel"
    try made.workshop.scratch.copy(
      made.workshop.input("\(HandMade.model)/V2.xcdatamodel"), to: "in/\(newest)")
    try made.workshop.scratch.copy(
      made.workshop.input("\(HandMade.model)/V1.xcdatamodel"), to: "in/first/V1.xcdatamodel")
    try made.workshop.scratch.remove("in/\(HandMade.model)")
    let refused = try made.workshop.migrate(HandMade.store, newest)
    #expect(refused.status == 4)
    #expect(refused.report.problems == ["error model.version-newer  []"])
    #expect(refused.report.findings("model.version-newer").first?.summary.contains("ZSONG.ZYEAR") == true)
    // A person who knows better says so, and what goes is asked for by name.
    let told = try made.workshop.migrate(
      HandMade.store, newest, "--source-model", made.workshop.input("first/V1.xcdatamodel"))
    #expect(told.report.problems.first?.hasPrefix("error plan.target-older") == false)
    #expect(told.status == 3 && told.report.has("plan.attribute-dropped"))
  }
}
