import Foundation
import Testing

@Suite("Plan: what becomes what, and what stands in the way")
struct PlanStoreTests {
  @Test("A store whose migration is clean: everything that changes is listed, with its reason")
  func ready() throws {
    let plan = try Fixture("library-1").plan(version: "Library 2", status: 0)
    #expect(plan.outcome == "ready")
    #expect(
      plan.body["steps"].list == [
        .object([
          "from": .text("Library"), "to": .text("Library 2"), "how": .text("inferred"), "mapping": .null,
        ])
      ])
    #expect(
      plan.entities == [
        "Author -> Author 6 kept", "Book -> Book 8 kept", "HighlightNote -> HighlightNote 6 kept",
        "Label -> Tag 7 renamed", "MarginNote -> MarginNote 5 kept", "Note -> Note 0 kept",
        "Profile -> Profile 3 kept", "Setting -> Setting 4 kept", "Shelf -> Shelf 3 kept",
        "- -> Publisher 0 new",
      ])
    #expect(
      plan.changes == [
        "- -> Author.website 6 new", "Book.isbn -> Book.isbn13 8 renamed",
        "Book.labels -> Book.tags 8 renamed", "Book.pages -> Book.pages 8 converted",
        "- -> Book.copies 8 default", "- -> Book.format 8 default", "- -> Book.publisher 8 new",
        "Shelf.pinnedLabels -> Shelf.pinnedTags 3 renamed",
      ])
    #expect(plan.body["entities"].list.first { $0["source"] == .text("Note") }?["abstract"] == .flag(true))
    #expect(plan.obstacles == [] && plan.warnings == [] && plan.proposals == [])
    #expect(plan.text.contains("renamed -> Tag: renaming identifier Label"))
    #expect(plan.text.contains("51 properties are kept as they are; --verbose lists them."))
    #expect(!plan.text.contains("\nIn the way"))
  }

  @Test("Everything in the way at once, with the consents that answer it; given, they make it ready")
  func blocked() throws {
    let fixture = try Fixture("library-1")
    let plan = try fixture.plan(version: "Library 3", status: 3)
    #expect(plan.outcome == "blocked")
    #expect(
      plan.obstacles == [
        "plan.attribute-dropped Book.legacyCode 5 [1, 2, 3, 5, 21]",
        "plan.attribute-dropped HighlightNote.color 5 [1, 5, 9, 12, 14]",
        "plan.entity-dropped Setting 4 [1, 2, 4, 5]",
      ])
    #expect(plan.consents() == fixture.consents("Library 3"))
    #expect(plan.entities.contains("Setting -> - 4 dropped"))
    #expect(plan.changes.contains("Book.legacyCode -> - 5 dropped"))
    #expect(plan.changes.contains("Shelf.name -> Container.name 3 moved"))
    #expect(plan.changes.contains("Book.author -> Book.authors 8 converted"))
    #expect(plan.text.contains("In the way (3):"))
    #expect(plan.text.contains("old keys: 1, 2, 3, 5, 21"))
    #expect(plan.text.contains("drop:HighlightNote.color: 5 rows"))

    let options = plan.consents().sorted { $0.key < $1.key }.flatMap { ["--allow", "\($0.key)=\($0.value)"] }
    let workshop = fixture.workshop
    let model = ["--model", workshop.input(Fixture.model), "--model-version", "Library 3"]
    let ready = try workshop.plan(fixture.store, model + options, status: 0)
    #expect(ready.obstacles == [] && ready.consents() == [:])
    #expect(ready.consents("given") == plan.consents())
    // What is agreed to still is what becomes of it.
    #expect(ready.changes == plan.changes)
    #expect(try fixture.migrate(allowing: Array(plan.consents().keys), version: "Library 3").status == 0)
  }

  @Test("A consent for fewer rows than there are does not answer")
  func limited() throws {
    let fixture = try Fixture("library-1")
    let plan = try fixture.plan(
      "--allow", "drop:Setting=3", "--allow", "drop:Book.legacyCode=5", version: "Library 3", status: 3)
    #expect(plan.consents() == ["drop:Setting": 4, "drop:HighlightNote.color": 5])
    #expect(plan.consents("given") == ["drop:Setting": 0, "drop:Book.legacyCode": 5])
    #expect(plan.text.contains("The consent given covers 3, there are 4"))
  }

  @Test("Links that lead nowhere are told before, as a run tells them afterwards")
  func brokenLinks() throws {
    let fixture = try Fixture("library-broken-links")
    let plan = try fixture.plan("--allow", "orphans:Note", version: "Library 2", status: 1)
    #expect(plan.outcome == "ready-with-warnings")
    let run = try fixture.migrate("--allow", "orphans:Note")
    #expect(run.status == 1)
    let found = run.report.body.findings.filter { $0.severity != "note" }.map { finding in
      let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
      return "\(finding.id) \(subject) \(finding.count) \(finding.oldKeys)"
    }
    #expect(plan.warnings.sorted() == found.sorted())
    #expect(plan.warnings.count >= 5)
    #expect(plan.text.contains("A run would warn of"))
  }

  @Test("A damaged store and one that is not there: no plan, the status of a run, and the reason")
  func failed() throws {
    let fixture = try Fixture("library-damaged", hasExpectation: false)
    let damaged = try fixture.plan(version: "Library 2", status: 5)
    #expect(damaged.outcome == "failed")
    #expect(damaged.obstacles.map { $0.prefix { $0 != " " } } == ["store.damaged"])
    #expect(damaged.text.contains("there is no plan."))

    let missing = try fixture.workshop.plan(
      "None.sqlite", ["--model", fixture.workshop.input(Fixture.model)], status: 4)
    #expect(missing.outcome == "failed" && missing.entities == [])
  }

  @Test("To an older version: blocked, without a plan")
  func older() throws {
    let plan = try Fixture("library-2").plan(version: "Library", status: 3)
    #expect(plan.obstacles.map { $0.prefix { $0 != " " } } == ["plan.target-older"])
    #expect(plan.entities == [])
  }

  @Test(
    "Interrupted, or without room to work in: the status of a run, and nothing is left behind",
    arguments: [("snapshot.write:1:interrupt", 10), ("trial.folder:1:fail:EACCES", 2)] as [(String, Int32)])
  func faults(_ fault: String, _ status: Int32) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.scratch.makeFolder("temporary")
    let before = try fixture.workshop.scratch.digests("in")
    let run = try Program.run(
      ["plan", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model)],
      environment: ["TMPDIR": fixture.workshop.scratch("temporary"), "IMPORT_LEGACY_FAULT": fault])
    #expect(run.status == status, "\(run.output)")
    #expect(run.output.contains("there is no plan."))
    #expect(try fixture.workshop.scratch.digests("in") == before)
    #expect(try fixture.workshop.scratch.contents("temporary") == [])
  }

  @Test("--verbose lists what is kept, and --quiet leaves standard error empty")
  func verbosity() throws {
    let fixture = try Fixture("library-1")
    let words = [
      "plan", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 2",
    ]
    let verbose = try Program.run(words + ["--verbose"])
    #expect(verbose.status == 0)
    #expect(verbose.output.contains("  title"))
    #expect(!verbose.output.contains("--verbose"))
    #expect(verbose.error.contains("import-legacy: resolve"))
    #expect(try Program.run(words + ["--quiet"]).error.isEmpty)
    #expect(try Program.run(words + ["--quiet", "--verbose"]).status == 64)
  }
}
