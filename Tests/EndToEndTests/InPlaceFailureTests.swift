import Foundation
import TestSupport
import Testing

@Suite("In place: failures before anything is exchanged")
struct InPlaceFailureTests {
  @Test("Blocked: status 3, proven; the same with the consents then runs, with the copy there is")
  func blocked() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let place = InPlace(fixture, version: "Library 3")
    let blocked = try place.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.outcome == "blocked")
    #expect(blocked.has("run.original-proven"))
    #expect(try place.copies() == [1])
    #expect(blocked.run.error.contains("blocked; the store is as it was, proven by digest"))
    #expect(blocked.run.error.contains(try place.scratch(place.copy(1))))
    let consents = fixture.consents("Library 3").keys.sorted().flatMap { ["--allow", $0] }
    let done = try place.perform(place.arguments(consents), nil, [:], #_sourceLocation)
    #expect(done.status == 0)
    #expect(try place.copies() == [1])
    try place.checkRows(fixture, "Library 3")
  }

  @Test("Damaged: status 5, proven")
  func damaged() throws {
    let place = InPlace(try Fixture("library-damaged", hasExpectation: false))
    let damaged = try place.migrate()
    #expect(damaged.status == 5)
    #expect(damaged.has("run.original-proven"))
    #expect(try place.copies() == [1])
    #expect(try place.state() == "as-copied")
    #expect(try place.restore().outcome == "nothing-to-do")
  }

  @Test("What ends before there is a copy to make leaves no folder behind")
  func early() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    let digests = try place.scratch.digests("in")
    #expect(try place.to("Library 9").migrate().status == 64)
    #expect(try place.migrate("--allow", "nonsense").status == 64)
    #expect(try place.migrate("--report", place.path + "/none.txt").status == 64)
    #expect(try InPlace(fixture.workshop, fixture.store, "none.xcdatamodeld").migrate().status == 4)
    #expect(try InPlace(fixture.workshop, "none.sqlite", Fixture.model).migrate().status == 4)
    #expect(try place.scratch.digests("in") == digests)
    #expect(!place.scratch.exists(place.importFolder))
  }

  @Test(
    "A call that fails, at each of its passages",
    arguments: [
      ("copy.sync", 4), ("copy.place", 2), ("journal.write", 21), ("destination.sync", 2), ("proof.read", 2),
      ("place.attributes", 4),
    ])
  func failing(point: String, least: Int) throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    var failures = 0
    for passage in LongTests.some(of: Array(1...80), every: 4) {
      let fault = "\(point):\(passage):fail:EIO"
      let run = try place.migrate(fault: fault)
      if run.status == 0 {
        try trial.checkFinished(fault)
        break
      }
      failures += 1
      #expect(run.status == 2, "\(fault)")
      #expect(run.outcome == "failed", "\(fault)")
      #expect(try place.files() == trial.given, "\(fault)")
      // Where there is a copy there are digests to hold the files against.
      let hasCopy = run.report?.meta["safetyCopy"].string != nil
      #expect(run.has("run.original-proven") || !hasCopy, "\(fault)")
      #expect(try place.copies().count <= 1, "\(fault)")
      if passage % 3 == 1 { try trial.checkRerun(fault) }
      try trial.reset()
    }
    #expect(failures >= (LongTests.areWanted ? least : (least + 3) / 4), "\(point): \(failures)")
    #expect(failures < 80)
  }

  @Test(
    "No space left: status 9, proven", arguments: ["copy.write:2", "journal.write:9", "snapshot.write:1"])
  func noSpace(point: String) throws {
    let trial = try InPlaceTrial()
    let run = try trial.place.migrate(fault: "\(point):fail:ENOSPC")
    #expect(run.status == 9)
    #expect(run.has("file.no-space"))
    #expect(try trial.place.files() == trial.given)
    try trial.checkRerun(point)
  }

  @Test(
    "The result is not what it should be: status 6, thrown away, proven",
    .enabled(if: RunningProgram.canBeHeld, "needs /proc"))
  func invalid() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    let paused = try RunningProgram(place.arguments(), stoppedAt: "destination.sync:1")
    // Somebody, or a disk, changes a value of the new file that nobody looked at yet.
    let work = place.importFolder + "/work"
    let built = work + "/destination.sqlite"
    var bytes = try place.scratch.bytes(built)
    let title = try #require(bytes.firstRange(of: Array("DROP TABLE ZBOOK;--".utf8)))
    bytes[title.lowerBound] ^= 0x20
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place.scratch(built)))
    try file.write(contentsOf: bytes)
    try file.close()
    paused.resume()
    let run = try place.judge(try paused.finish(), before: trial.given, isDry: false, #_sourceLocation)
    #expect(run.status == 6)
    #expect(run.outcome == "failed")
    #expect(run.has("run.original-proven"))
    try trial.checkRerun("validation")
  }
}
