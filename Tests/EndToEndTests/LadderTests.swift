import Testing

/// Steps between versions of real models, on stores that Core Data wrote.
@Suite("Ladders of real versions", .enabled(if: CorpusStore.isPresent))
struct LadderTests {
  @Test("There are as many steps as there were")
  func count() {
    #expect(Ladder.steps.count >= 75)
    #expect(Ladder.steps.filter(\.isInferable).count >= 25)
    #expect(Ladder.steps.filter { !$0.isInferable }.count >= 40)
    #expect(Set(Ladder.steps.map(\.testDescription)).count == Ladder.steps.count)
  }

  @Test("What can be inferred is carried over, value by value and link by link", arguments: Ladder.steps.filter(\.isInferable))
  func inferable(step: Ladder.Step) throws {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    let done = try workshop.migrate(store.name, "Ladder.xcdatamodeld", "--model-version", step.target)
    #expect(done.report.problems == step.problems)
    #expect(done.status == (step.problems.isEmpty ? 0 : 1))
    try step.check(store, workshop, done)
  }

  @Test("What cannot be inferred stops with every reason, and goes on once all are allowed", arguments: Ladder.steps.filter { !$0.isInferable })
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
    let consents = stopped.report.body.findings.flatMap(\.recovery).compactMap { text in
      text.split(separator: "--allow ").dropFirst().first.map { $0.split(separator: " ")[0] }
    }.map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) }
    #expect(consents.sorted() == step.consents.sorted())
    let allowed = try workshop.migrate(
      store.name, "Ladder.xcdatamodeld",
      options: ["--model-version", step.target] + consents.flatMap { ["--allow", $0] })
    guard step.hasConsentForAll else {
      #expect(allowed.status == 3)
      #expect(Set(allowed.report.body.findings.filter { $0.severity == "error" }.map(\.id)) == ["plan.link-missing"])
      return
    }
    #expect(allowed.report.problems == step.problems)
    #expect(allowed.status == (step.problems.isEmpty ? 0 : 1))
    #expect(allowed.report.covered == step.covered)
    try step.check(store, workshop, allowed)
  }
}
