import Testing

/// Relationships that change their shape: where the links go, and what is asked before.
@Suite("Inference: links")
struct InferredLinkTests {
  private static let row = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  private enum End { case one, required, many, ordered }

  /// `A.b` and `B.a`; without a second end `A.b` has no inverse.
  private static func pair(_ forward: End, _ backward: End?) -> String {
    func relationship(_ name: String, _ destination: String, _ end: End) -> String {
      let text =
        backward == nil
        ? HandMade.oneWay(name, destination)
        : HandMade.relationship(name, destination, inverse: name == "b" ? "a" : "b")
      return switch end {
      case .one: text
      case .required: text.replacing(#"optional="YES""#, with: #"optional="NO""#)
      case .many: text.replacing(#"maxCount="1""#, with: #"toMany="YES""#)
      case .ordered: text.replacing(#"maxCount="1""#, with: #"toMany="YES" ordered="YES""#)
      }
    }
    return HandMade.entity("A", "", relationship("b", "B", forward))
      + HandMade.entity("B", "", backward.map { relationship("a", "A", $0) } ?? HandMade.attribute("x"))
  }

  private func made(_ before: String, _ after: String, _ schema: String) throws -> HandMade {
    try HandMade(before, after, entities: [.init(1, "A"), .init(2, "B")], schema: schema)
  }

  private func pairs(_ made: HandMade, _ columns: String, _ table: String, _ order: String) throws -> [String]
  {
    try made.workshop.texts("SELECT \(columns) FROM \(table) ORDER BY \(order)")
  }

  /// A 1 and 2 lead to B 1 and 2, A 5 nowhere; B 1 leads to A 2, B 2 and 3 to A 4, B 4 nowhere.
  private static let disagreeing = """
    CREATE TABLE ZA ( \(row), ZB INTEGER ); CREATE TABLE ZB ( \(row), ZA INTEGER );
    INSERT INTO ZA VALUES (1, 1, 1, 1), (2, 1, 1, 2), (3, 1, 1, NULL), (4, 1, 1, NULL), (5, 1, 1, 77);
    INSERT INTO ZB VALUES (1, 2, 1, 2), (2, 2, 1, 4), (3, 2, 1, 4), (4, 2, 1, NULL);
    """

  @Test("A one-to-one kept once: what the other end says fills empty places; what is contradicted asks")
  func oneToOne() throws {
    let made = try made(Self.pair(.one, .one), Self.pair(.one, .many), Self.disagreeing)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.inverse-dropped B.a [1, 3]"])
    #expect(
      blocked.report.findings("plan.inverse-taken").map(\.line) == ["note plan.inverse-taken B.a [2]"])
    #expect(try made.migrate("--allow", "lossy:B.a=1").status == 3)
    let done = try made.migrate("--allow", "lossy:B.a=2")
    #expect(done.status == 1)
    #expect(done.report.problems.map { $0.contains("A.b [5]") } == [true])
    #expect(
      try pairs(made, "Z_PK || ' ' || ifnull(ZB, '-')", "ZA", "Z_PK") == ["1 1", "2 2", "3 -", "4 2", "5 -"])
    let links = done.report.relationship("B", "a")
    #expect([links?.read, links?.connected, links?.dangling, links?.dropped] == [3, 1, 0, 2])
  }

  @Test("Where each link has a row of its own nothing is lost, and links that both ends have come once")
  func oneToOneJoined() throws {
    let made = try made(Self.pair(.one, .one), Self.pair(.many, .many), Self.disagreeing)
    try made.workshop.alter(
      HandMade.store, "UPDATE ZA SET ZB = 3 WHERE Z_PK = 4; UPDATE ZA SET ZB = NULL WHERE Z_PK = 5")
    let done = try made.migrate()
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(
      done.report.findings("plan.inverse-taken").map(\.line) == ["note plan.inverse-taken B.a [1, 2]"])
    #expect(
      try pairs(made, "Z_1A || ' ' || Z_2B", "Z_1B", "1") == ["1 1", "2 1", "2 2", "4 2", "4 3"])
  }

