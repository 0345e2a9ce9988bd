@testable import CoreDataMapping
import Diagnostics
import Testing

/// Which steps a run takes, and what is refused before it begins.
@Suite("Steps")
struct StepPlannerTests {
  private static let known = ["App", "App 2", "App 3", "App 4", "Other"]

  /// Steps `FROM > TO`; an empty name is left out.
  private func rules(_ steps: [String], _ file: String = "Steps.yaml") throws -> [StepRule] {
    guard !steps.isEmpty else { return [] }
    var text = "version: 1\nsteps:\n"
    for step in steps {
      let names = step.split(separator: ">", omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " } == ""
          ? "" : String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      text += "  - drop: [Gone]\n"
      if !names[0].isEmpty { text += "    from: \(names[0])\n" }
      if !names[1].isEmpty { text += "    to: \(names[1])\n" }
    }
    return StepRule.rules(
      of: try MappingFileReader.read(Array(text.utf8), file: file), named: file)
  }

  private func planner(
    _ source: String, _ target: String, via: [String] = [], _ steps: [String] = [], alike: [String] = [],
    others: [String] = []
  ) throws -> StepPlanner {
    StepPlanner(
      source: source, alike: alike, target: target, via: via,
      rules: try rules(steps) + rules(others, "Others.yaml"), known: Self.known)
  }

  /// `A > B` without, `A >> B` with a rule.
  private func walk(_ planner: StepPlanner) throws -> [String] {
    try planner.legs().map { "\($0.from) \($0.rule == nil ? ">" : ">>") \($0.to)" }
  }

  private func refusal(_ planner: StepPlanner) -> DiagnosticError? {
    do {
      _ = try planner.legs()
      return nil
    } catch {
      return error
    }
  }

  private func faults(_ planner: StepPlanner) -> [String] {
    refusal(planner).map { ["\($0.exit.rawValue)"] + $0.diagnostics.map(\.id.rawValue) } ?? []
  }

  @Test("Without any there is one step")
  func direct() throws {
    #expect(try walk(planner("App", "App 3")) == ["App > App 3"])
    #expect(try walk(planner("App 3", "App 3")) == ["App 3 > App 3"])
  }

  @Test(
    "A store enters at its own version",
    arguments: [
      ("App", ["App > App 2", "App 2 > App 3", "App 3 > App 4"]),
      ("App 2", ["App 2 > App 3", "App 3 > App 4"]), ("App 3", ["App 3 > App 4"]),
      ("App 4", ["App 4 > App 4"]), ("Other", ["Other > App 2", "App 2 > App 3", "App 3 > App 4"]),
    ])
  func via(source: String, legs: [String]) throws {
    #expect(try walk(planner(source, "App 4", via: ["App 2", "App 3"])) == legs)
    #expect(try walk(planner(source, "App 4", via: ["App 2", "App 3", "App 4"])) == legs)
  }

  @Test("The store's own version may be named; of versions alike the one that is named is it")
  func named() throws {
    #expect(try walk(planner("App", "App 3", via: ["App", "App 2"])) == ["App > App 2", "App 2 > App 3"])
    #expect(
      try walk(planner("App", "App 4", via: ["App 2", "App 3"], alike: ["App 2"]))
        == ["App 2 > App 3", "App 3 > App 4"])
    #expect(
      try walk(planner("App", "App 3", ["App 2 > App 3"], alike: ["App 2"])) == ["App 2 >> App 3"])
  }

  @Test("Steps of files are walked from the store's version to the target, whatever their order and file")
  func chain() throws {
    let steps = ["App 3 > App 4", "App > App 2"]
    let others = ["App 2 > App 3"]
    #expect(
      try walk(planner("App", "App 4", steps, others: others))
        == ["App >> App 2", "App 2 >> App 3", "App 3 >> App 4"])
    #expect(
      try walk(planner("App 2", "App 4", steps, others: others)) == ["App 2 >> App 3", "App 3 >> App 4"])
    #expect(try walk(planner("App", "App 3", steps, others: others)) == ["App >> App 2", "App 2 >> App 3"])
    #expect(try walk(planner("App 4", "App 4", steps, others: others)) == ["App 4 > App 4"])
    #expect(try planner("App", "App 4", steps, others: others).legs()[1].rule?.file == "Others.yaml")
  }

  @Test("One step alone may leave its versions out")
  func alone() throws {
    #expect(try walk(planner("App", "App 3", [" > "])) == ["App >> App 3"])
    #expect(try walk(planner("App", "App 3", ["App > "])) == ["App >> App 3"])
    #expect(try walk(planner("App", "App 3", [" > App 3"])) == ["App >> App 3"])
    #expect(try walk(planner("App 3", "App 3", [" > "])) == ["App 3 > App 3"])
    #expect(try walk(planner("App", "App 3", via: ["App"], [" > "])) == ["App >> App 3"])
    #expect(faults(try planner("App", "App 3", via: ["App 2"], [" > "])) == ["64", "steps.off-walk"])
    #expect(
      faults(try planner("App", "App 3", ["App > App 2"], others: [" > "])) == ["64", "steps.unnamed"])
  }

  @Test("Where both are given, steps of files are taken where they coincide")
  func both() throws {
    let steps = ["App > App 2", "App 3 > App 4"]
    #expect(
      try walk(planner("App", "App 4", via: ["App 2", "App 3"], steps))
        == ["App >> App 2", "App 2 > App 3", "App 3 >> App 4"])
    #expect(
      try walk(planner("App 2", "App 4", via: ["App 2", "App 3"], steps))
        == ["App 2 > App 3", "App 3 >> App 4"])
    #expect(faults(try planner("App", "App 4", via: ["App 3"], steps)) == ["64", "steps.off-walk"])
    #expect(
      faults(try planner("App", "App 4", via: ["App 4"], ["App 2 > App 3"])) == ["64", "steps.off-walk"])
    #expect(try walk(planner("App 4", "App 4", via: ["App 3"], steps)) == ["App 4 > App 4"])
    // For a store of an earlier version.
    #expect(
      try walk(planner("App 2", "App 4", via: ["App 3"], ["App > App 3"])) == [
        "App 2 > App 3", "App 3 > App 4",
      ])
  }

  @Test("Gaps, and the way out")
  func gaps() throws {
    let end = try planner("App", "App 4", ["App > App 2", "App 2 > App 3"])
    #expect(faults(end) == ["3", "steps.gap"])
    let told = try #require(refusal(end)?.diagnostics.first)
    #expect(told.summary.contains("to `App 3`, and none leads on"))
    #expect(told.recovery.contains { $0.contains("--via App 2,App 3:") })
    #expect(
      try walk(planner("App", "App 4", via: ["App 2", "App 3"], ["App > App 2", "App 2 > App 3"]))
        == ["App >> App 2", "App 2 >> App 3", "App 3 > App 4"])
    #expect(faults(try planner("App", "App 4", ["App 2 > App 3", "App 3 > App 4"])) == ["3", "steps.gap"])
    #expect(faults(try planner("Other", "App 4", ["App > App 4"])) == ["3", "steps.gap"])
    #expect(faults(try planner("App", "App 4", ["App > App 2", "App 3 > App 4"])) == ["3", "steps.gap"])
  }

  @Test("Two ways, circles, steps to nowhere and back")
  func lints() throws {
    #expect(
      faults(try planner("App", "App 4", ["App > App 4"], others: ["App > App 3", "App 3 > Other"]))
        == ["64", "steps.two-ways"])
    #expect(
      faults(try planner("App", "App 4", ["App > App 4"], others: ["App 2 > App 4"])) == [
        "64", "steps.two-ways",
      ])
    #expect(
      faults(try planner("App", "App 4", ["App > Other", "Other > App"])) == ["64", "steps.cycle"])
    #expect(faults(try planner("App", "App 4", ["App > App"])) == ["64", "steps.cycle"])
    #expect(
      faults(
        try planner(
          "App", "App 4", ["App > Other", "Other > App 2", "App 2 > App 3"], others: ["App 3 > Other"]))
        == ["64", "steps.two-ways"])
    #expect(
      faults(try planner("App", "App 4", ["App > App 3", "App 3 > App 2", "App 2 > App 4"]))
        == ["64", "steps.backwards"])
    #expect(faults(try planner("App", "App 4", ["App > App 5"])) == ["64", "steps.unknown-version"])
    #expect(faults(try planner("App", "App 4", via: ["App 3", "Ap 2"])) == ["64", "steps.unknown-version"])
    for via in [["App 3", "App 2"], ["App 2", "App 2"], ["App 4", "App 3"], ["App 4", "Other"]] {
      #expect(
        faults(try planner("App", "App 4", via: via)).allSatisfy {
          ["64", "steps.out-of-order"].contains($0)
        })
      #expect(faults(try planner("App", "App 4", via: via)).count > 1)
    }
    #expect(faults(try planner("App", "App 3", via: ["App 4"])) == ["64", "steps.out-of-order"])
  }

  @Test("A fault says where it stands, and what could have been meant")
  func places() throws {
    let told = try #require(
      refusal(planner("App", "App 4", via: ["Ap 2"], ["App > App 2", "App 2 > Apq 4"]))
    ).diagnostics
    #expect(told.count == 2)
    #expect(
      told[0].summary
        == "Steps.yaml, line 8, column 9, steps[1].to: no model that was given has a version `Apq 4`.")
    #expect(told[0].recovery.first == "Did you mean `App 4`?")
    #expect(
      told[1].summary
        == "--via names `Ap 2`, and no model that was given has a version of that name.")
  }
}
