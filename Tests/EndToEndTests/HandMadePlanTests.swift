import Testing

/// What the new model asks for and a store cannot give, seen before a row is written.
@Suite("Made by hand: the plan")
struct HandMadePlanTests {
  private static let row = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  @Test("Duplicates that only the finished index finds: a to-one made of a many-to-many")
  func turnedLinks() throws {
    let made = try HandMade(
      HandMade.entity("A", "", HandMade.relationship("bs", "B", inverse: "as", isToMany: true))
        + HandMade.entity(
          "B", "", HandMade.attribute("x"), HandMade.relationship("as", "A", inverse: "bs", isToMany: true)),
      HandMade.entity("A", "", HandMade.relationship("bs", "B", inverse: "a", isToMany: true))
        + HandMade.entity(
          "B", "", HandMade.attribute("x"),
          HandMade.relationship("a", "A", inverse: "bs", #"elementID="as""#), HandMade.unique("a")),
      entities: [.init(1, "A"), .init(2, "B")],
      schema: """
        CREATE TABLE ZA ( \(Self.row) ); CREATE TABLE ZB ( \(Self.row), ZX VARCHAR );
        CREATE TABLE Z_1BS ( Z_1AS INTEGER, Z_2BS INTEGER, PRIMARY KEY (Z_1AS, Z_2BS) );
        INSERT INTO ZA VALUES (1, 1, 1), (2, 1, 1);
        INSERT INTO ZB VALUES (1, 2, 1, '\(Program.canary)'), (2, 2, 1, 'y');
        INSERT INTO Z_1BS VALUES (1, 1), (1, 2);
        """)
    let consents = ["--allow", "unverified-hash:A", "--allow", "unverified-hash:B"]
    let blocked = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + consents)
    #expect(blocked.status == 3)
    #expect(blocked.outcome == "blocked")
    #expect(blocked.report.problems.count == 1)
    #expect(blocked.report.findings("plan.not-unique").map(\.severity) == ["error"])
    // With a B of its own each A goes through.
    try made.workshop.alter(HandMade.store, "UPDATE Z_1BS SET Z_1AS = 2 WHERE Z_2BS = 2")
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + consents)
    #expect(done.status == 0)
    #expect(try made.workshop.texts("SELECT ZA FROM ZB ORDER BY Z_PK") == ["1", "2"])
  }

