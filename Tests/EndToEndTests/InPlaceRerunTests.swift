import Foundation
import Testing

@Suite("In place: once more")
struct InPlaceRerunTests {
  @Test("The same once more has nothing to do, and touches no file")
  func nothingToDo() throws {
    for name in ["library-1-wal/Library", "library-external/Library"] {
      let place = InPlace(try Fixture(name))
      #expect(try place.migrate().status == 0)
      let digests = try place.scratch.digests("in")
      let stamps = try place.scratch.stamps("in")
      let again = try place.migrate()
      #expect(again.status == 0)
      #expect(again.outcome == "nothing-to-do")
      #expect(again.findings("run.already-done").map(\.severity) == ["note"])
      #expect(try place.scratch.digests("in") == digests)
      #expect(try place.scratch.stamps("in") == stamps)

      let told = try place.migrate("--report", place.scratch("said/again.json"))
      #expect(told.outcome == "nothing-to-do")
      #expect(try place.scratch.text("said/again.json").hasPrefix(told.body))
      #expect(try place.scratch.contents("said") == ["again.json"])
      #expect(try place.scratch.stamps("in") == stamps)
    }
  }

  @Test("--report changes nothing else in a run that does something, and may not name a file of the place")
  func reportPlace() throws {
    let place = InPlace(try Fixture("library-1"))
    for name in ["/journal.json", "/copies/x.json", "/x.txt"] {
      let refused = try place.migrate("--report", place.scratch(place.importFolder) + name)
      #expect(refused.status == 64, "\(name)")
    }
    try place.scratch.makeFolder("beside")
    #expect(try place.migrate("--report", place.scratch("beside/report.json")).status == 0)
    #expect(try place.scratch.contents("beside") == ["report.json"])
  }

  @Test("A store that the app went on with is a new source, with a copy of its own")
  func changed() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    #expect(try place.migrate().status == 0)
    try place.change("UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
    let before = try place.files()
    #expect(try place.state() == "changed")
    let again = try place.migrate()
    #expect(again.status == 0)
    #expect(again.outcome == "migrated")
    #expect(try place.rows("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[.integer(4711)]])
    #expect(try place.copies() == [1, 2])
    #expect(try place.copied(2) == before.filter { $0.key == place.store })
    #expect(try place.migrate().outcome == "nothing-to-do")
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == before)
  }

  @Test("What the app saved since is in its log: a new source too")
  func changedInLog() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    try Tool.commitAndDie(place.path, "UPDATE ZBOOK SET ZPAGES = 4712 WHERE Z_PK = 1")
    #expect(try place.files()["library-1.sqlite-wal"] != nil)
    #expect(try place.state() == "changed")
    let again = try place.migrate()
    #expect(again.outcome == "migrated")
    #expect(again.has("source.write-ahead-log"))
    #expect(try place.rows("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[.integer(4712)]])
  }

  @Test("An app that only looked, and left an empty log and an index of it, changed nothing")
  func looked() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    try place.scratch.write("", to: "in/library-1.sqlite-wal")
    try place.scratch.write("an index", to: "in/library-1.sqlite-shm")
    #expect(try place.state() == "imported")
    #expect(try place.migrate().outcome == "nothing-to-do")
    let before = try place.files()
    #expect(try place.restore().status == 0)
    // Neither is the copy's.
    let after = try place.files()
    #expect(after["library-1.sqlite"] != before["library-1.sqlite"])
    #expect(Set(before.keys).subtracting(after.keys) == ["library-1.sqlite-wal", "library-1.sqlite-shm"])
    #expect(try place.migrate().status == 0)
  }

  @Test("A path relative to where the program runs is the same place")
  func relative() throws {
    let place = InPlace(try Fixture("library-1"))
    let words =
      ["library-1.sqlite", "--model", Fixture.model, "--model-version", "Library 2", "--json"]
      + InPlace.patience
    let first = try Tool.run(Program.path, words, in: place.scratch("in"))
    #expect(first.status == 0)
    #expect(try Report(text: first.output).body.outcome == "migrated")
    #expect(try place.migrate().outcome == "nothing-to-do")
    let second = try Tool.run(
      Program.path, ["restore", "./library-1.sqlite"] + InPlace.patience, in: place.scratch("in"))
    #expect(second.status == 0)
    #expect(try place.state() == "as-copied")
  }

  @Test("Another request is another run: version, consents, a model with one byte more")
  func anotherRequest() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    #expect(try place.migrate().status == 0)
    #expect(try place.migrate("--allow", "drop:cloudkit").outcome == "migrated")
    #expect(try place.migrate("--allow", "drop:cloudkit").outcome == "nothing-to-do")
    #expect(try place.migrate().outcome == "migrated")
    let consents = [
      "--allow", "drop:Book.legacyCode", "--allow", "drop:HighlightNote.color", "--allow", "drop:Setting",
    ]
    let third = place.to("Library 3")
    let done = try third.perform(third.arguments(consents), nil, [:], #_sourceLocation)
    #expect(done.status == 0)
    #expect(done.outcome == "migrated")
    try place.checkRows(fixture, "Library 3")
    #expect(
      try third.perform(third.arguments(consents), nil, [:], #_sourceLocation).outcome == "nothing-to-do")

    let contents = "in/\(Fixture.model)/Library 3.xcdatamodel/contents"
    try place.scratch.write(try place.scratch.text(contents) + "\n", to: contents)
    #expect(
      try third.perform(third.arguments(consents), nil, [:], #_sourceLocation).outcome != "nothing-to-do")
  }

  @Test("The store was put back by hand, without the program: the run is made again")
  func putBackByHand() throws {
    let place = InPlace(try Fixture("library-1"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    let finished = try place.files()
    let old = try place.scratch.bytes(place.copy(1) + "/library-1.sqlite")
    try place.scratch.write(old, to: "in/library-1.sqlite")
    #expect(try place.files() == before)
    #expect(try place.state() == "as-copied")
    #expect(try place.migrate().outcome == "migrated")
    #expect(try place.copies() == [1])
    #expect(try place.files() == finished)
  }
}
