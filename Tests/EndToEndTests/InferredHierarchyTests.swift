import Testing

/// Entities that come to share a parent, or leave one, and properties that move with them: inferred, key by key.
@Suite("Inference: hierarchies")
struct InferredHierarchyTests {
  private static let row = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  private static func entity(_ name: String, below parent: String? = nil, _ elements: String...) -> String {
    HandMade.entity(name, parent.map { "parentEntity=\"\($0)\"" } ?? "", elements.joined())
  }

  /// `A.code`, `B.code` and `C`, which leads to both; `A.next` leads to the next of its own.
  private static func apart() -> String {
    entity(
      "A", HandMade.attribute("code"), HandMade.attribute("size", type: "Integer 16"),
      HandMade.relationship("next", "A", inverse: "previous"),
      HandMade.relationship("previous", "A", inverse: "next"),
      HandMade.relationship("cs", "C", inverse: "a", isToMany: true))
      + entity("B", HandMade.attribute("code"), HandMade.attribute("size"))
      + entity("C", HandMade.relationship("a", "A", inverse: "cs"), HandMade.oneWay("b", "B"))
  }

  private static func together(_ more: String = "") -> String {
    HandMade.entity("P", "", HandMade.attribute("code"), HandMade.attribute("size"), more)
      + entity(
        "A", below: "P", HandMade.relationship("next", "A", inverse: "previous"),
        HandMade.relationship("previous", "A", inverse: "next"),
        HandMade.relationship("cs", "C", inverse: "a", isToMany: true))
      + entity("B", below: "P")
      + entity("C", HandMade.relationship("a", "A", inverse: "cs"), HandMade.oneWay("b", "B"))
  }

  private static let rows = """
    CREATE TABLE ZA ( \(row), ZSIZE INTEGER, ZNEXT INTEGER, ZPREVIOUS INTEGER, ZCODE VARCHAR );
    CREATE TABLE ZB ( \(row), ZCODE VARCHAR, ZSIZE VARCHAR );
    CREATE TABLE ZC ( \(row), ZA INTEGER, ZB INTEGER );
    INSERT INTO ZA VALUES (1, 1, 1, 5, 2, NULL, 'x'), (2, 1, 1, NULL, NULL, 1, 'y'), (3, 1, 1, 7, NULL, NULL, NULL);
    INSERT INTO ZB VALUES (1, 2, 1, 'x', 'L'), (2, 2, 1, 'z', NULL), (5, 2, 1, NULL, 'M'), (6, 2, 1, 'y', 'S'), (7, 2, 1, 'x', 'S');
    INSERT INTO ZC VALUES (1, 3, 1, 1, 1), (2, 3, 1, 1, 7), (3, 3, 1, 3, NULL);
    """

  private static let merged: [HandMade.Entity] = [.init(1, "A"), .init(2, "B"), .init(3, "C")]