  @Test("Duplicates of links that come from different relationships of the entities below")
  func linksOfSubentities() throws {
    let targets =
      HandMade.entity("T", #"isAbstract="YES""#, HandMade.attribute("n"))
      + HandMade.entity("T1", #"parentEntity="T""#) + HandMade.entity("T2", #"parentEntity="T""#)
    let made = try HandMade(
      HandMade.entity("P", #"isAbstract="YES""#, HandMade.attribute("n"))
        + HandMade.entity("A", #"parentEntity="P""#, HandMade.oneWay("t", "T1"))
        + HandMade.entity("B", #"parentEntity="P""#, HandMade.oneWay("t", "T2")) + targets,
      HandMade.entity(
        "P", #"isAbstract="YES""#, HandMade.attribute("n"), HandMade.oneWay("t", "T"), HandMade.unique("t"))
        + HandMade.entity("A", #"parentEntity="P""#) + HandMade.entity("B", #"parentEntity="P""#) + targets,
      entities: [
        .init(1, "P"), .init(2, "A", below: 1), .init(3, "B", below: 1), .init(4, "T"),
        .init(5, "T1", below: 4), .init(6, "T2", below: 4),
      ],
      schema: """
        CREATE TABLE ZP ( \(Self.row), ZT INTEGER, ZT1 INTEGER, ZN VARCHAR );
        CREATE TABLE ZT ( \(Self.row), ZN VARCHAR );
        INSERT INTO ZT VALUES (1, 5, 1, 'a'), (2, 6, 1, 'b');
        INSERT INTO ZP VALUES (1, 2, 1, 1, NULL, 'x'), (2, 3, 1, NULL, 2, 'y'), (3, 3, 1, NULL, 2, 'z');
        """)
    let consents = ["P", "A", "B", "T", "T1", "T2"].flatMap { ["--allow", "unverified-hash:\($0)"] }
    let blocked = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + consents)
    #expect(blocked.status == 3)
    #expect(blocked.report.problems.count == 1)
    #expect(blocked.report.findings("plan.not-unique").map(\.severity) == ["error"])
    try made.workshop.alter(HandMade.store, "UPDATE ZP SET ZT1 = NULL WHERE Z_PK = 3")
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + consents)
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(try made.workshop.texts("SELECT ZT FROM ZP ORDER BY Z_PK") == ["1", "2", "NULL"])
  }

  @Test("Duplicates of a default: what a row gets counts as what it has")
  func defaults() throws {
    let made = try HandMade(
      HandMade.entity("A", "", HandMade.attribute("p", type: "Decimal")),
      HandMade.entity(
        "A", "", HandMade.attribute("p", #"optional="NO" defaultValueString="1""#, type: "Decimal"),
        HandMade.unique("p")),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( \(Self.row), ZP DECIMAL ); INSERT INTO ZA VALUES (1, 1, 1, 1), (2, 1, 1, NULL);
        """)
    let blocked = try made.migrate("--allow", "unverified-hash:A")
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.not-unique").map(\.severity) == ["error"])
    try made.workshop.alter(HandMade.store, "UPDATE ZA SET ZP = 2 WHERE Z_PK = 1")
    #expect(try made.migrate("--allow", "unverified-hash:A").status == 0)
    #expect(try made.workshop.texts("SELECT ZP FROM ZA ORDER BY Z_PK") == ["2", "1"])
  }

  @Test(
    "Indexes that SQLite cannot tell apart: one is made, the other left out with a note",
    arguments: ["byX", "ByX", "BYX"])
  func indexNames(second: String) throws {
    let attributes = HandMade.attribute("x") + HandMade.attribute("y")
    let made = try HandMade(
      HandMade.entity("A", "", attributes),
      HandMade.entity(
        "A", "", attributes, HandMade.index("byX", on: "x"), HandMade.index(second, on: "y")),
      entities: [.init(1, "A")],
      schema:
        "CREATE TABLE ZA ( \(Self.row), ZX VARCHAR, ZY VARCHAR ); INSERT INTO ZA VALUES (1, 1, 1, 'a', 'b');")
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(done.report.findings("destination.index-omitted").map(\.severity) == ["note"])
    #expect(done.report.findings("destination.index-omitted").allSatisfy { $0.entity == "A" })
    #expect(
      try made.workshop.texts("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Z\\_A\\_byX' ESCAPE '\\'")
        == ["1"])
    #expect(try made.workshop.texts("SELECT ZX || ZY FROM ZA") == ["ab"])
  }

  @Test("A relationship of very many kinds of pair is counted like any other")
  func manyPairs() throws {
    let names = (0..<45).map { "S\($0)" }.sorted()
    let subentities = names.map { HandMade.entity($0, #"parentEntity="P""#) }.joined()
    let pairs = names.indices.flatMap { owner in
      names.indices.map { target in
        "(\(100 + owner * 45 + target), \(owner + 2), 1, \(target + 1))"
      }
    }
    let made = try HandMade(
      HandMade.entity(
        "P", "", HandMade.relationship("next", "P", inverse: "prev"),
        HandMade.relationship("prev", "P", inverse: "next", isToMany: true)) + subentities,
      HandMade.entity("P", "", HandMade.attribute("z")) + subentities,
      entities: [.init(1, "P")]
        + names.enumerated().map { .init(Int64($0.offset) + 2, $0.element, below: 1) },
      schema: """
        CREATE TABLE ZP ( \(Self.row), ZNEXT INTEGER, Z1_NEXT INTEGER );
        INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT) VALUES
        \(names.indices.map { "(\($0 + 1), \($0 + 2), 1)" }.joined(separator: ", "));
        INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZNEXT) VALUES \(pairs.joined(separator: ", "));
        UPDATE ZP SET Z1_NEXT = (SELECT Z_ENT FROM ZP AS o WHERE o.Z_PK = ZP.ZNEXT);
        """)
    let blocked = try made.migrate("--allow", "unverified-hash:P")
    #expect(blocked.status == 3)
    let dropped = blocked.report.body.findings.filter { $0.severity == "error" }
    #expect(!dropped.isEmpty)
    #expect(dropped.allSatisfy { $0.count == 2025 && $0.entity == "P" }, "\(dropped.map(\.line))")
  }

  @Test("A table wider than SQLite allows blocks before it is made")
  func tooWide() throws {
    func attributes(_ letter: String) -> String {
      (0..<1001).map { HandMade.attribute("\(letter)\($0)") }.joined()
    }
    func columns(_ letter: String) -> String {
      (0..<1001).map { "Z\(letter)\($0) VARCHAR" }.joined(separator: ", ")
    }
    let made = try HandMade(
      HandMade.entity("A", "", attributes("a")) + HandMade.entity("B", "", attributes("b")),
      HandMade.entity("P", #"isAbstract="YES""#)
        + HandMade.entity("A", #"parentEntity="P""#, attributes("a"))
        + HandMade.entity("B", #"parentEntity="P""#, attributes("b")),
      entities: [.init(1, "A"), .init(2, "B")],
      schema: """
        CREATE TABLE ZA ( \(Self.row), \(columns("A")) ); CREATE TABLE ZB ( \(Self.row), \(columns("B")) );
        """)
    let blocked = try made.migrate(
      "--allow", "unverified-hash:A", "--allow", "unverified-hash:B", "--allow", "unverified-hash:P")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.too-many-columns P []"])
    #expect(blocked.report.findings("plan.too-many-columns").map(\.count) == [2005])
  }
}
