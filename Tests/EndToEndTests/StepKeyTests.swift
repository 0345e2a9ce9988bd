import SQLite
import Testing

/// Keys that change on the way, and what else a result takes from the store that was given.
@Suite("Several steps: keys and accounts")
struct StepKeyTests {
  /// Bird and Fish apart, then below Animal, then with new names.
  private static func animals(_ constraint: String = "") throws -> Stairs {
    func below(_ note: String, _ mate: String, _ more: String, _ mateMore: String = "") -> String {
      HandMade.entity("Animal", #"isAbstract="YES""#, HandMade.attribute("n"))
        + HandMade.entity("Bird", #"parentEntity="Animal""#, HandMade.attribute(note, more))
        + HandMade.entity("Fish", #"parentEntity="Animal""#, HandMade.oneWay("eater", "Bird"))
        + HandMade.entity(
          "Zoo", "", HandMade.attribute("size", constraint, type: "Integer 32"),
          HandMade.relationship(mate, "Fish", inverse: "zoos", isToMany: true, mateMore))
    }
    func complete(_ text: String, _ inverse: String) -> String {
      text.replacing(
        HandMade.oneWay("eater", "Bird"),
        with: HandMade.oneWay("eater", "Bird")
          + HandMade.relationship("zoos", "Zoo", inverse: inverse, isToMany: true))
    }
    return try Stairs(
      [
        complete(
          HandMade.entity("Bird", "", HandMade.attribute("n"), HandMade.attribute("a"))
            + HandMade.entity("Fish", "", HandMade.attribute("n"), HandMade.oneWay("eater", "Bird"))
            + HandMade.entity(
              "Zoo", "", HandMade.attribute("size", type: "Integer 16"),
              HandMade.relationship("fish", "Fish", inverse: "zoos", isToMany: true)), "fish"),
        complete(below("b", "fish", #"elementID="a""#), "fish"),
        complete(below("c", "swarm", #"elementID="a""#, #"elementID="fish""#), "swarm"),
      ],
      entities: [.init(1, "Bird"), .init(2, "Fish"), .init(3, "Zoo")],
      schema: """
        CREATE TABLE ZBIRD ( \(Stairs.row), ZN VARCHAR, ZA VARCHAR );
        CREATE TABLE ZFISH ( \(Stairs.row), ZEATER INTEGER, ZN VARCHAR );
        CREATE TABLE ZZOO ( \(Stairs.row), ZSIZE INTEGER );
        CREATE TABLE Z_2ZOOS ( Z_2FISH INTEGER, Z_3ZOOS INTEGER, PRIMARY KEY (Z_2FISH, Z_3ZOOS) );
        INSERT INTO ZBIRD VALUES (1, 1, 1, 'b1', 'x'), (7, 1, 2, 'b7', '\(Program.canary)');
        INSERT INTO ZFISH VALUES (1, 2, 1, 7, 'f1'), (2, 2, 1, 1, 'f2'), (7, 2, 5, NULL, 'f7'), (8, 2, 1, 99, 'f8');
        INSERT INTO ZZOO VALUES (4, 3, 1, 10), (5, 3, 1, 20000);
        INSERT INTO Z_2ZOOS VALUES (1, 4), (2, 4), (7, 5);
        """)
  }

  @Test("The map leads from first keys to last ones, and digests and findings have the first")
  func shifted() throws {
    let stairs = try Self.animals(#"maxValueString="15""#)
    let (one, two) = (stairs.workshop.scratch("said/one.csv"), stairs.workshop.scratch("said/two.csv"))
    let direct = try stairs.migrate("--id-map", one, "--keep-uuid", to: "Direct.sqlite")
    let walked = try stairs.migrate("--id-map", two, "--keep-uuid", "--via", "V2")
    #expect(direct.status == 1 && walked.status == 1, "\(walked.report.problems)")
    #expect(try stairs.workshop.scratch.text("said/one.csv") == stairs.workshop.scratch.text("said/two.csv"))
    #expect(try stairs.workshop.scratch.text("said/two.csv").split(separator: "\n").count == 9)
    // Same names, digests, counts: of a walk that loses nothing the whole account is that of a direct step.
    #expect(walked.report.problems == direct.report.problems)
    #expect(walked.report.body.attributes.map(\.digest) == direct.report.body.attributes.map(\.digest))
    #expect(
      walked.report.body.entities.map { [$0.read, $0.migrated] }
        == direct.report.body.entities.map { [$0.read, $0.migrated] })
    #expect(
      walked.report.body.relationships.map { [$0.read, $0.connected, $0.dangling, $0.dropped] }
        == direct.report.body.relationships.map { [$0.read, $0.connected, $0.dangling, $0.dropped] })
    let tables = ["ZANIMAL", "ZZOO", "Z_PRIMARYKEY", "sqlite_schema", "Z_METADATA", "Z_MODELCACHE"]
    let joins = try stairs.workshop.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
    #expect(joins.count == 1)
    for table in tables + joins {
      let sql = "SELECT * FROM \(table)"
      #expect(try stairs.workshop.rows(sql) == stairs.workshop.rows(sql, in: "Direct.sqlite"), "\(table)")
    }
  }

  @Test("A finding of a later step has the keys that its rows had at first")
  func findings() throws {
    let birds = HandMade.entity("Animal", #"isAbstract="YES""#, HandMade.attribute("n"))
    let stairs = try Stairs(
      [
        HandMade.entity("Bird", "", HandMade.attribute("n"))
          + HandMade.entity("Fish", "", HandMade.attribute("n"), HandMade.attribute("s")),
        birds + HandMade.entity("Bird", #"parentEntity="Animal""#)
          + HandMade.entity("Fish", #"parentEntity="Animal""#, HandMade.attribute("s")),
        birds + HandMade.entity("Bird", #"parentEntity="Animal""#)
          + HandMade.entity("Fish", #"parentEntity="Animal""#),
      ],
      entities: [.init(1, "Bird"), .init(2, "Fish")],
      schema: """
        CREATE TABLE ZBIRD ( \(Stairs.row), ZN VARCHAR );
        CREATE TABLE ZFISH ( \(Stairs.row), ZN VARCHAR, ZS VARCHAR );
        INSERT INTO ZBIRD VALUES (1, 1, 1, 'b1');
        INSERT INTO ZFISH VALUES (1, 2, 1, 'f1', NULL), (2, 2, 1, 'f2', 's2'), (3, 2, 1, 'f3', 's3');
        """)
    let blocked = try stairs.migrate("--via", "V2")
    #expect(blocked.report.problems == ["error plan.attribute-dropped Fish.s [2, 3]"])
    let done = try stairs.migrate("--via", "V2", "--allow", "drop:Fish.s")
    #expect(done.status == 0)
    #expect(try stairs.workshop.texts("SELECT count(*) FROM ZANIMAL WHERE Z_PK > 3") == ["3"])
  }

  @Test("A template is filled by the last step")
  func template() throws {
    let stairs = try StepTests.renames()
    _ = try stairs.migrate("--via", "V2", to: "Made.sqlite")
    try stairs.workshop.scratch.copy(stairs.workshop.output("Made.sqlite"), to: "in/Template.sqlite")
    try stairs.workshop.scratch.remove("out/Made.sqlite")
    try stairs.workshop.alter(
      "Template.sqlite",
      "DELETE FROM ZITEM; DELETE FROM ZBOX; CREATE TABLE AppTable (x); UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    let done = try stairs.migrate("--via", "V2", "--template", stairs.workshop.input("Template.sqlite"))
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(try stairs.workshop.texts("SELECT ZC FROM ZITEM ORDER BY Z_PK") == ["x", "y", "NULL"])
    #expect(try stairs.workshop.texts("SELECT count(*) FROM AppTable") == ["0"])
  }

  @Test("Several models that are merged have no steps")
  func merged() throws {
    let stairs = try StepTests.renames()
    try stairs.workshop.scratch.write(
      HandMade.contents(HandMade.entity("Other", "", HandMade.attribute("o"))),
      to: "in/Other.xcdatamodel/contents")
    let run = try stairs.migrate("--via", "V2", "--model", stairs.workshop.input("Other.xcdatamodel"))
    #expect(run.status == 64)
    #expect(run.report.problems == ["error steps.merged-models  []"])
  }
}
