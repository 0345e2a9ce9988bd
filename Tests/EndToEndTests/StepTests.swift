import SQLite
import Testing

/// Runs of several steps.
@Suite("Several steps")
struct StepTests {
  /// Each version's identifier is the name in the one before: a direct step finds nothing.
  static func renames() throws -> Stairs {
    func item(_ attribute: String, _ more: String = "", _ link: String, _ linkMore: String = "") -> String {
      HandMade.entity(
        "Item", "", HandMade.attribute("title"), HandMade.attribute(attribute, more),
        HandMade.relationship(link, "Box", inverse: "items", linkMore), HandMade.index("byTitle", on: "title")
      )
        + HandMade.entity(
          "Box", "", HandMade.attribute("name"),
          HandMade.relationship("items", "Item", inverse: link, isToMany: true))
    }
    return try Stairs(
      [
        item("a", "", "p"), item("b", #"elementID="a""#, "q", #"elementID="p""#),
        item("c", #"elementID="b""#, "r", #"elementID="q""#),
      ],
      entities: [.init(1, "Box"), .init(2, "Item")],
      schema: """
        CREATE TABLE ZBOX ( \(Stairs.row), ZNAME VARCHAR );
        CREATE TABLE ZITEM ( \(Stairs.row), ZP INTEGER, ZA VARCHAR, ZTITLE VARCHAR );
        INSERT INTO ZBOX VALUES (1, 1, 1, 'one'), (2, 1, 1, '\(Program.canary)');
        INSERT INTO ZITEM VALUES (1, 2, 1, 1, 'x', 't1'), (5, 2, 3, 2, 'y', 't5'), (6, 2, 1, NULL, NULL, 't6');
        """)
  }

  @Test("Values and links go by every version; a direct step would lose them, and says which way keeps them")
  func walked() throws {
    let stairs = try Self.renames()
    let direct = try stairs.migrate()
    #expect(direct.status == 3)
    let lost = direct.report.findings("plan.attribute-dropped", "Item", "a")
    #expect(lost.first?.recovery.first?.contains("--via V2") ?? false, "\(lost.map(\.recovery))")
    let done = try stairs.migrate("--via", "V2")
    #expect(done.status == 0, "\(done.report.problems)")
    let again = try stairs.migrate("--via", "V2")
    #expect(again.outcome == "nothing-to-do", "\(again.report.problems)")
    #expect(
      try stairs.workshop.rows("SELECT Z_PK, Z_ENT, Z_OPT, ZR, ZC, ZTITLE FROM ZITEM ORDER BY 1").map {
        $0.map(\.described)
      }
        == [
          ["1", "2", "1", "1", "x", "t1"], ["5", "2", "3", "2", "y", "t5"], ["6", "2", "1", "-", "-", "t6"],
        ])
    #expect(done.report.has("steps.compared"))
    #expect(done.report.body.source.modelVersion == "V1" && done.report.body.destination.modelVersion == "V3")
    #expect(done.report.entity("Item")?.migrated == 3)
    #expect(done.report.relationship("Item", "p")?.connected == 2)
    #expect(
      done.report.body.steps?.map { "\($0.from) \($0.to) \($0.how) \($0.entities.map(\.read))" }
        == ["V1 V2 inferred [2, 3]", "V2 V3 inferred [2, 3]"])
    // The result has what every result has.
    #expect(
      try stairs.workshop.texts(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name LIKE '%BYTITLE%' COLLATE NOCASE")
        == ["1"])
  }

  @Test("A store enters at its own version", arguments: ["V2", "V3"])
  func entering(version: String) throws {
    let stairs = try Self.renames()
    _ = try stairs.migrate("--via", "V2", to: "V3.sqlite")
    _ = try stairs.migrate("--model-version", "V2", to: "V2.sqlite")
    try stairs.workshop.scratch.copy(stairs.workshop.output("\(version).sqlite"), to: "in/Own.sqlite")
    let done = try stairs.migrate("--via", "V2", store: "Own.sqlite")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(done.report.body.steps == nil && !done.report.has("steps.compared"))
    #expect(try stairs.workshop.texts("SELECT ZC FROM ZITEM ORDER BY Z_PK") == ["x", "y", "NULL"])
  }

