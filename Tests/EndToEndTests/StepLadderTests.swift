import Foundation
import Testing

/// Real stores through every version of their models.
@Suite("Several steps: real versions", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct StepLadderTests {
  @Test("There are as many as there were")
  func count() {
    #expect(Ladder.long.count >= 25)
    #expect(Ladder.longByInference.count >= 10)
  }

  @Test("What each step infers is carried over all of them", arguments: Ladder.longByInference)
  func plain(step: Ladder.Step) throws {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    try step.bringBetween(to: workshop)
    let via = ["--via", step.between.joined(separator: ","), "--model-version", step.target]
    let done = try workshop.migrate(store.name, "Ladder.xcdatamodeld", options: via + ["--keep-uuid"])
    #expect(done.report.problems == step.problems)
    #expect(done.report.body.steps?.count == step.between.count + 1)
    #expect(done.report.has("steps.compared"))
    guard step.isInferable else { return }
    try step.check(store, workshop, done)
    // Nothing tells the two ways apart.
    let direct = try workshop.migrate(
      store.name, "Ladder.xcdatamodeld", options: ["--model-version", step.target, "--keep-uuid"],
      to: "Direct.sqlite")
    #expect(done.report.body.attributes.map(\.digest) == direct.report.body.attributes.map(\.digest))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid"
    #expect(try workshop.rows(schema) == workshop.rows(schema, in: "Direct.sqlite"))
    for table in try workshop.texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%'")
    {
      #expect(
        try workshop.rows("SELECT * FROM \(table)")
          == workshop.rows("SELECT * FROM \(table)", in: "Direct.sqlite"),
        "\(table)")
    }
  }

  @Test(
    "What is offered of any step is enough for all",
    arguments: Ladder.longWithConsents)
  func allowed(step: Ladder.Step) throws {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    try step.bringBetween(to: workshop)
    let via = ["--via", step.between.joined(separator: ","), "--model-version", step.target]
    let stopped = try workshop.migrate(store.name, "Ladder.xcdatamodeld", options: via)
    #expect(stopped.status == 3)
    let consents = stopped.report.offeredConsents
    #expect(!consents.isEmpty)
    let done = try workshop.migrate(
      store.name, "Ladder.xcdatamodeld", options: via + Set(consents).sorted().flatMap { ["--allow", $0] })
    let open = Set(done.report.body.findings.filter { $0.severity == "error" }.map(\.id))
    if stopped.report.has("plan.link-missing") {
      #expect(open == ["plan.link-missing"])
    } else {
      #expect(done.status == 0 || done.status == 1, "\(done.report.problems)")
      #expect(done.report.body.entities.allSatisfy { $0.read == $0.migrated + $0.dropped })
      #expect(
        done.report.body.relationships.allSatisfy { $0.read == $0.connected + $0.dangling + $0.dropped })
    }
  }
}

extension Ladder {
  /// Steps past at least one version, and not past dozens.
  static let long: [Step] = steps.filter {
    (1...5).contains($0.between.count) && !$0.bundle.contains("zmessaging")
  }

  /// Those that go through by inference alone, one by one.
  static let longByInference: [Step] = long.filter { step in
    let stops = [step.source] + step.between + [step.target]
    return zip(stops, stops.dropFirst()).allSatisfy { from, to in
      steps.contains { $0.folder == step.folder && $0.source == from && $0.target == to && $0.isInferable }
    }
  }

  static let longWithConsents: [Step] = long.filter { step in
    !longByInference.contains { $0.testDescription == step.testDescription }
  }
}

extension Ladder.Step {
  /// Versions between source and target that have steps of their own.
  var between: [String] {
    let family = Ladder.steps.filter { $0.folder == folder && $0.bundle == bundle }
    let names = Set(family.flatMap { [$0.source, $0.target] })
    return names.filter { isBefore(source, $0) && isBefore($0, target) }.sorted(by: isBefore)
  }

  private func isBefore(_ one: String, _ other: String) -> Bool {
    one != other && one.compare(other, options: .numeric) == .orderedAscending
  }

  func bringBetween(to workshop: Workshop) throws {
    for version in between {
      try workshop.bring(
        "\(CorpusStore.root)/\(folder)/\(bundle)/\(version).xcdatamodel",
        as: "Ladder.xcdatamodeld/\(version).xcdatamodel")
    }
  }
}
