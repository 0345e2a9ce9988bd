import Foundation
import SQLite
import Testing

@Suite("In place: clean imports")
struct InPlaceCleanTests {
  @Test("The result is what --output gives; the store stays the one it was; the copy is whole and checkable")
  func clean() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    let before = try place.files()
    #expect(try fixture.migrate("--keep-uuid").status == 0)
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.outcome == "migrated")
    #expect(done.problems == [])
    try place.checkRows(fixture, "Library 2")
    // Row by row and byte by byte.
    #expect(try place.bytes() == fixture.workshop.scratch.bytes("out/New.sqlite"))
    let old = try #require(fixture.expect["storeUUID"].string)
    #expect(try place.rows("SELECT Z_UUID FROM Z_METADATA") == [[.text(Array(old.utf8))]])

    let copy = (try place.copy(1) as NSString).lastPathComponent
    #expect(
      try Set(place.kept().keys) == [
        "lock", "journal.json", "reports", "reports/1.json", "copies", "copies/\(copy)",
        "copies/\(copy)/library-1.sqlite", "copies/\(copy)/SHA256SUMS",
      ])
    #expect(try place.copied(1) == before.filter { $0.key == "library-1.sqlite" })
    #expect(done.report?.meta["safetyCopy"].string == copy)
    #expect(done.report?.meta["inPlace"] == .flag(true))
    for folder in ["", "/copies", "/copies/\(copy)", "/reports"] {
      #expect(try place.scratch.mode(place.importFolder + folder) == 0o700, "\(folder)")
    }
    for file in ["/journal.json", "/reports/1.json", "/copies/\(copy)/SHA256SUMS"] {
      #expect(try place.scratch.mode(place.importFolder + file) == 0o600, "\(file)")
    }
  }

  @Test(
    "sha256sum itself accepts the copy's list, companions and external data in it, and sees a changed byte")
  func checksums() throws {
    for name in ["library-1-wal/Library", "library-external/Library"] {
      let place = InPlace(try Fixture(name))
      #expect(try place.migrate().status == 0)
      let copy = try place.scratch(place.copy(1))
      let words = ["--check", "--strict", "--quiet", "SHA256SUMS"]
      #expect(try Tool.run(Tool.sums, words, in: copy).status == 0, "\(name)")
      let lines = try place.scratch.text(place.copy(1) + "/SHA256SUMS").split(separator: "\n")
      #expect(try lines.count == place.copied(1).count)
      #expect(lines.count == (name.contains("wal") ? 2 : 3))
      try place.scratch.write("x", to: place.copy(1) + "/Library.sqlite")
      #expect(try Tool.run(Tool.sums, words, in: copy).status != 0, "\(name)")
    }
  }

  @Test("Names that a shell, a URI or a list of digests would take for something else")
  func names() throws {
    for name in ["Neu?mode=memory#1 %41.sqlite", "back\\slash\nand line.store", "été 📚", ".hidden"] {
      let fixture = try Fixture("library-1")
      try FileManager.default.moveItem(
        atPath: fixture.workshop.input(fixture.store), toPath: fixture.workshop.input(name))
      let place = InPlace(fixture.workshop, name, Fixture.model, version: "Library 2")
      let before = try place.files()
      #expect(try place.migrate().status == 0, "\(name)")
      try place.checkRows(fixture, "Library 2")
      #expect(
        try Tool.run(Tool.sums, ["--check", "--strict", "SHA256SUMS"], in: place.scratch(place.copy(1)))
          .status == 0)
      #expect(try place.restore().status == 0, "\(name)")
      #expect(try place.files() == before, "\(name)")
    }
  }

  @Test("The report is kept for runs that fail too, each under the number of its run")
  func reports() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.to("Library 3").migrate().status == 3)
    #expect(try place.migrate().status == 0)
    #expect(try place.kept(below: "reports") == ["1.json", "2.json"])
    let first = try Report(text: place.scratch.text(place.importFolder + "/reports/1.json"))
    #expect(first.body.outcome == "blocked")
    let second = try Report(text: place.scratch.text(place.importFolder + "/reports/2.json"))
    #expect(second.body.outcome == "migrated")
  }

  @Test("A dry run in place writes nothing, neither beside the store nor elsewhere")
  func dryRun() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let place = InPlace(fixture)
    try place.scratch.makeFolder("said/temporary")
    let environment = ["TMPDIR": place.scratch("said/temporary")]
    let (digests, stamps) = (try place.scratch.digests("in"), try place.scratch.stamps("in"))
    let dry = try place.migrate("--dry-run", environment: environment)
    #expect(dry.status == 0)
    #expect(dry.outcome == "migrated")
    let blocked = try place.to("Library 3").migrate("--dry-run", environment: environment)
    #expect(blocked.status == 3)
    let failed = try place.migrate(
      "--dry-run", fault: "destination.sync:1:fail:EIO", environment: environment)
    #expect(failed.status == 2)
    #expect(try place.scratch.digests("in") == digests)
    #expect(try place.scratch.stamps("in") == stamps)
    #expect(try place.scratch.contents("said/temporary") == [])
    // The run itself then gives that very report.
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.body == dry.body)

    let after = try place.scratch.stamps("in")
    let none = try place.migrate("--dry-run", environment: environment)
    #expect(none.outcome == "nothing-to-do")
    #expect(try place.to("Library 3").migrate("--dry-run", environment: environment).status == 3)
    #expect(try place.scratch.stamps("in") == after)
    #expect(try place.scratch.contents("said/temporary") == [])
  }

  @Test("Nobody reads standard output: the data is right all the same")
  func closedOutput() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    let before = try place.files()
    let words = ([Program.path] + place.arguments()).map { "'\($0)'" }.joined(separator: " ")
    // The reader is gone before the program begins.
    let run = try Tool.run(
      "/bin/bash", ["-c", "{ sleep 0.1; \(words); echo $? > '\(place.scratch("said/status"))'; } | true"])
    #expect(run.status == 0)
    #expect(try place.scratch.text("said/status") == "0\n")
    try place.checkRows(fixture, "Library 2")
    #expect(try place.kept(below: "reports") == ["1.json"])
    #expect(try place.copied(1) == before.filter { $0.key == "library-1.sqlite" })
    #expect(try place.state() == "imported")
  }

  @Test(
    "Standard streams that are closed: nothing that is said is written into a file that was opened instead",
    arguments: ["2>&-", "0<&- 2>&-", "1>&-", "0<&- 1>&- 2>&-"])
  func closedStreams(closing: String) throws {
    for version in ["Library 2", "Library 3"] {
      let fixture = try Fixture("library-1")
      let place = InPlace(fixture, version: version)
      let before = try place.files()
      let words = ([Program.path] + place.arguments(["--verbose"])).map { "'\($0)'" }.joined(separator: " ")
      let run = try Tool.run("/bin/bash", ["-c", "\(words) \(closing)"])
      // A report that nobody can read is told by the status, where the run itself is done.
      #expect(run.status == (version == "Library 3" ? 3 : closing.contains("1>") ? 2 : 0))
      #expect(try place.copied(1) == before.filter { $0.key == "library-1.sqlite" })
      #expect(try place.scratch.bytes(place.importFolder + "/lock") == [])
      if version == "Library 3" {
        #expect(try place.files() == before)
        #expect(try place.state() == "as-copied")
      } else {
        try place.checkRows(fixture, version)
        #expect(try place.state() == "imported")
      }
      // Again, with a folder that is there already.
      let again = try Tool.run("/bin/bash", ["-c", "\(words) \(closing)"])
      #expect(again.status == run.status)
      #expect(try place.scratch.bytes(place.importFolder + "/lock") == [])
    }
  }
}
