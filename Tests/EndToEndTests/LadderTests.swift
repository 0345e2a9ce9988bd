import TestSupport
import Testing

/// Steps between versions of real models, on stores that Core Data wrote.
@Suite("Ladders of real versions", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct LadderTests {
  @Test("There are as many steps as there were")
  func count() {
    #expect(Ladder.steps.count >= 75)
    #expect(Ladder.steps.filter(\.isInferable).count >= 25)
    #expect(Ladder.steps.filter { !$0.isInferable }.count >= 40)
    #expect(Set(Ladder.steps.map(\.testDescription)).count == Ladder.steps.count)
  }

  @Test(
    "What can be inferred is carried over, value by value and link by link",
    arguments: LongTests.some(of: Ladder.steps.filter(\.isInferable), every: 2))
  func inferable(step: Ladder.Step) throws {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    let done = try workshop.migrate(store.name, "Ladder.xcdatamodeld", "--model-version", step.target)
    #expect(done.report.problems == step.problems)
    #expect(done.status == (step.problems.isEmpty ? 0 : 1))
    try step.check(store, workshop, done)
  }

  @Test(
    "What cannot be inferred stops with every reason, and goes on once all are allowed",
    arguments: Ladder.steps.filter { !$0.isInferable })
  func blocked(step: Ladder.Step) throws {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    let stopped = try workshop.migrate(store.name, "Ladder.xcdatamodeld", "--model-version", step.target)
    #expect(stopped.status == 3)
    #expect(stopped.outcome == "blocked")
    let found = stopped.report.body.findings.filter { $0.severity == "error" }.map { finding in
      let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
      return "\(finding.id) \(subject) \(finding.count)"
    }
    #expect(found.sorted() == step.reasons.sorted())

    // What is offered, less what has no consent.
    let consents = stopped.report.offeredConsents
    #expect(consents.sorted() == step.consents.sorted())
    let allowed = try workshop.migrate(
      store.name, "Ladder.xcdatamodeld",
      options: ["--model-version", step.target] + consents.flatMap { ["--allow", $0] })
    guard step.hasConsentForAll else {
      #expect(allowed.status == 3)
      #expect(
        Set(allowed.report.body.findings.filter { $0.severity == "error" }.map(\.id)) == ["plan.link-missing"]
      )
      return
    }
    #expect(allowed.report.problems == step.problems)
    #expect(allowed.status == (step.problems.isEmpty ? 0 : 1))
    #expect(allowed.report.covered == step.covered)
    try step.check(store, workshop, allowed)
  }
}

/// A step whose keys cannot all be kept.
@Suite("Real tables that become one", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct LadderMergeTests {
  /// Version 4 has Continent and Country in tables of their own, version 3 both below GeographicRegion.
  @Test("Rows move behind those of the other table, and links follow them")
  func merge() throws {
    let workshop = try Workshop()
    let store = try CorpusStore.named("Moody 4.moody", in: "objcio__core-data/Moody-1-to-5")
    try store.bring(to: workshop)
    // Under a name that does not say that it came before: a store is not taken back.
    for (version, name) in [("Moody 3", "Regions"), ("Moody 4", "Moody 4")] {
      try workshop.bring(
        "\(CorpusStore.root)/\(store.folder)/models/Moody.xcdatamodeld/\(version).xcdatamodel",
        as: "Moody.xcdatamodeld/\(name).xcdatamodel")
    }
    let map = workshop.scratch("said/map.csv")
    let done = try workshop.migrate(
      store.name, "Moody.xcdatamodeld", "--model-version", "Regions", "--id-map", map)
    #expect(done.status == 0)
    let source = try store.open(in: workshop)
    let output = try CorpusDatabase(path: workshop.output())
    #expect(
      try output.rows("SELECT Z_ENT, count(*) FROM ZGEOGRAPHICREGION GROUP BY Z_ENT")
        == [[.integer(2), .integer(2)], [.integer(3), .integer(3)]])

    // By what the objects hold, not by their keys.
    let values = "ZNUMBEROFMOODS, ZNUMERICISO3166CODE, ZUNIQUENESSDUMMY, ZMARKEDFORDELETIONDATE, ZUPDATEDAT"
    let region = "FROM ZGEOGRAPHICREGION WHERE Z_ENT ="
    for (entity, number) in [("CONTINENT", 2), ("COUNTRY", 3)] {
      let before = try source.rows("SELECT \(values) FROM Z\(entity) ORDER BY 2")
      #expect(!before.isEmpty)
      #expect(try output.rows("SELECT \(values) \(region) \(number) ORDER BY 2") == before)
    }
    let moods = try source.rows(
      """
      SELECT m.ZREMOTEID, c.ZNUMERICISO3166CODE, o.ZNUMERICISO3166CODE FROM ZMOOD m
      JOIN ZCOUNTRY c ON m.ZCOUNTRY = c.Z_PK JOIN ZCONTINENT o ON m.ZCONTINENT = o.Z_PK ORDER BY m.Z_PK
      """)
    #expect(moods.count == 4)
    #expect(
      try output.rows(
        """
        SELECT m.ZREMOTEID, c.ZNUMERICISO3166CODE, o.ZNUMERICISO3166CODE FROM ZMOOD m
        JOIN ZGEOGRAPHICREGION c ON m.ZCOUNTRY = c.Z_PK AND c.Z_ENT = 3
        JOIN ZGEOGRAPHICREGION o ON m.ZCONTINENT = o.Z_PK AND o.Z_ENT = 2 ORDER BY m.Z_PK
        """) == moods)
    let countries = "SELECT c.ZNUMERICISO3166CODE, o.ZNUMERICISO3166CODE FROM"
    #expect(
      try output.rows(
        """
        \(countries) ZGEOGRAPHICREGION c JOIN ZGEOGRAPHICREGION o ON c.ZCONTINENT = o.Z_PK AND o.Z_ENT = 2
        WHERE c.Z_ENT = 3 ORDER BY 1
        """)
        == source.rows("\(countries) ZCOUNTRY c JOIN ZCONTINENT o ON c.ZCONTINENT = o.Z_PK ORDER BY 1"))

    // The counter is past every key, and the map tells where each row went.
    let highest = try #require(try output.integer("SELECT max(Z_PK) FROM ZGEOGRAPHICREGION"))
    #expect(try output.entities().first { $0.name == "GeographicRegion" }?.highestKey ?? 0 >= highest)
    let lines = try workshop.scratch.text("said/map.csv").split(separator: "\n").dropFirst()
    #expect(lines.count == 9)
    for line in lines where line.contains("/Country/") {
      let keys = line.split(separator: ",").compactMap {
        $0.split(separator: "/p").last.flatMap { Int64($0) }
      }
      #expect(keys.count == 2)
      let code = "SELECT ZNUMERICISO3166CODE FROM"
      #expect(
        try output.integer("\(code) ZGEOGRAPHICREGION WHERE Z_PK = \(keys[1])")
          == source.integer("\(code) ZCOUNTRY WHERE Z_PK = \(keys[0])"))
    }
  }
}
