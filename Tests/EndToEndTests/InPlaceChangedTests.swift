import Digests
import Foundation
import Testing

/// Others that write past every lock while a run is at work: the program is held, and they do.
@Suite("In place: changed meanwhile", .enabled(if: RunningProgram.canBeHeld, "needs /proc"))
struct InPlaceChangedTests {
  /// Runs up to the last look at the source, lets somebody do something, and gives how the run ended.
  private func run(_ place: InPlace, _ deed: () throws -> Void) throws -> InPlace.Ending {
    let paused = try RunningProgram(place.arguments(), stoppedAt: "proof.read:1")
    try deed()
    let meanwhile = try place.files()
    paused.resume()
    return try place.judge(try paused.finish(), before: meanwhile, isDry: false, #_sourceLocation)
  }

  @Test("The store's bytes change between the copy and the exchange: nothing is put over them")
  func store() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    var bytes = try place.bytes()
    bytes[5000] ^= 1
    let run = try run(place) { try place.overwrite(bytes) }
    #expect(run.status == 8)
    #expect(run.has("store.changed"))
    #expect(try place.bytes() == bytes)
    #expect(try place.copied(1) == trial.copied)
  }

  @Test("As the refusal says: once nobody writes any more, the same again migrates what is there then")
  func again() throws {
    let place = try InPlaceTrial().place
    let run = try run(place) {
      try place.scratch.copy(place.path, to: "said/other.sqlite")
      try place.scratch.copy(place.path + "-wal", to: "said/other.sqlite-wal")
      let other = InPlace(place.workshop, "../said/other.sqlite", Fixture.model)
      try other.change("UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
      try place.overwrite(place.scratch.bytes("said/other.sqlite"))
      try place.scratch.remove("in/\(place.store)-wal")
    }
    #expect(run.has("store.changed"))
    #expect(try place.migrate().status == 0)
    #expect(try place.rows("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[.integer(4711)]])
    #expect(try place.copies() == [1, 2])
  }

  @Test("Another file comes to the store's name")
  func replaced() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    var bytes = try place.bytes()
    bytes[5000] ^= 1
    let run = try run(place) {
      try place.scratch.write(bytes, to: "said/other")
      try place.scratch.remove("in/" + place.store)
      try FileManager.default.moveItem(atPath: place.scratch("said/other"), toPath: place.path)
    }
    #expect(run.status == 8)
    #expect(run.has("store.changed"))
    #expect(try place.bytes() == bytes)
  }

  @Test("Another file with the same bytes comes to the store's name")
  func replacedByEqual() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    let bytes = try place.bytes()
    let run = try run(place) {
      try place.scratch.remove("in/" + place.store)
      try place.scratch.write(bytes, to: "in/" + place.store)
    }
    #expect(run.status == 8)
    #expect(run.has("store.changed"))
    #expect(try place.files() == trial.given)
    try trial.checkRerun("equal")
  }

  @Test("A log comes to be beside the store")
  func log() throws {
    let trial = try InPlaceTrial("library-1")
    let place = trial.place
    let run = try run(place) {
      try place.scratch.write("new", to: "in/\(place.store)-wal")
    }
    #expect(run.status == 8)
    #expect(run.has("store.changed"))
    #expect(try place.scratch.text("in/\(place.store)-wal") == "new")
    try place.scratch.remove("in/\(place.store)-wal")
    try trial.checkRerun("log")
  }

  @Test("A file of external data goes away, or changes")
  func external() throws {
    for isGone in [true, false] {
      let trial = try InPlaceTrial("library-external/Library")
      let place = trial.place
      let name = try #require(trial.fixture.expect["externalFiles"]["Book.cover/1"].string)
      let file = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA/\(name)"
      let run = try run(place) {
        if isGone { try place.scratch.remove(file) } else { try place.scratch.write("other", to: file) }
      }
      #expect(run.status == 8)
      #expect(run.has("store.changed"))
      #expect(try place.files()[place.store] == trial.given[place.store])
      #expect(try place.copied(1) == trial.copied)
    }
  }

  @Test("A new file of external data is nobody's loss: it stays")
  func externalAdded() throws {
    let trial = try InPlaceTrial("library-external/Library")
    let place = trial.place
    let file = "library-external/.Library_SUPPORT/_EXTERNAL_DATA/00000000-0000-4000-8000-000000000000"
    let run = try run(place) { try place.scratch.write("added", to: "in/" + file) }
    #expect(run.status == 0)
    #expect(try place.files()[file] == sha256(Array("added".utf8)).hexadecimalText)
    #expect(try place.restore().status == 0)
    #expect(try place.scratch.text("in/" + file) == "added")
  }

  @Test("The safety copy, read again, is not what was written: the run ends before it has one")
  func copyDiffers() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    var differing = 0
    for passage in 1...12 {
      // A file that cannot be found when it is read again.
      let run = try place.migrate(fault: "copy.verify:\(passage):fail:ENOENT")
      if run.has("copy.differs") {
        differing += 1
        #expect(run.status == 2)
        #expect(try place.copies() == [], "\(passage)")
        #expect(try place.files() == trial.given)
      }
      try trial.reset()
    }
    #expect(differing >= 2)
    try trial.reset()
    try trial.checkRerun("copy.verify")
  }

  @Test("The old-id map is written once the store is in place, and not for a run that is undone")
  func idMap() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    let map = place.scratch("said/map.csv")
    #expect(try place.migrate("--id-map", map, fault: "promote.exchange:2:fail:EIO").status == 2)
    #expect(try place.scratch.contents("said") == [])
    for passage in 1...20 {
      let run = try place.migrate("--id-map", map, fault: "id-map:\(passage):fail:EIO")
      #expect(run.status == (run.has("id-map.missing") ? 1 : 2), "\(passage)")
      if run.status == 1 { break }
      #expect(try place.files() == trial.given)
    }
    #expect(try place.state() == "imported")
    #expect(try place.scratch.contents("said") == [])
    // As its recovery says.
    #expect(try place.restore().status == 0)
    #expect(try place.migrate("--id-map", map).status == 0)
    #expect(try place.scratch.text("said/map.csv").split(separator: "\n").count > 30)
    #expect(try place.files()[place.store] == trial.finished)
  }
}
