import Foundation
import Testing

@Suite("Consents: drafted, reviewed, taken")
struct ConsentsFileTests {
  /// A store that loses something on its way to Library 3, and the file that was drafted for it.
  private struct Trial {
    let fixture: Fixture
    let path: String

    init() throws {
      fixture = try Fixture("library-1")
      try fixture.workshop.scratch.makeFolder("drafts")
      path = fixture.workshop.scratch("drafts/consents.yaml")
      let run = try plan("--write-consents", path)
      #expect(run.status == 3, "\(run.error)")
      #expect(run.error.isEmpty)
    }

    func plan(_ options: String...) throws -> Program.Run {
      try Program.run(
        [
          "plan", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
          "--model-version", "Library 3",
        ] + options)
    }

    func text() throws -> String { try fixture.workshop.scratch.text("drafts/consents.yaml") }

    func rewrite(_ text: String) throws {
      try fixture.workshop.scratch.write(text, to: "drafts/consents.yaml")
    }

    func migrate(_ options: String...) throws -> Workshop.Import {
      try fixture.workshop.migrate(
        fixture.store, Fixture.model,
        options: ["--model-version", "Library 3", "--consents", path] + options)
    }
  }

  @Test("The draft alone makes the run go through, and the report counts what it covered")
  func reviewed() throws {
    let trial = try Trial()
    let text = try trial.text()
    let digest = try Tool.run(Tool.sums, [trial.fixture.workshop.input(trial.fixture.store)]).output.prefix(
      64)
    #expect(text.contains("source:\n  store: 'sha256:\(digest)'\n"))
    #expect(text.contains("  - consent: 'drop:Setting'\n    rows: 4\n    why: "))
    let done = try trial.migrate()
    #expect(done.status == 0)
    #expect(done.report.covered == trial.fixture.consents("Library 3"))
    try trial.fixture.checkRows("Library 3")
    #expect(try trial.plan("--consents", trial.path).status == 0)
  }

  @Test("Taken away, a consent is missing; one for fewer rows is not enough; --allow adds to them")
  func edited() throws {
    let trial = try Trial()
    let text = try trial.text()
    try trial.rewrite(text.replacing("    rows: 4\n", with: "    rows: 3\n"))
    let blocked = try trial.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.entity-dropped Setting [1, 2, 4, 5]"])
    #expect(try trial.migrate("--allow", "drop:Setting=4").status == 0)
  }

  @Test("Written to since, the store is another one: the run refuses, and so does the plan")
  func otherSource() throws {
    let trial = try Trial()
    try trial.fixture.workshop.alter(trial.fixture.store, "UPDATE ZSETTING SET Z_OPT = Z_OPT + 1")
    let refused = try trial.migrate()
    #expect(refused.status == 3)
    #expect(refused.report.problems == ["error consents.other-source  []"])
    let plan = try trial.plan("--consents", trial.path)
    #expect(plan.status == 3)
    #expect(plan.output.contains("consents.other-source"))
  }

