import Foundation
import Testing

/// `place.status` itself holds the command to changing and touching nothing, in words and as JSON.
@Suite("In place: status")
struct InPlaceStatusTests {
  private func check(
    _ place: InPlace, _ state: String, rerun: String, run: String?, copies: [Int64],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let status = try place.status(sourceLocation: sourceLocation)
    #expect(status["formatVersion"] == .integer(1), sourceLocation: sourceLocation)
    #expect(status["state"].string == state, sourceLocation: sourceLocation)
    #expect(status["rerun"].string == rerun, sourceLocation: sourceLocation)
    #expect(status["lastRun"]["phase"].string == run, sourceLocation: sourceLocation)
    #expect(status["copies"].list.map { $0["number"].integer } == copies, sourceLocation: sourceLocation)
    if run != nil {
      #expect(
        status["lastRun"]["began"].string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil,
        sourceLocation: sourceLocation)
    }
  }

  private func words(_ place: InPlace) throws -> String { try Program.run(["status", place.path]).output }

  @Test("Every state there is, as JSON and in words")
  func states() throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    try check(place, "never-imported", rerun: "runs", run: nil, copies: [])
    #expect(try words(place).contains("no run in place has ever"))
    #expect(try words(place).contains("Safety copies: none."))
    #expect(!place.scratch.exists(place.importFolder))

    #expect(try place.to("Library 3").migrate().status == 3)
    try check(place, "as-copied", rerun: "runs", run: "failed", copies: [1])
    #expect(try words(place).contains("it is what a safety copy holds."))

    #expect(try place.migrate(fault: "promote.stage:1:kill").isKilled)
    try check(place, "unfinished", rerun: "settles-first", run: "working", copies: [1])
    #expect(try words(place).contains("a run on it did not end."))

    #expect(try place.migrate(fault: "promote.exchange:2:kill").isKilled)
    try check(place, "unfinished", rerun: "settles-first", run: "promoting", copies: [1])
    #expect(try words(place).contains("cut short while it exchanged files"))

    #expect(try place.migrate().status == 0)
    try check(place, "imported", rerun: "nothing-to-do", run: "finished", copies: [1])
    #expect(try place.status()["importedByRun"] == .integer(4))
    #expect(try words(place).contains("it is what run 4 made of it."))

    try place.change()
    try check(place, "changed", rerun: "runs", run: "finished", copies: [1])
    #expect(try words(place).contains("as a store in use is"))

    #expect(try place.migrate(fault: "destination.sync:1:kill").isKilled)
    try place.change()
    try check(place, "changed-since", rerun: "refused", run: "working", copies: [1, 2])
    #expect(try words(place).contains("restore --replace-newer"))

    #expect(try place.restore("--replace-newer").status == 0)
    try check(place, "as-copied", rerun: "runs", run: "finished", copies: [1, 2, 3])
    #expect(try place.status()["lastRun"]["action"] == .text("restore"))

    try place.scratch.remove("in/\(place.store)")
    try check(place, "missing", rerun: "fails", run: "finished", copies: [1, 2, 3])
    #expect(try words(place).contains("restore puts the newest safety copy back."))
    #expect(try place.migrate().status == 4)
  }

  @Test("Of a store that was never there")
  func never() throws {
    let place = InPlace(try Fixture("library-1"))
    let other = InPlace(place.workshop, "none.sqlite", Fixture.model)
    try check(other, "missing", rerun: "fails", run: nil, copies: [])
  }

  @Test("What status says of the next run is what the next run does")
  func promises() throws {
    for point in [
      "copy.write:1", "snapshot.write:1", "promote.exchange:1", "promote.sync:20", "place.clean:5",
    ] {
      let place = InPlace(try Fixture("library-1"))
      #expect(try place.migrate(fault: "\(point):kill").isKilled)
      #expect(try place.status()["rerun"].string == "settles-first", "\(point)")
      let next = try place.migrate()
      #expect(next.status == 0)
      #expect(next.has("run.undone") || next.has("run.completed"), "\(point)")
      #expect(try place.status()["rerun"].string == "nothing-to-do")
    }
  }

  @Test("A journal that nobody can read: status 7 for every command, and nothing is touched")
  func unreadableJournal() throws {
    for text in ["", "{", "{}", "[]", "{\"formatVersion\": 2}"] {
      let place = InPlace(try Fixture("library-1"))
      #expect(try place.migrate().status == 0)
      try place.scratch.write(text, to: place.importFolder + "/journal.json")
      let digests = try place.scratch.digests("in")
      for run in [try place.migrate(), try place.restore(), try place.migrate("--dry-run")] {
        #expect(run.status == 7, "\(text)")
        #expect(run.has("journal.unreadable"), "\(text)")
      }
      for words in [["status"], ["copies", "list"], ["copies", "verify"], ["copies", "prune"]] {
        let run = try Program.run(words + [place.path])
        #expect(run.status == 7, "\(words)")
        #expect(run.error.contains("journal.unreadable"), "\(words)")
      }
      #expect(try place.scratch.digests("in") == digests, "\(text)")
    }
  }
}