  @Test("A list made of a one-to-one is in the order of keys, whichever end said so")
  func oneToOneOrdered() throws {
    let made = try made(Self.pair(.one, .one), Self.pair(.ordered, .one), Self.disagreeing)
    try made.workshop.alter(
      HandMade.store, "UPDATE ZA SET ZB = 4 WHERE Z_PK = 4; UPDATE ZA SET ZB = NULL WHERE Z_PK != 4")
    let done = try made.migrate()
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(
      try pairs(made, "Z_PK || ' ' || ZA || ' ' || Z_FOK_A", "ZB", "Z_PK")
        == ["1 2 2048", "2 4 2048", "3 4 3072", "4 4 4096"])
  }

  @Test("A required end that the other end fills is not missing")
  func oneToOneRequired() throws {
    let made = try made(Self.pair(.one, .one), Self.pair(.required, .many), Self.disagreeing)
    try made.workshop.alter(HandMade.store, "UPDATE ZB SET ZA = 3 WHERE Z_PK = 3")
    let blocked = try made.migrate("--allow", "lossy:B.a=1")
    #expect(blocked.report.problems == ["error plan.link-missing A.b [5]"])
    try made.workshop.alter(HandMade.store, "DELETE FROM ZA WHERE Z_PK = 5")
    let done = try made.migrate("--allow", "lossy:B.a=1")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(try pairs(made, "Z_PK || ' ' || ifnull(ZB, '-')", "ZA", "Z_PK") == ["1 1", "2 2", "3 3", "4 2"])
  }

  private static let toOne = """
    CREATE TABLE ZA ( \(row), ZB INTEGER ); CREATE TABLE ZB ( \(row), ZX VARCHAR );
    INSERT INTO ZA VALUES (1, 1, 1, 2), (2, 1, 1, 2), (3, 1, 1, 1), (4, 1, 1, NULL);
    INSERT INTO ZB VALUES (1, 2, 1, 'x'), (2, 2, 1, 'y'), (3, 2, 1, 'z');
    """

  @Test("A to-one becomes an ordered list of one, and each object of a shared target has it in its own")
  func orderedJoin() throws {
    let made = try made(
      Self.pair(.one, .many), Self.pair(.ordered, .many),
      Self.toOne.replacing("ZX VARCHAR", with: "ZZ VARCHAR"))
    let done = try made.migrate("--allow", "drop:table:ZB.ZZ")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(
      try pairs(made, "Z_1A || ' ' || Z_2B || ' ' || Z_FOK_2B", "Z_1B", "1") == [
        "1 2 2048", "2 2 2048", "3 1 2048",
      ])
  }

  @Test("Without an inverse each object has room in one list: the first by key keeps it, by consent")
  func orderedOwner() throws {
    let made = try made(Self.pair(.one, nil), Self.pair(.ordered, nil), Self.toOne)
    let blocked = try made.migrate()
    #expect(blocked.report.problems == ["error plan.relationship-narrowed A.b [2]"])
    #expect(try made.migrate("--allow", "lossy:A.b=1").status == 0)
    #expect(
      try pairs(made, "Z_PK || ' ' || ifnull(Z1B || ' ' || Z_FOK_1B, '-')", "ZB", "Z_PK")
        == ["1 3 2048", "2 1 2048", "3 -"])
  }

  @Test("An ordered list becomes a to-one: the first by place, and lists of one lose nothing")
  func orderedBack() throws {
    let made = try made(
      Self.pair(.ordered, nil), Self.pair(.one, nil),
      """
      CREATE TABLE ZA ( \(Self.row) );
      CREATE TABLE ZB ( \(Self.row), Z1B INTEGER, Z_FOK_1B INTEGER, ZX VARCHAR );
      INSERT INTO ZA VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1);
      INSERT INTO ZB VALUES (1, 2, 1, 1, 3072, 'x'), (2, 2, 1, 1, 2048, 'y'), (3, 2, 1, 2, 7, 'z'), (4, 2, 1, NULL, NULL, 'w');
      """)
    let blocked = try made.migrate()
    #expect(blocked.report.problems == ["error plan.relationship-narrowed A.b [1]"])
    let done = try made.migrate("--allow", "lossy:A.b=1")
    #expect(done.status == 0)
    #expect(try pairs(made, "Z_PK || ' ' || ifnull(ZB, '-')", "ZA", "Z_PK") == ["1 2", "2 3", "3 -"])
    try made.workshop.alter(HandMade.store, "UPDATE ZB SET Z1B = 3 WHERE Z_PK = 1")
    #expect(
      try made.workshop.migrate(
        HandMade.store, HandMade.model, options: ["--source-version", "V1"], to: "Second.sqlite"
      ).status == 0)
  }
}