  @Test("A log with something in it is of the store too")
  func log() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let path = fixture.workshop.scratch("consents.yaml")
    let words = [
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 3",
    ]
    #expect(try Program.run(["plan"] + words + ["--write-consents", path]).status == 3)
    #expect(try fixture.workshop.scratch.text("consents.yaml").contains("  writeAheadLog: 'sha256:"))
    try fixture.workshop.scratch.remove("in/library-1-wal/Library.sqlite-wal")
    let refused = try Program.run(
      words + ["--output", fixture.workshop.output(), "--consents", path, "--json"])
    #expect(refused.status == 3)
    #expect(try Report(text: refused.output).has("consents.other-source"))
  }

  @Test("In place, the same again finds nothing to do, though the store is another one by then")
  func inPlace() throws {
    let trial = try Trial()
    let words = [
      trial.fixture.workshop.input(trial.fixture.store), "--model",
      trial.fixture.workshop.input(Fixture.model), "--model-version", "Library 3", "--json", "--consents",
      trial.path,
    ]
    let done = try Program.run(words)
    #expect(done.status == 0, "\(done.output)\(done.error)")
    let again = try Program.run(words)
    #expect(again.status == 0)
    #expect(try Report(text: again.output).body.outcome == "nothing-to-do")
    // With other consents it is another request, and these are for the store that was there before.
    try trial.rewrite(try trial.text().replacing("    rows: 4\n", with: "    rows: 5\n"))
    let other = try Program.run(words)
    #expect(other.status == 3)
    #expect(try Report(text: other.output).has("consents.other-source"))
  }

  @Test(
    "A faulty file ends the run, with line and column of each fault",
    arguments: [
      ("version: 1\nsource: {store: x}\nconsents: []\n", ["line 2, column 17"]),
      ("version: 2\nsource: {}\nconsents: []\n", ["line 1, column 1"]),
      ("version: 1\nconsent: []\n", ["line 1, column 1", "line 1, column 1", "line 2, column 1"]),
      (
        "version: 1\nsource: {store: DIGEST}\nconsents:\n  - {consent: drop, rows: 1}\n  - consent: drop:A=3\n"
          + "    rows: many\n", ["line 4, column 15", "line 5, column 14", "line 6, column 11"]
      ),
      (
        "version: 1\nsource: {store: DIGEST}\nconsents:\n  - {consent: \"drop:A\", rows: 1}\n"
          + "  - {consent: \"drop:A\", rows: -1}\n  - {consent: \"drop:A\", rows: 2, wy: x}\n",
        ["line 5, column 31", "line 6, column 5", "line 6, column 34"]
      ),
      ("version: 1\nsource: [\n", ["line 3, column 1"]), ("", ["line 1, column 1"]),
      ("- a\n", ["line 1, column 1"]),
      ("version: 1\nsource: {store: DIGEST}\nconsents: x\n", ["line 3, column 11"]),
    ] as [(String, [String])])
  func faulty(_ text: String, _ places: [String]) throws {
    let fixture = try Fixture("library-1")
    let digest = "sha256:" + String(repeating: "0", count: 64)
    let path = try fixture.workshop.scratch.write(
      text.replacing("DIGEST", with: "\"\(digest)\""), to: "consents.yaml")
    let refused = try fixture.migrate("--consents", path)
    #expect(refused.status == 64)
    #expect(refused.report.body.findings.allSatisfy { $0.id == "consents.faulty" })
    let found = refused.report.body.findings.map { finding in
      String(finding.summary.dropFirst("consents.yaml, ".count).prefix { $0 != ":" })
    }
    #expect(found.sorted() == places.sorted(), "\(refused.report.body.findings.map(\.summary))")
  }

  @Test("A file that is not there, and one that holds a name that nothing has")
  func refused() throws {
    let fixture = try Fixture("library-1")
    let missing = try fixture.migrate("--consents", fixture.workshop.scratch("none.yaml"))
    #expect(missing.status == 64)
    #expect(missing.report.problems == ["error consents.unreadable  []"])

    let trial = try Trial()
    try trial.rewrite(try trial.text().replacing("drop:Setting", with: "drop:Settings"))
    let unknown = try trial.migrate()
    #expect(unknown.status == 64)
    #expect(unknown.report.problems == ["error consent.unknown-name  []"])
  }

  @Test("A draft replaces nothing, and without a plan there is none")
  func places() throws {
    let trial = try Trial()
    let before = try trial.text()
    for option in ["--write-consents", "--write-mapping"] {
      let taken = try trial.plan(option, trial.path)
      #expect(taken.status == 64)
      #expect(taken.output.isEmpty)
      #expect(taken.error.contains("output.exists") && taken.error.contains("another place with \(option)"))
    }
    #expect(try trial.text() == before)
    #expect(try trial.plan("--write-consents", "a", "--write-mapping", "a").status == 64)

    let new = trial.fixture.workshop.scratch("drafts/new.yaml")
    let words = ["plan", trial.fixture.workshop.input("None.sqlite"), "--write-consents", new]
    let none = try Program.run(words)
    #expect(none.status == 4)
    #expect(none.error.contains("no consents file was written"))
    #expect(try Program.run(words + ["--quiet"]).error.isEmpty)
    #expect(!trial.fixture.workshop.scratch.exists("drafts/new.yaml"))
  }

  @Test("A report does not replace the file of consents")
  func report() throws {
    let trial = try Trial()
    let path = trial.fixture.workshop.scratch("drafts/consents.json")
    try trial.fixture.workshop.scratch.copy(trial.path, to: "drafts/consents.json")
    let run = try Program.run(
      trial.fixture.arguments("--consents", path, "--report", path, version: "Library 3"))
    #expect(run.status == 64)
    #expect(try Report(text: run.output).problems == ["error side-file.taken  []"])
    #expect(try trial.fixture.workshop.scratch.text("drafts/consents.json") == trial.text())
  }

  @Test("A draft that cannot be written ends the plan, and leaves the store as it was")
  func unwritable() throws {
    let trial = try Trial()
    let before = try trial.fixture.workshop.scratch.digests("in")
    let run = try Program.run(
      [
        "plan", trial.fixture.workshop.input(trial.fixture.store), "--model",
        trial.fixture.workshop.input(Fixture.model), "--write-mapping",
        trial.fixture.workshop.scratch("drafts/mapping.yaml"),
      ], environment: ["IMPORT_LEGACY_FAULT": "plan.draft:2+:fail:EIO"])
    #expect(run.status == 2)
    #expect(try trial.fixture.workshop.scratch.digests("in") == before)
  }
}
