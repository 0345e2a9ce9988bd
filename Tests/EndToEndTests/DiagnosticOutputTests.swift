import Foundation
import SQLite
import Testing

/// What becomes of OUTPUT and of the files beside it.
@Suite("Diagnostics: OUTPUT and its place")
struct DiagnosticOutputTests {
  @Test("A new UUID is told of, and one that is kept is not")
  func uuid() throws {
    let fixture = try Fixture("library-1")
    let own = try fixture.migrate()
    #expect(own.report.findings("destination.new-uuid").map(\.severity) == ["note"])
    let kept = try fixture.migrate("--keep-uuid", to: "Kept.sqlite")
    #expect(!kept.report.has("destination.new-uuid"))
    #expect(own.status == 0 && kept.status == 0)
    let old = try #require(fixture.expect["storeUUID"].string)
    #expect(try fixture.workshop.texts("SELECT Z_UUID FROM Z_METADATA", in: "Kept.sqlite") == [old])
    #expect(try fixture.workshop.texts("SELECT Z_UUID FROM Z_METADATA") != [old])
  }

  @Test("The cached model of another version is not carried over")
  func modelCache() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "INSERT INTO Z_MODELCACHE VALUES (x'00')")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(!done.report.has("destination.model-cache-empty"))
    #expect(try fixture.workshop.texts("SELECT Z_CONTENT <> x'00' FROM Z_MODELCACHE") == ["1"])
  }

  @Test("External files that went missing beside a finished result are put back, and the run says so")
  func completed() throws {
    let fixture = try Fixture("library-external/Library")
    #expect(try fixture.migrate().status == 0)
    let finished = try fixture.workshop.scratch.digests("out")
    let name = try #require(fixture.expect["externalFiles"]["Book.cover/1"].string)
    try fixture.workshop.scratch.remove("out/.New_SUPPORT/_EXTERNAL_DATA/" + name)
    let run = try Program.run(fixture.arguments())
    #expect(run.status == 0)
    let report = try Report(text: run.output)
    #expect(report.findings("output.external-completed").map(\.severity) == ["note"])
    #expect(report.findings("output.external-completed").map(\.count) == [1])
    #expect(report.body.outcome != "nothing-to-do")
    #expect(try fixture.workshop.scratch.digests("out") == finished)
    let again = try fixture.migrate()
    #expect(again.outcome == "nothing-to-do")
    #expect(!again.report.has("output.external-completed"))
  }

  @Test("OUTPUT beside the source, with the same name but for the ending, shares its external data")
  func shared() throws {
    let fixture = try Fixture("library-external/Library")
    let before = try fixture.workshop.scratch.digests("in")
    let output = "../in/library-external/Library.store"
    let run = try Program.run(fixture.arguments(to: fixture.workshop.output(output)))
    #expect(run.status == 0)
    let report = try Report(text: run.output)
    #expect(report.findings("output.external-shared").map(\.severity) == ["note"])
    #expect(report.findings("output.external-shared").map(\.count) == [2])
    var after = try fixture.workshop.scratch.digests("in")
    #expect(after.removeValue(forKey: "library-external/Library.store") != nil)
    #expect(after == before)
    try fixture.checkRows("Library 2", in: output)
  }

  @Test("A work folder that cannot be removed is told of, and the next run takes it over")
  func workFolder() throws {
    let fixture = try Fixture("library-1")
    let run = try Program.run(
      fixture.arguments(), environment: ["IMPORT_LEGACY_FAULT": "output.clean:1+:fail:EACCES"])
    #expect(run.status == 0)
    let finding = try #require(Report(text: run.output).findings("output.work-folder-left").first)
    #expect(finding.severity == "note")
    #expect(finding.recovery.contains { $0.contains(".New.sqlite.import-legacy") })
    #expect(fixture.workshop.scratch.exists("out/.New.sqlite.import-legacy"))
    let again = try Program.run(fixture.arguments())
    #expect(again.status == 0)
    #expect(try Report(text: again.output).body.outcome == "nothing-to-do")
    #expect(try fixture.workshop.scratch.contents("out") == ["New.sqlite"])
    try fixture.checkRows("Library 2")
  }

  @Test("A map that cannot be put in its place once the store is: the store stands, the next run writes it")
  func mapMissing() throws {
    let fixture = try Fixture("library-1")
    let map = fixture.workshop.scratch("said/map.csv")
    var missing = 0
    var passage = 0
    while true {
      passage += 1
      let run = try Program.run(
        fixture.arguments("--id-map", map),
        environment: ["IMPORT_LEGACY_FAULT": "id-map:\(passage):fail:EIO"])
      let report = try Report(text: run.output)
      if run.status == 0 { break }
      #expect(!fixture.workshop.scratch.exists("said/map.csv"), "\(passage)")
      if report.has("id-map.missing") {
        missing += 1
        #expect(run.status == 1)
        #expect(report.problems == ["error id-map.missing  []"])
        #expect(report.findings("id-map.missing").allSatisfy { !$0.recovery.isEmpty })
        let again = try fixture.migrate("--id-map", map)
        #expect(again.status == 0)
        #expect(again.outcome == "nothing-to-do")
        #expect(try fixture.workshop.scratch.text("said/map.csv").split(separator: "\n").count > 30)
        try fixture.checkRows("Library 2")
        try fixture.workshop.scratch.remove("said/map.csv")
      } else {
        #expect(run.status == 2, "\(passage)")
      }
      try fixture.workshop.scratch.remove("out")
      try fixture.workshop.scratch.makeFolder("out")
      if passage > 20 { break }
    }
    #expect(missing == 1)
    #expect((4...20).contains(passage))
  }

  @Test(
    "SQLite cannot write the new file to its end",
    .enabled(if: FileManager.default.fileExists(atPath: "/bin/sh"))
  )
  func databaseFailed() throws {
    let fixture = try Fixture("library-1")
    // Eight books of 300 KB, where no file may grow beyond about half of that.
    let text = String(repeating: "x", count: 300_000)
    try fixture.changeModel(
      adding: "<attribute name=\"blurb\" attributeType=\"String\" defaultValueString=\"\(text)\"/>",
      to: "Book")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1500; exec \"$0\" \"$@\"", Program.path,
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.changedModel),
      "--source-model", fixture.workshop.input(Fixture.model), "--output", fixture.workshop.output(),
      "--json",
    ]
    let words = Pipe()
    shell.standardOutput = words
    shell.standardError = FileHandle.nullDevice
    let given = try fixture.workshop.scratch.digests("in")
    try shell.run()
    let output = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationReason == .exit)
    #expect(shell.terminationStatus == 2)
    let report = try Report(text: output)
    #expect(report.problems == ["error import.database-failed  []"])
    #expect(report.body.outcome == "failed")
    #expect(!output.contains(Program.canary))
    #expect(try fixture.workshop.scratch.digests("in") == given)
    #expect(try fixture.workshop.scratch.contents("out") == [])
    #expect(try fixture.migrateToChanged().status == 0)
  }
}