  @Test("In place, and back; the same asked twice is done once, another way is another request")
  func inPlace() throws {
    let stairs = try Self.renames()
    let place = InPlace(stairs.workshop, HandMade.store, HandMade.model)
    let before = try place.bytes()
    #expect(try place.migrate("--via", "V2", "--dry-run").status == 0)
    let done = try place.migrate("--via", "V2")
    #expect(done.status == 0, "\(done.problems)")
    #expect(try place.rows("SELECT ZC FROM ZITEM ORDER BY Z_PK").first?.first == .text("x"))
    #expect(try place.migrate("--via", "V2").outcome == "nothing-to-do")
    #expect(try place.restore().status == 0)
    #expect(try place.bytes() == before)
    #expect(try place.migrate("--allow", "drop:Item.a", "--allow", "drop:Item.p").outcome != "nothing-to-do")
  }

  @Test("What stands in the way of any step is told before the first is done, and allowed by its names")
  func consents() throws {
    let box = HandMade.entity("Box", "", HandMade.attribute("name"))
    let stairs = try Stairs(
      [
        HandMade.entity("Item", "", HandMade.attribute("a"), HandMade.attribute("gone")) + box,
        HandMade.entity("Item", "", HandMade.attribute("b", #"elementID="a""#)) + box,
        HandMade.entity("Item", "", HandMade.attribute("n")),
      ],
      entities: [.init(1, "Box"), .init(2, "Item")],
      schema: """
        CREATE TABLE ZBOX ( \(Stairs.row), ZNAME VARCHAR );
        CREATE TABLE ZITEM ( \(Stairs.row), ZA VARCHAR, ZGONE VARCHAR );
        INSERT INTO ZBOX VALUES (1, 1, 1, '\(Program.canary)');
        INSERT INTO ZITEM VALUES (1, 2, 1, 'x', 'u'), (2, 2, 1, 'y', NULL);
        """)
    let blocked = try stairs.migrate("--via", "V2")
    #expect(blocked.status == 3)
    #expect(
      blocked.report.problems == [
        "error plan.attribute-dropped Item.b [1, 2]", "error plan.attribute-dropped Item.gone [1]",
        "error plan.entity-dropped Box [1]",
      ])
    #expect(
      blocked.report.findings("plan.attribute-dropped", "Item", "b").first?.summary
        .hasPrefix("In the step from V2 to V3: ") ?? false)
    #expect(blocked.report.body.steps?.count == 2)
    let unknown = try stairs.migrate("--via", "V2", "--allow", "drop:Item.n")
    #expect(unknown.report.problems == ["error consent.unknown-name  []"])
    let allowed = [
      "--allow", "drop:Item.b=2", "--allow", "drop:Item.gone", "--allow", "drop:Box", "--via", "V2",
    ]
    let done = try stairs.workshop.migrate(HandMade.store, HandMade.model, options: allowed)
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(done.report.covered == ["drop:Item.b": 2, "drop:Item.gone": 1, "drop:Box": 1])
    #expect(done.report.entity("Box")?.dropped == 1 && done.report.entity("Box")?.destination == nil)
  }

  @Test(
    "Wrong ways are refused before anything is written",
    arguments: [
      (["--via", "V4"], Int32(64), "steps.unknown-version"), (["--via", "V3,V2"], 64, "steps.out-of-order"),
      (["--via", "V2,V2"], 64, "steps.out-of-order"),
      (["--via", "V3", "--model-version", "V2"], 64, "steps.out-of-order"),
    ])
  func refused(options: [String], status: Int32, id: String) throws {
    let stairs = try Self.renames()
    let run = try stairs.workshop.migrate(HandMade.store, HandMade.model, options: options)
    #expect(run.status == status)
    #expect(run.report.problems == ["error \(id)  []"])
    #expect(try Program.run(["run", stairs.workshop.input(HandMade.store), "--via", "V2,,V3"]).status == 64)
  }
}

extension Value {
  /// For tables of expected rows.
  fileprivate var described: String {
    switch self {
    case .null: "-"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
