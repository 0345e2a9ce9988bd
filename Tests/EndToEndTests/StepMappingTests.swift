import SQLite
import Testing

/// Steps that mapping files describe.
@Suite("Several steps: mapping files")
struct StepMappingTests {
  private static func stairs() throws -> Stairs {
    func item(_ attributes: String) -> String {
      HandMade.entity("Item", "", HandMade.attribute("title"), attributes)
    }
    return try Stairs(
      [
        item(HandMade.attribute("a")), item(HandMade.attribute("b")), item(HandMade.attribute("c")),
        item(HandMade.attribute("d", #"elementID="c""#)),
      ],
      entities: [.init(1, "Item")],
      schema: """
        CREATE TABLE ZITEM ( \(Stairs.row), ZA VARCHAR, ZTITLE VARCHAR );
        INSERT INTO ZITEM VALUES (1, 1, 1, 'x', 'one'), (3, 1, 2, 'y', '\(Program.canary)'), (4, 1, 1, NULL, 'four');
        """)
  }

  private static func step(_ from: String, _ to: String, _ set: String) -> String {
    "  - from: \(from)\n    to: \(to)\n    entities:\n      - name: Item\n        set: { \(set) }\n"
  }

  private static let first = step("V1", "V2", #"b: "upper(a)""#)
  private static let second = step("V2", "V3", #"c: "b || '!'""#)
  private static let third = "  - from: V3\n    to: V4\n"

  private func write(_ steps: String, _ name: String, _ stairs: Stairs) throws -> [String] {
    ["--mapping", try stairs.workshop.scratch.write("version: 1\nsteps:\n" + steps, to: "in/\(name)")]
  }

  @Test("A value that one step sets is there for the next, whatever the order of the files")
  func values() throws {
    let stairs = try Self.stairs()
    let files =
      try write(Self.second + Self.third, "Later.yaml", stairs) + write(Self.first, "Earlier.yaml", stairs)
    let done = try stairs.workshop.migrate(HandMade.store, HandMade.model, options: files)
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(
      done.report.body.steps?.map { "\($0.from) \($0.to) \($0.how) \($0.mapping ?? "-")" }
        == ["V1 V2 mapping Earlier.yaml", "V2 V3 mapping Later.yaml", "V3 V4 mapping Later.yaml"])
    #expect(try stairs.workshop.texts("SELECT ZD FROM ZITEM ORDER BY Z_PK") == ["X!", "Y!", "NULL"])
    #expect(try stairs.workshop.texts("SELECT ZTITLE FROM ZITEM WHERE Z_PK = 4") == ["four"])
    #expect(done.report.entity("Item")?.migrated == 3)
    // One of the second version begins with the second step.
    _ = try stairs.workshop.migrate(
      HandMade.store, HandMade.model, options: files + ["--model-version", "V2"], to: "Two.sqlite")
    try stairs.workshop.scratch.copy(stairs.workshop.output("Two.sqlite"), to: "in/Two.sqlite")
    let later = try stairs.workshop.migrate("Two.sqlite", HandMade.model, options: files, to: "Four.sqlite")
    #expect(later.report.body.steps?.map(\.from) == ["V2", "V3"])
    #expect(
      try stairs.workshop.texts("SELECT ZD FROM ZITEM ORDER BY Z_PK", in: "Four.sqlite") == [
        "X!", "Y!", "NULL",
      ])
  }

  @Test("In place: a run that is killed between steps is begun again")
  func killed() throws {
    let stairs = try Self.stairs()
    let files = try write(Self.first + Self.second + Self.third, "Steps.yaml", stairs)
    let place = InPlace(stairs.workshop, HandMade.store, HandMade.model)
    let before = try place.bytes()
    for fault in ["step.remove:1:kill", "step.remove:1:fail:EIO"] {
      let run = try place.migrate(files[0], files[1], fault: fault)
      #expect(fault.hasSuffix("kill") ? run.isKilled : run.status == 2, "\(fault): \(run.run)")
      #expect(try place.bytes() == before)
    }
    #expect(try place.migrate(files[0], files[1]).status == 0)
    #expect(try place.rows("SELECT ZD FROM ZITEM ORDER BY Z_PK").first?.first == .text("X!"))
  }

  @Test("A value that a step converts is compared at its step")
  func converted() throws {
    func item(_ type: String, _ name: String, _ more: String = "") -> String {
      HandMade.entity("Item", "", HandMade.attribute(name, more, type: type))
    }
    let stairs = try Stairs(
      [item("Integer 16", "n"), item("String", "n"), item("String", "m", #"elementID="n""#)],
      entities: [.init(1, "Item")],
      schema: "CREATE TABLE ZITEM ( \(Stairs.row), ZN INTEGER ); INSERT INTO ZITEM VALUES (1, 1, 1, 42);")
    let done = try stairs.migrate("--via", "V2")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(try stairs.workshop.texts("SELECT ZM FROM ZITEM") == ["42"])
    #expect(done.report.findings("steps.compared")[0].summary.contains("0 attributes value by value"))
  }

  @Test("Faulty steps are refused, and a gap says how to fill it")
  func refused() throws {
    let stairs = try Self.stairs()
    func run(_ options: [String]) throws -> Workshop.Import {
      try stairs.workshop.migrate(HandMade.store, HandMade.model, options: options)
    }
    let gap = try write(Self.first + Self.second, "Steps.yaml", stairs)
    let stopped = try run(gap)
    #expect(stopped.status == 3)
    #expect(stopped.report.problems == ["error steps.gap  []"])
    #expect(stopped.report.findings("steps.gap")[0].recovery.contains { $0.contains("--via V2,V3") })
    #expect(try run(gap + ["--via", "V2,V3"]).status == 0)
    #expect(try run(gap + ["--via", "V3"]).report.problems.first == "error steps.off-walk  []")
    let one = Self.step("V1", "V4", #"d: a"#)
    let ways = try run(write(one, "One.yaml", stairs) + gap)
    #expect(ways.report.problems == ["error steps.two-ways  []"])
    let cases = [
      (Self.first + "  - from: V2\n    to: V1\n", "steps.backwards"),
      ("  - from: V1\n    to: V1\n", "steps.cycle"), (Self.step("V1", "V9", "d: a"), "steps.unknown-version"),
    ]
    for (text, id) in cases {
      let refused = try run(write(text, "Wrong.yaml", stairs))
      #expect(refused.status == 64)
      #expect(refused.report.problems.first == "error \(id)  []", "\(refused.report.problems)")
      try stairs.workshop.scratch.remove("in/Wrong.yaml")
    }
    let unnamed = try write("  - drop: [Item.a]\n", "Unnamed.yaml", stairs)
    #expect(try run(gap + unnamed).report.problems.first == "error steps.unnamed  []")
  }
}
