import Foundation
import TestSupport
import Testing

@Suite("In place: failures and sudden ends while files are exchanged")
struct InPlacePromotionTests {
  @Test(
    "A call that fails is undone, at each of its passages",
    arguments: [
      ("promote.stage", 5), ("promote.aside", 1), ("promote.exchange", 2), ("promote.sync", 8),
      ("journal.write", 28), ("external.status", 1),
    ])
  func failing(point: String, least: Int) throws {
    // The companions make for steps of their own.
    let trial = try InPlaceTrial(
      point == "external.status" ? "library-external/Library" : "library-1-wal/Library")
    let place = trial.place
    var failures = 0
    for passage in LongTests.some(of: Array(1...80), every: 4) {
      let fault = "\(point):\(passage):fail:EIO"
      // Each begins where the one before it was undone.
      let run = try place.migrate(fault: fault)
      if run.status == 0 {
        try trial.checkFinished(fault)
        break
      }
      failures += 1
      #expect(run.status == 2, "\(fault)")
      #expect(try place.files() == trial.given, "\(fault)")
      let hasCopy = run.report?.meta["safetyCopy"].string != nil
      #expect(run.has("run.original-proven") || !hasCopy, "\(fault)")
    }
    #expect(failures >= (LongTests.areWanted ? least : (least + 3) / 4), "\(point): \(failures)")
    #expect(failures < 80)
    #expect(try place.copies() == [1])
  }

  @Test(
    "What cannot be undone either is status 7, names the copy, and the next run undoes it first",
    arguments: [
      "promote.exchange:1:fail:EIO,undo.move:1+:fail:EIO",
      "promote.exchange:2:fail:EIO,undo.move:1+:fail:EIO",
      "promote.sync:19+:fail:EIO,undo.sync:1+:fail:EIO",
      "promote.exchange:2:fail:EIO,undo.move:4+:fail:EACCES",
      "promote.exchange:1:fail:EIO,proof.read:3+:fail:EIO",
    ])
  func undoFails(fault: String) throws {
    for settling in ["run", "restore"] {
      let trial = try InPlaceTrial()
      let place = trial.place
      let run = try place.migrate(fault: fault)
      #expect(run.status == 7, "\(fault)")
      #expect(run.outcome == "failed")
      #expect(run.has("run.original-not-proven"))
      #expect(run.run.error.contains("the original could not be proven"))
      #expect(run.run.error.contains("the safety copy is \(try place.scratch(place.copy(1)))\n"))
      #expect(try place.copied(1) == trial.copied)
      #expect(try place.state() == "unfinished")
      #expect(try place.status()["rerun"] == .text("settles-first"))
      if settling == "run" {
        let next = try place.migrate()
        #expect(next.status == 0)
        #expect(next.has("run.undone"))
        try trial.checkFinished(fault)
      } else {
        let restored = try place.restore()
        #expect(restored.status == 0)
        #expect(restored.has("run.undone"))
        #expect(try place.files() == trial.given, "\(fault)")
      }
    }
  }

  @Test("--output reads no store whose files are being exchanged: its log may be away")
  func outputMeanwhile() throws {
    for (fault, isWhole) in [
      ("snapshot.write:1:kill", true), ("promote.stage:5:kill", true), ("promote.exchange:1:kill", false),
      ("promote.exchange:2:kill", false), ("place.clean:5:kill", true),
    ] {
      let trial = try InPlaceTrial()
      let place = trial.place
      #expect(try place.migrate(fault: fault).isKilled)
      let digests = try place.scratch.digests("in")
      let run = try Program.run(trial.fixture.arguments())
      let report = try Report(text: run.output)
      #expect(run.status == (isWhole ? 0 : 8), "\(fault)")
      #expect(report.has("run.unfinished") == !isWhole, "\(fault)")
      if isWhole { try trial.fixture.checkRows("Library 2") }
      #expect(place.scratch.exists("out/New.sqlite") == isWhole)
      #expect(try place.scratch.digests("in") == digests, "\(fault)")
      try trial.checkRerun(fault)
    }
  }

  @Test("The old files are lost from aside too: the safety copy is the second line")
  func secondLine() throws {
    for settling in ["run", "restore"] {
      for point in [
        "promote.exchange:1:kill", "promote.exchange:2:kill", "promote.sync:12:kill", "promote.sync:20:kill",
      ] {
        let trial = try InPlaceTrial()
        let place = trial.place
        #expect(try place.migrate(fault: point).isKilled)
        #expect(try place.files() != trial.given)
        try place.scratch.remove(place.importFolder + "/aside")
        #expect(try place.state() == "unfinished", "\(point)")
        let next = settling == "run" ? try place.migrate() : try place.restore()
        #expect(next.status == 0, "\(point)")
        #expect(next.has("run.undone"), "\(point)")
        if settling == "run" {
          try trial.checkFinished(point)
        } else {
          #expect(try place.files() == trial.given, "\(point)")
        }
      }
    }
  }

  @Test("Killed with all in place: the next run completes it, and there is nothing to do")
  func completed() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    var completions = 0
    for passage in LongTests.some(of: Array(1...60), every: 4) {
      let run = try place.migrate(fault: "place.clean:\(passage):kill")
      guard run.isKilled else { break }
      if passage % 2 == 1, try place.files()[place.store] == trial.finished, try place.state() == "unfinished"
      {
        completions += 1
        let next = try place.migrate()
        #expect(next.status == 0)
        #expect(next.has("run.completed"))
        #expect(next.outcome == "nothing-to-do")
        try trial.checkFinished("place.clean:\(passage)")
        #expect(try place.restore().status == 0)
        #expect(try place.files() == trial.given)
      }
      try trial.reset()
    }
    #expect(completions >= (LongTests.areWanted ? 2 : 1))
  }

  @Test(
    "Killed with all in place, and the app went on with the result: the run is completed, and that is a new source"
  )
  func completedAndChanged() throws {
    for settling in ["run", "restore"] {
      let trial = try InPlaceTrial()
      let place = trial.place
      #expect(try place.migrate(fault: "place.clean:5:kill").isKilled)
      #expect(try place.files()[place.store] == trial.finished)
      try place.change("UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
      let newer = try place.files()
      #expect(try place.state() == "unfinished")
      if settling == "restore" {
        let refused = try place.restore()
        #expect(refused.status == 8)
        #expect(refused.has("store.changed-since") && refused.has("run.completed"))
        #expect(try place.files() == newer)
        #expect(try place.restore("--replace-newer").status == 0)
        #expect(try place.files() == trial.given)
        #expect(try place.restore("--copy", "2").status == 0)
      }
      let next = try place.migrate()
      #expect(next.status == 0)
      #expect(next.outcome == "migrated")
      #expect(next.has("run.completed") == (settling == "run"))
      #expect(try place.rows("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[.integer(4711)]])
      #expect(try place.copied(2)["Library.sqlite"] == newer[place.store])
    }
  }
}
