import Foundation
import SQLite
import Testing

@Suite("Fixtures: options of run")
struct FixturesOptionTests {
  private func arguments(_ fixture: Fixture, to output: String = "New.sqlite") -> [String] {
    [
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version",
      "Library 2", "--output", fixture.workshop.output(output),
    ]
  }

  @Test("A dry run does everything and leaves nothing")
  func dryRun() throws {
    let fixture = try Fixture("library-external/Library")
    let map = fixture.workshop.scratch("said/map.csv")
    let dry = try fixture.migrate("--dry-run", "--id-map", map)
    #expect(dry.status == 0)
    #expect(dry.outcome == "migrated")
    #expect(try fixture.workshop.scratch.contents("out") == [])
    #expect(!FileManager.default.fileExists(atPath: map))
    let wet = try fixture.migrate()
    #expect(dry.body == wet.body)
    let blocked = try fixture.migrate("--dry-run", version: "Library 3", to: "Third.sqlite")
    #expect(blocked.status == 3)
  }

  @Test(
    "The old-id map has every object once, and its keys lead to the same object", arguments: [false, true])
  func idMap(keepsUUID: Bool) throws {
    let fixture = try Fixture("library-1")
    let options = keepsUUID ? ["--keep-uuid"] : []
    let (csv, lines) = (fixture.workshop.scratch("said/map.csv"), fixture.workshop.scratch("said/map.jsonl"))
    let model =
      ["--model-version", "Library 3"]
      + fixture.consents("Library 3").keys.sorted().flatMap { ["--allow", $0] }
    for (map, output) in [(csv, "New.sqlite"), (lines, "Second.sqlite")] {
      let done = try fixture.workshop.migrate(
        fixture.store, Fixture.model, options: model + options + ["--id-map", map], to: output)
      #expect(done.status == 0)
    }
    let oldUUID = try #require(fixture.expect["storeUUID"].string)
    let newUUID = try #require(fixture.workshop.texts("SELECT Z_UUID FROM Z_METADATA").first)
    #expect((oldUUID == newUUID) == keepsUUID)
    #expect(newUUID.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)

    var expected: [String: String] = [:]
    for (entity, rows) in fixture.expect["rows"]["Library 3"].members {
      let old = entity == "Tag" ? "Label" : entity
      for key in rows.members.keys {
        expected["x-coredata://\(oldUUID)/\(old)/p\(key)"] = "x-coredata://\(newUUID)/\(entity)/p\(key)"
      }
    }
    #expect(expected.count == 38)
    let table = try fixture.workshop.scratch.text("said/map.csv").split(separator: "\n").map(String.init)
    #expect(table.first == "old,new")
    let pairs = table.dropFirst().map { $0.split(separator: ",").map(String.init) }
    #expect(pairs.allSatisfy { $0.count == 2 })
    #expect(Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { _, _ in "twice" }) == expected)

    let objects = try fixture.workshop.scratch.text("said/map.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(JSON.self, from: Data($0.utf8)).members.compactMapValues(\.string)
    }
    #expect(objects.map { [$0["old"], $0["new"]] } == pairs.map { [$0[0], $0[1]] })
    #expect(
      try fixture.workshop.scratch.contents("said").sorted() == ["map.csv", "map.jsonl", "report.txt"])
  }

  @Test("An old-id map of another form is wrong usage")
  func idMapForm() throws {
    let fixture = try Fixture("library-1")
    let refused = try fixture.migrate("--id-map", fixture.workshop.scratch("said/map.txt"))
    #expect(refused.status == 64)
    #expect(refused.report.has("id-map.format"))
  }

  @Test("The report's file says what standard output says, and standard output says nothing else")
  func forms() throws {
    let fixture = try Fixture("library-1")
    let (json, text) = (
      fixture.workshop.scratch("said/report.json"), fixture.workshop.scratch("said/report.txt")
    )
    let inJSON = try Program.run(arguments(fixture) + ["--json", "--verbose", "--report", json])
    #expect(inJSON.status == 0)
    #expect(try fixture.workshop.scratch.text("said/report.json") == inJSON.output)
    #expect(inJSON.error.split(separator: "\n").count >= 9)
    let inText = try Program.run(arguments(fixture, to: "Second.sqlite") + ["--report", text])
    #expect(try fixture.workshop.scratch.text("said/report.txt") == inText.output)
    #expect(inText.error == "")
    // The report rendered later is the one that was printed, but for what differs between two runs.
    let rendered = try Program.run(["report", json, "--format", "text"])
    #expect(rendered.status == 0)
    #expect(rendered.output.split(separator: "\n").count > 10)
    let same = try Program.run(["report", json, "--format", "json"])
    #expect(same.output == inJSON.output)
    let quiet = try Program.run(arguments(fixture, to: "New.sqlite") + ["--keep-uuid", "--quiet"])
    #expect(quiet.status == 64)
    #expect(quiet.error == "")
  }

  @Test("Two reports of the same import do not differ; of two imports they do")
  func difference() throws {
    let fixture = try Fixture("library-1")
    let reports = ["first", "second", "third"].map { fixture.workshop.scratch("said/\($0).json") }
    for (index, version) in ["Library 2", "Library 2", "Library"].enumerated() {
      let done = try fixture.migrate(version: version, to: "\(index).sqlite")
      #expect(done.status == 0)
      try fixture.workshop.scratch.write(done.text, to: "said/\(["first", "second", "third"][index]).json")
    }
    #expect(try Program.run(["diff", reports[0], reports[1]]).status == 0)
    let other = try Program.run(["diff", reports[0], reports[2], "--json"])
    #expect(other.status == 1)
    #expect(!other.output.isEmpty)
  }

  @Test("Two runs give the same bytes, wherever they are made")
  func determinism() throws {
    let (first, second) = try (Fixture("library-external/Library"), Fixture("library-external/Library"))
    let (one, other) = try (first.migrate(), second.migrate(to: "New.sqlite"))
    #expect(one.body == other.body)
    #expect(try first.workshop.scratch.digests("out") == second.workshop.scratch.digests("out"))
  }

  @Test("External files come along under their own names; what is in the row stays there")
  func externalFiles() throws {
    let fixture = try Fixture("library-external/Library")
    #expect(try fixture.migrate().status == 0)
    let (old, new) = (
      "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA", "out/.New_SUPPORT/_EXTERNAL_DATA"
    )
    let files = try fixture.workshop.scratch.digests(old)
    #expect(files.count == 2)
    #expect(Set(files.keys) == Set(fixture.expect["externalFiles"].members.values.compactMap(\.string)))
    #expect(try fixture.workshop.scratch.digests(new) == files)
  }

  @Test("A missing external file blocks or is reported, and is never dropped in silence")
  func missingExternalFile() throws {
    let fixture = try Fixture("library-external/Library")
    let folder = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA"
    let name = try #require(fixture.expect["externalFiles"]["Book.cover/3"].string)
    try fixture.workshop.scratch.remove("\(folder)/\(name)")
    let done = try fixture.migrate()
    #expect(done.status == 1)
    let findings = done.report.body.findings.filter { $0.severity != "note" }
    #expect(findings.map { "\($0.entity ?? "").\($0.property ?? "")" } == ["Book.cover"])
    #expect(findings.first?.oldKeys == [3])
    let cell = try fixture.workshop.rows("SELECT ZCOVER FROM ZBOOK WHERE Z_PK = 3")[0][0].bytes ?? []
    #expect(cell == [2] + Array(name.utf8) + [0], "the reference is kept: the file may be found again")
  }

  @Test("A consent for so many rows does not cover one more")
  func limits() throws {
    let fixture = try Fixture("library-1")
    let all = fixture.consents("Library 3")
    #expect(all.count == 3)
    for (consent, rows) in all.sorted(by: { $0.key < $1.key }) {
      let others = all.keys.filter { $0 != consent }
      let tooFew = try fixture.migrate(allowing: others + ["\(consent)=\(rows - 1)"], version: "Library 3")
      #expect(tooFew.status == 3)
      #expect(tooFew.report.problems.count == 1)
      #expect(tooFew.report.body.findings.first?.count == rows)
    }
    let exact = try fixture.migrate(allowing: all.map { "\($0.key)=\($0.value)" }, version: "Library 3")
    #expect(exact.status == 0)
    #expect(exact.report.covered == all)
  }

  @Test("A source version that is named is taken without recognising it, and the report says so")
  func sourceVersion() throws {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate("--source-version", "Library")
    #expect(done.status == 0)
    #expect(done.report.body.source.recognisedBy == "given")
    let unknown = try fixture.migrate("--source-version", "Library 7", to: "Second.sqlite")
    #expect(unknown.status == 64)
    #expect(unknown.report.has("model.source-version-unknown"))
    // A version it cannot be is found out, not believed.
    let wrong = try fixture.migrate("--source-version", "Library 3", to: "Third.sqlite")
    #expect(wrong.status != 0 && wrong.status != 1)
  }
}
