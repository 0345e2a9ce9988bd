import SQLite
import Testing

/// Persistent history and CloudKit's tables: kept whole where no number and no key changes.
@Suite("The framework's own tables")
struct FrameworkTableTests {
  private static let x = HandMade.attribute("x")
  private static let y = HandMade.attribute("y")

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription, second: String
    var more = ""
    var consents: [String] = []
    var reason = ""
  }

  static let keeping = [
    Change(
      testDescription: "an attribute behind the others, an entity behind the others",
      second: HandMade.card(x, y, HandMade.attribute("zz")) + HandMade.deck()
        + HandMade.entity("Shelf", "", HandMade.attribute("n"))),
    Change(
      testDescription: "entities renamed, in the same order",
      second: HandMade.card(x, y, named: "Chart", #"elementID="Card""#)
        + HandMade.deck(#"elementID="Deck""#, named: "Stack")),
    Change(
      testDescription: "an attribute renamed, in the same place",
      second: HandMade.card(HandMade.attribute("w", #"elementID="x""#), y) + HandMade.deck()),
  ]

  @Test("Kept whole, row by row", arguments: keeping)
  func keeps(change: Change) throws {
    let made = try HandMade.framework(change.second, change.more)
    let before = try made.workshop.framework(in: HandMade.store)
    #expect(before.rows.mapValues(\.count).values.sorted() == [0, 1, 2, 2, 4])
    #expect(before.statements.count == 9 && before.numbers.count == 5)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(try made.workshop.framework() == before)
    #expect(try made.workshop.texts("PRAGMA integrity_check") == ["ok"])
    let (history, cloud) = (
      done.report.findings("source.history-kept"), done.report.findings("source.cloudkit-kept")
    )
    #expect(history.map(\.severity) == ["note"] && history.map(\.count) == [2])
    #expect(cloud.map(\.severity) == ["note"] && cloud.map(\.count) == [2])
    #expect(!done.report.has("source.history-left-out") && !done.report.has("source.cloudkit-tables"))
    // Another store for the framework: what names the UUID is said.
    #expect(history[0].summary.contains("tokens") && cloud[0].summary.contains("one of the two"))
  }

  @Test("With the store's UUID there is nothing to be said of tokens; a dry run says the same")
  func keepsUUID() throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    let dry = try made.migrate("--keep-uuid", "--dry-run")
    #expect(dry.status == 0 && dry.outcome == "migrated")
    let done = try made.migrate("--keep-uuid")
    #expect(done.status == 0)
    #expect(try made.workshop.framework() == made.workshop.framework(in: HandMade.store))
    for run in [dry, done] {
      let kept = ["source.history-kept", "source.cloudkit-kept"].flatMap { run.report.findings($0) }
      #expect(kept.count == 2)
      #expect(kept.allSatisfy { !$0.summary.contains("UUID") && !$0.summary.contains("the two") })
    }
  }

  static let leaving = [
    Change(
      testDescription: "an entity between the others",
      second: HandMade.card(x, y) + HandMade.entity("Case", "", HandMade.attribute("n")) + HandMade.deck(),
      reason: "other numbers"),
    Change(
      testDescription: "an entity renamed past another",
      second: HandMade.card(x, y, named: "Zebra", #"elementID="Card""#) + HandMade.deck(),
      reason: "other numbers"),
    Change(
      testDescription: "the last entity removed", second: HandMade.card(x, y), consents: ["drop:Deck"],
      reason: "no counterpart"),
    Change(
      testDescription: "an entity moved below another, under its number",
      second: HandMade.card(x, y) + HandMade.deck(#"parentEntity="Card""#), reason: "other keys"),
    Change(
      testDescription: "rows of no entity", second: keeping[0].second,
      more: "INSERT INTO ZCARD VALUES (8, 99, 1, NULL, NULL);", consents: ["orphans:Card"],
      reason: "rows of the model's entities are left out"),
  ]

  @Test("Left out where they would lead elsewhere, CloudKit's with consent", arguments: leaving)
  func leaves(change: Change) throws {
    let made = try HandMade.framework(change.second, change.more)
    let words = change.consents.flatMap { ["--allow", $0] }
    let options = ["--source-version", "V1"] + words
    let blocked = try made.workshop.migrate(HandMade.store, HandMade.model, options: options)
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error source.cloudkit-tables  []"])
    let cloud = try #require(blocked.report.findings("source.cloudkit-tables").first)
    #expect(cloud.count == 2 && cloud.summary.contains("because") && cloud.summary.contains(change.reason))
    #expect(cloud.recovery.contains { $0.contains("--allow drop:cloudkit") })

    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: options + ["--allow", "drop:cloudkit=2"])
    #expect(done.status == 0)
    let history = done.report.findings("source.history-left-out")
    #expect(history.map(\.severity) == ["note"] && history.map(\.count) == [2])
    #expect(history.first?.summary.contains("because") == true)
    #expect(history.first?.summary.contains(change.reason) == true)
    #expect(done.report.findings("source.cloudkit-tables").map(\.severity) == ["note"])
    #expect(!done.report.has("source.history-kept") && !done.report.has("source.cloudkit-kept"))
    #expect(try made.workshop.framework().isEmpty)
    #expect(done.report.covered["drop:cloudkit"] == 2)
  }

  static let forms = [
    Change(
      testDescription: "a table with a check",
      second: """
        DROP TABLE ATRANSACTIONSTRING; CREATE TABLE ATRANSACTIONSTRING
        ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR CHECK (ZNAME <> '') )
        """),
    Change(
      testDescription: "a table whose keys are not its rows' numbers",
      second: """
        DROP TABLE ATRANSACTIONSTRING;
        CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY DESC, Z_ENT INTEGER, ZNAME VARCHAR )
        """),
    Change(testDescription: "a table is missing", second: "DROP TABLE ACHANGE"),
    Change(
      testDescription: "an index on an expression",
      second: "CREATE INDEX mine ON ACHANGE (abs(ZENTITY))"),
    Change(
      testDescription: "an index of some rows",
      second: "CREATE INDEX mine ON ACHANGE (ZENTITY) WHERE ZENTITY > 1"),
  ]

  @Test("History of another form than Core Data's is left out alone", arguments: forms)
  func form(change: Change) throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    try made.workshop.alter(HandMade.store, change.second)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(
      done.report.findings("source.history-left-out").first?.summary.contains("not of the form") == true)
    #expect(done.report.has("source.cloudkit-kept"))
    let found = try made.workshop.framework()
    #expect(found.rows.keys.sorted() == ["ANSCKEVENT", "ANSCKRECORDMETADATA"])
    #expect(found.numbers.compactMap { $0[0].integer } == [17001, 17002])
  }

  @Test("History needs a column for every value that the new version keeps of deleted objects")
  func tombstones() throws {
    let second =
      HandMade.card(Self.x, HandMade.attribute("y", #"preserveAfterDeletion="YES""#)) + HandMade.deck()
    let made = try HandMade.framework(second)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(done.report.findings("source.history-left-out").first?.summary.contains("ACHANGE") == true)
    #expect(done.report.has("source.cloudkit-kept"))
    #expect(try made.workshop.framework().rows.count == 2)

    // With room for it, in the way that Core Data makes room.
    let roomy = try HandMade.framework(second)
    try roomy.workshop.alter(HandMade.store, "ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE0 BLOB")
    let kept = try roomy.migrate()
    #expect(kept.status == 0)
    #expect(kept.report.has("source.history-kept"))
    #expect(try roomy.workshop.framework() == roomy.workshop.framework(in: HandMade.store))
  }

  @Test("Changes that name properties by position are told where the positions are others'")
  func displaced() throws {
    let second = HandMade.card(HandMade.attribute("w"), Self.x, Self.y) + HandMade.deck()
    let made = try HandMade.framework(second)
    let done = try made.migrate()
    #expect(done.status == 1)
    #expect(done.report.problems == ["warning source.history-displaced  []"])
    let finding = try #require(done.report.findings("source.history-displaced").first)
    #expect(finding.count == 1)
    #expect(finding.recovery.contains { $0.contains("--allow drop:history") })
    #expect(try made.workshop.framework() == made.workshop.framework(in: HandMade.store))
    let without = try made.workshop.migrate(
      HandMade.store, HandMade.model,
      options: ["--source-version", "V1", "--allow", "drop:history"], to: "Without.sqlite")
    #expect(without.status == 0)
    #expect(without.report.problems == [])
  }

  @Test("Left behind on demand, though they could stay")
  func asked() throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    let tooFew = try made.migrate("--allow", "drop:history=1", "--allow", "drop:cloudkit=1")
    #expect(tooFew.status == 3)
    #expect(
      Set(tooFew.report.problems) == [
        "error source.cloudkit-tables  []", "error source.history-left-out  []",
      ])
    let done = try made.migrate("--allow", "drop:history=2", "--allow", "drop:cloudkit")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.covered == ["drop:history": 2, "drop:cloudkit": 2])
    let said = ["source.history-left-out", "source.cloudkit-tables"].flatMap { done.report.findings($0) }
    #expect(said.map(\.severity) == ["note", "note"])
    #expect(said.allSatisfy { $0.summary.hasPrefix("By consent: ") && !$0.summary.contains("because") })
    #expect(try made.workshop.framework().isEmpty)
  }

  @Test("A name that only begins like the framework's is nobody's; one that Z_PRIMARYKEY knows is CloudKit's")
  func names() throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    try made.workshop.alter(
      HandMade.store,
      """
      CREATE TABLE ANSCKMINE ( Z_PK INTEGER PRIMARY KEY ); CREATE TABLE ALBUM ( Z_PK INTEGER PRIMARY KEY );
      CREATE TABLE ANSCKNEWS ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER ); INSERT INTO ANSCKNEWS VALUES (1, 17019);
      INSERT INTO Z_PRIMARYKEY VALUES (17019, 'NSCKNews', 0, 1);
      CREATE TRIGGER mine AFTER INSERT ON ACHANGE BEGIN DELETE FROM ACHANGE; END;
      """)
    let before = try made.workshop.framework(in: HandMade.store)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    let asked = blocked.report.findings("source.unknown-object").flatMap(\.recovery)
      .compactMap { $0.firstMatch(of: /--allow (\S+)\./).map { String($0.1) } }
    #expect(asked == ["drop:table:ALBUM", "drop:table:ANSCKMINE", "drop:table:mine"])
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model,
      options: ["--source-version", "V1"] + asked.flatMap { ["--allow", $0] })
    #expect(done.status == 0)
    #expect(done.report.findings("source.cloudkit-kept").first?.count == 3)
    let found = try made.workshop.framework()
    #expect(found.rows["ANSCKNEWS"] == [[.integer(1), .integer(1), .integer(17019)]])
    #expect(found.rows == before.rows.filter { !["ALBUM", "ANSCKMINE"].contains($0.key) })
    #expect(found.numbers == before.numbers)
  }

  @Test("In place: kept, nothing to do again, and put back")
  func inPlace() throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    let place = InPlace(made.workshop, HandMade.store, HandMade.model)
    let before = try made.workshop.framework(in: HandMade.store)
    let first = try place.files()
    let done = try place.migrate("--source-version", "V1")
    #expect(done.status == 0)
    #expect(try made.workshop.framework(in: HandMade.store) == before)
    #expect(try place.migrate("--source-version", "V1").outcome == "nothing-to-do")
    #expect(try place.restore("--copy", "1").status == 0)
    #expect(try place.files() == first)
  }

  @Test(
    "A copy that is not the source's is found, and nothing comes of it",
    .enabled(if: RunningProgram.canBeHeld, "needs /proc"),
    arguments: [
      "UPDATE ACHANGE SET ZENTITYPK = 2 WHERE Z_PK = 12", "DELETE FROM ANSCKRECORDMETADATA WHERE Z_PK = 2",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16002", "DROP INDEX ACHANGE_ZTRANSACTIONID_INDEX",
    ])
  func tampered(sql: String) throws {
    let made = try HandMade.framework(Self.keeping[0].second)
    let given = try made.workshop.scratch.digests("in")
    let program = try RunningProgram(made.arguments(), stoppedAt: "destination.sync:1")
    let built = made.workshop.scratch("out/.New.sqlite.import-legacy/work/destination.sqlite")
    let connection = try Connection(path: built, mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
    program.resume()
    let run = try program.finish()
    #expect(run.status == 6)
    let report = try Report(text: run.output)
    #expect(report.problems.count == 1)
    #expect(report.findings("validation.framework-table-differs").map(\.count) == [1])
    #expect(try made.workshop.scratch.digests("out") == [:])
    #expect(try made.workshop.scratch.digests("in") == given)
    #expect(try made.migrate().status == 0)
  }
}