  @Test(
    "Two roots come under one parent: keys shift, links follow, each child's values are converted by its own type"
  )
  func merging() throws {
    let made = try HandMade(Self.apart(), Self.together(), entities: Self.merged, schema: Self.rows)
    // Keys of the first table were handed out up to 100000: the second's come behind.
    let done = try made.migrate()
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(done.report.problems == [])
    #expect(
      try made.workshop.texts(
        "SELECT Z_PK || ' ' || Z_ENT || ' ' || ifnull(ZCODE, '-') || ' ' || ifnull(ZSIZE, '-') || ' ' || typeof(ZSIZE) FROM ZP ORDER BY Z_PK"
      ) == [
        "1 3 x 5 text", "2 3 y - null", "3 3 - 7 text", "100001 4 x L text", "100002 4 z - null",
        "100005 4 - M text", "100006 4 y S text", "100007 4 x S text",
      ])
    #expect(
      try made.workshop.texts(
        "SELECT ifnull(ZNEXT, '-') || ' ' || ifnull(ZPREVIOUS, '-') FROM ZP WHERE Z_ENT = 3 ORDER BY Z_PK")
        == ["2 -", "- 1", "- -"])
    #expect(
      try made.workshop.texts("SELECT ifnull(ZA, '-') || ' ' || ifnull(ZB, '-') FROM ZC ORDER BY Z_PK")
        == ["1 100001", "1 100007", "3 -"])
    #expect(done.report.entity("A")?.migrated == 3)
    #expect(done.report.entity("B")?.migrated == 5)
  }

  @Test("What must be unique under the new parent is asked of the rows of both tables")
  func uniqueness() throws {
    let made = try HandMade(
      Self.apart(), Self.together(HandMade.unique("code")), entities: Self.merged, schema: Self.rows)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    // x in A 1, B 1 and B 7; y in A 2 and B 6. NULL equals nothing.
    #expect(blocked.report.problems == ["error plan.not-unique P.code [1, 2]"])
    let finding = blocked.report.findings("plan.not-unique").first
    #expect(finding?.count == 5)
    #expect(finding?.summary.contains("in 2 groups") ?? false)
    try made.workshop.alter(
      HandMade.store, "UPDATE ZB SET ZCODE = 'b' || Z_PK WHERE ZCODE IS NOT NULL")
    #expect(try made.migrate().status == 0)
    #expect(try made.workshop.texts("SELECT count(DISTINCT ZCODE) FROM ZP") == ["6"])
  }

  @Test(
    "Back again: rows leave the hierarchy with their keys, and what only the parent has goes down with each")
  func parting() throws {
    let made = try HandMade(
      Self.together(), Self.apart(),
      entities: [.init(1, "C"), .init(2, "P"), .init(3, "A", below: 2), .init(4, "B", below: 2)],
      schema: """
        CREATE TABLE ZP ( \(Self.row), ZNEXT INTEGER, ZPREVIOUS INTEGER, ZCODE VARCHAR, ZSIZE VARCHAR );
        CREATE TABLE ZC ( \(Self.row), ZA INTEGER, ZB INTEGER );
        INSERT INTO ZP VALUES (1, 3, 1, 4, NULL, 'x', '5'), (2, 4, 1, NULL, NULL, 'y', 'L'),
          (4, 3, 1, NULL, 1, 'z', 'many'), (9, 2, 1, NULL, NULL, 'w', NULL);
        INSERT INTO ZC VALUES (1, 1, 1, 4, 2);
        """)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(
      blocked.report.problems == [
        "error plan.conversion-loses A.size [4]", "error plan.entity-dropped P [9]",
      ])
    let done = try made.migrate("--allow", "lossy:P.size=1", "--allow", "drop:P=1")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(
      try made.workshop.texts(
        "SELECT Z_PK || ' ' || ZCODE || ' ' || ifnull(ZSIZE, '-') || ' ' || ifnull(ZNEXT, '-') FROM ZA ORDER BY Z_PK"
      )
        == ["1 x 5 4", "4 z - -"])
    #expect(try made.workshop.texts("SELECT Z_PK || ZCODE || ZSIZE FROM ZB") == ["2yL"])
    #expect(try made.workshop.texts("SELECT ZA || ' ' || ZB FROM ZC") == ["4 2"])
    #expect(done.report.covered.filter { $0.value > 0 } == ["lossy:P.size": 1, "drop:P": 1])
  }

  /// `P` with `A` and `B` below, and `C.p`, which leads to either.
  private static let family = """
    CREATE TABLE ZP ( \(row), ZX VARCHAR, ZY VARCHAR );
    CREATE TABLE ZC ( \(row), ZP INTEGER, Z2_P INTEGER );
    INSERT INTO ZP VALUES (1, 2, 1, 'p', NULL), (2, 3, 1, 'a', 'ay'), (3, 4, 1, 'b', 'by'), (4, 4, 1, NULL, NULL);
    INSERT INTO ZC VALUES (1, 1, 1, 1, 2), (2, 1, 1, 2, 3), (3, 1, 1, 3, 4), (4, 1, 1, 99, 4);
    """
  private static let members: [HandMade.Entity] = [
    .init(1, "C"), .init(2, "P"), .init(3, "A", below: 2), .init(4, "B", below: 2),
  ]

  private static func parent(_ elements: String...) -> String {
    entity("C", HandMade.oneWay("p", "P")) + entity("P", elements.joined())
  }

  private static let before =
    parent(HandMade.attribute("x"), HandMade.attribute("y")) + entity("A", below: "P")
    + entity("B", below: "P")

  @Test(
    "An entity leaves its hierarchy: its rows go whole, and links through the parent to them are lost by consent only"
  )
  func leaving() throws {
    let made = try HandMade(
      Self.before,
      Self.parent(HandMade.attribute("x"), HandMade.attribute("y")) + Self.entity("B", below: "P")
        + Self.entity("A", HandMade.attribute("x"), HandMade.attribute("y")),
      entities: Self.members, schema: Self.family)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.relationship-dropped C.p [2]"])
    let done = try made.migrate("--allow", "drop:C.p=1")
    // Row 4 led nowhere before.
    #expect(done.status == 1)
    #expect(done.report.problems.count == 1)
    #expect(try made.workshop.texts("SELECT Z_PK || ZX || ZY FROM ZA") == ["2aay"])
    #expect(
      try made.workshop.texts("SELECT Z_PK || ifnull(ZX, '-') FROM ZP ORDER BY Z_PK") == ["1p", "3b", "4-"])
    #expect(try made.workshop.texts("SELECT ifnull(ZP, '-') FROM ZC ORDER BY Z_PK") == ["1", "-", "3", "-"])
    let links = done.report.relationship("C", "p")
    #expect([links?.read, links?.connected, links?.dangling, links?.dropped] == [4, 2, 1, 1])
  }

  @Test("Properties move down to a child: the others' values would be lost, and are counted apart")
  func down() throws {
    let made = try HandMade(
      Self.before,
      Self.parent(HandMade.attribute("x")) + Self.entity("A", below: "P", HandMade.attribute("y"))
        + Self.entity("B", below: "P"), entities: Self.members, schema: Self.family)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.attribute-dropped P.y [3]"])
    let done = try made.migrate("--allow", "drop:P.y=1")
    #expect(done.status == 1)
    #expect(
      try made.workshop.texts("SELECT Z_PK || ifnull(ZX, '-') || ifnull(ZY, '-') FROM ZP ORDER BY Z_PK")
        == ["1p-", "2aay", "3b-", "4--"])
  }

  @Test("A new parent between, a new child below, and a property that moves up to the new parent")
  func between() throws {
    let made = try HandMade(
      Self.before,
      Self.entity("C", HandMade.oneWay("p", "Root"))
        + HandMade.entity("Root", #"isAbstract="YES""#, HandMade.attribute("x"))
        + Self.entity("P", below: "Root", HandMade.attribute("y"))
        + Self.entity("A", below: "P") + Self.entity("B", below: "P")
        + Self.entity("New", below: "A", HandMade.attribute("z")),
      entities: Self.members, schema: Self.family)
    let done = try made.migrate("--allow", "unverified-hash:Root", "--allow", "unverified-hash:New")
    #expect(done.status == 1, "\(done.report.problems)")
    #expect(done.report.problems.count == 1)
    #expect(
      try made.workshop.texts(
        """
        SELECT r.Z_PK || (SELECT Z_NAME FROM Z_PRIMARYKEY k WHERE k.Z_ENT = r.Z_ENT) || ifnull(ZX, '-') || ifnull(ZY, '-') || ifnull(ZZ, '-')
        FROM ZROOT r ORDER BY r.Z_PK
        """) == ["1Pp--", "2Aaay-", "3Bbby-", "4B---"])
    #expect(
      try made.workshop.texts(
        "SELECT ifnull(c.ZP, '-') || ' ' || (c.Z2_P IS (SELECT Z_ENT FROM ZROOT WHERE Z_PK = c.ZP)) FROM ZC c ORDER BY Z_PK"
      )
        == ["1 1", "2 1", "3 1", "- 1"])
  }
}
