import Diagnostics
import FileOperations
import Foundation
import StoreProtection
import Testing

/// Every file call of a placement fails once, and the process dies at each of them once.
struct OutputPlaceFaultTests {
  private static let finished = [
    ".a.sqlite.import-legacy/", ".a.sqlite.import-legacy/earlier/",
    ".a.sqlite.import-legacy/earlier/a.sqlite-wal",
    ".a_SUPPORT/", ".a_SUPPORT/_EXTERNAL_DATA/", ".a_SUPPORT/_EXTERNAL_DATA/A1",
    ".a_SUPPORT/_EXTERNAL_DATA/B2",
    "a.sqlite",
  ]

  private func fixture() throws -> OutputFixture {
    let fixture = try OutputFixture()
    try fixture.folder.write("old log", to: "out/a.sqlite-wal")
    return fixture
  }

  @Test(arguments: ["EIO", "ENOSPC"]) func aFailureTakesBackWhatWasPlaced(code: String) throws {
    var passage = 1
    var failures = 0
    while true {
      let fixture = try fixture()
      let files = FileOperations(faults: try FaultPlan(parsing: "*:\(passage):fail:\(code)"))
      let thrown = OutputFixture.failure {
        _ = try OutputFixture.run("out/a.sqlite", in: fixture.folder.path, with: files)
      }
      if files.faults?.faults == 0 { break }
      let left = try fixture.output().filter { $0 != ".a.sqlite.import-legacy/" && !$0.hasSuffix("/lock") }
      if thrown != nil {
        failures += 1
        #expect(thrown == (code == "EIO" ? "file.failed 2" : "file.no-space 9"), "passage \(passage)")
        // The folder stays only if the place could not be opened, so that nobody could close it.
        #expect(
          left.filter { !$0.hasPrefix(".a.sqlite.import-legacy/work") } == ["a.sqlite-wal"],
          "passage \(passage)")
        #expect(try fixture.folder.text("out/a.sqlite-wal") == "old log")
      } else {
        // Only clearing up failed.
        #expect(
          left.filter { !$0.hasPrefix(".a.sqlite.import-legacy/work") } == Array(Self.finished.dropFirst()))
      }
      #expect(try fixture.folder.text("in/.Notes_SUPPORT/_EXTERNAL_DATA/A1") == "first value")
      passage += 1
    }
    #expect(failures > 40)
    #expect(passage - failures > 3)
  }

  private static let killPoints = [
    "output.folder:1", "output.folder:3", "output.lock:1", "output.lock:3", "output.copy:2", "output.copy:4",
    "output.external:1", "output.external:2", "output.external:3", "output.external:4", "output.earlier:1",
    "output.earlier:3", "output.sync:1", "output.sync:5", "output.sync:9", "output.place:1", "output.sync:15",
    "output.clean:1", "output.clean:5",
  ]

  @Test(arguments: killPoints) func aKilledRunIsFinishedByTheNext(point: String) async throws {
    let fixture = try fixture()
    let result = await #expect(processExitsWith: .signal(9)) {
      [path = fixture.folder.path as String, point = point as String] in
      let files = FileOperations(faults: try FaultPlan(parsing: point + ":kill"))
      _ = try OutputFixture.run("out/a.sqlite", in: path, with: files)
    }
    try #require(result != nil)
    let isPlaced = FileManager.default.fileExists(atPath: fixture.folder("out/a.sqlite"))
    if isPlaced {
      // Whatever is at OUTPUT's name is whole, and has no companion of an earlier life.
      #expect(try fixture.folder.text("out/a.sqlite") == "the result")
      #expect(!FileManager.default.fileExists(atPath: fixture.folder("out/a.sqlite-wal")))
      let place = try fixture.open("out/a.sqlite")
      #expect(try place.isFinished(as: OutputFixture.build(in: place)))
      #expect(place.close() == [])
    } else {
      let placement = try OutputFixture.run("out/a.sqlite", in: fixture.folder.path)
      #expect(placement.findings.map(\.id) == [.outputEarlierCompanions])
    }
    #expect(try fixture.output() == Self.finished)
    #expect(try fixture.folder.text("out/.a.sqlite.import-legacy/earlier/a.sqlite-wal") == "old log")
  }

  @Test func whatComesToOutputsNameAtTheLastMomentStays() throws {
    let fixture = try fixture()
    let files = FileOperations(faults: try FaultPlan(parsing: "output.place:1:fail:EEXIST"))
    let thrown = OutputFixture.failure {
      _ = try OutputFixture.run("out/a.sqlite", in: fixture.folder.path, with: files)
    }
    #expect(thrown == "output.exists 64")
    #expect(try fixture.output() == ["a.sqlite-wal"])
  }

  @Test func anUndoThatFailsIsSaid() throws {
    let fixture = try fixture()
    let files = FileOperations(
      faults: try FaultPlan(parsing: "output.place:1:fail:EIO,output.undo:1:fail:EIO"))
    let thrown = OutputFixture.failure {
      _ = try OutputFixture.run("out/a.sqlite", in: fixture.folder.path, with: files)
    }
    #expect(thrown == "file.failed output.undo-incomplete 2")
    #expect(try fixture.folder.text("out/.a.sqlite.import-legacy/earlier/a.sqlite-wal") == "old log")
  }
}
