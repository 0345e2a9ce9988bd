import Foundation
import SQLite
import Testing

@Suite("In place: restore")
struct InPlaceRestoreTests {
  private static let pages = "SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1"

  @Test(
    "The newest copy: all is as before the import; the restore can be undone; the import finds its result again"
  )
  func newest() throws {
    for name in ["library-1", "library-1-wal/Library", "library-external/Library"] {
      let place = InPlace(try Fixture(name))
      let before = try place.files()
      #expect(try place.migrate().status == 0)
      let finished = try place.files()
      let restored = try place.restore()
      #expect(restored.status == 0)
      #expect(restored.outcome == "restored")
      #expect(restored.problems == [])
      #expect(restored.report?.meta["safetyCopy"].string?.hasPrefix("2-") == true)
      #expect(try place.files() == before)
      #expect(try place.state() == "as-copied")
      #expect(try place.copies() == [1, 2])

      // As the note of the first says.
      let note = try #require(restored.findings("restore.done").first)
      #expect(note.recovery.contains { $0.contains("--copy 2") })
      #expect(try place.restore("--copy", "2").status == 0)
      #expect(try place.files() == finished)
      #expect(try place.state() == "imported")
      #expect(try place.migrate().outcome == "nothing-to-do")
      #expect(try place.copies() == [1, 2])
    }
  }

  @Test("By number, in words, and with a report")
  func numbered() throws {
    let place = InPlace(try Fixture("library-1"))
    let first = try place.files()
    #expect(try place.migrate().status == 0)
    try place.change()
    let second = try place.files()
    #expect(try place.migrate("--allow", "drop:cloudkit").status == 0)
    let last = try place.files()
    #expect(try place.restore("--copy", "1", "--report", place.scratch("said/restore.txt")).status == 0)
    #expect(try place.files() == first)
    #expect(try place.scratch.text("said/restore.txt").contains("restore.done"))
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == second)
    let words = try Program.run(["restore", place.path, "--wait", "20", "--copy", "3"])
    #expect(words.status == 0)
    #expect(words.output.contains("restore.done"))
    #expect(words.error == "")
    #expect(try place.files() == last)
    #expect(try place.copies() == [1, 2, 3])
  }

  @Test("What is there already is left alone")
  func nothingToDo() throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    #expect(try place.to("Library 3").migrate().status == 3)
    let digests = try place.scratch.digests("in")
    let stamps = try place.scratch.stamps("in")
    let restored = try place.restore()
    #expect(restored.status == 0)
    #expect(restored.outcome == "nothing-to-do")
    #expect(restored.findings("restore.nothing-to-do").map(\.severity) == ["note"])
    #expect(try place.scratch.digests("in") == digests)
    #expect(try place.scratch.stamps("in") == stamps)
  }

  @Test(
    "A log that the app's last save left beside the result is newer data; it goes with --replace-newer, into a copy"
  )
  func foreignCompanions() throws {
    let place = InPlace(try Fixture("library-1"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    try Tool.commitAndDie(place.path, "UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
    let newer = try place.files()
    #expect(newer["library-1.sqlite-wal"] != nil)
    let refused = try place.restore()
    #expect(refused.status == 8)
    #expect(refused.has("store.changed-since"))
    #expect(try place.restore("--replace-newer").status == 0)
    #expect(try place.files() == before)
    #expect(try place.copied(2)["library-1.sqlite-wal"] == newer["library-1.sqlite-wal"])
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(
      try place.files().filter { !$0.key.hasSuffix("-shm") } == newer.filter { !$0.key.hasSuffix("-shm") })
    #expect(try place.rows(Self.pages) == [[.integer(4711)]])
  }

  @Test("Changes that no run knows are not replaced unasked")
  func newer() throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    try place.change("UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
    let newer = try place.files()
    let refused = try place.restore()
    #expect(refused.status == 8)
    #expect(refused.has("store.changed-since"))
    #expect(try place.copies() == [1])
    #expect(try place.restore("--replace-newer").status == 0)
    #expect(try place.files() == before)
    // Known by now.
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == newer)
  }

  @Test("The store was deleted, or its companions with it: restore brings it back")
  func deleted() throws {
    for files in [[""], ["", "-wal"]] {
      let place = InPlace(try Fixture("library-1-wal/Library"))
      let before = try place.files()
      #expect(try place.to("Library 3").migrate().status == 3)
      for suffix in files { try place.scratch.remove("in/\(place.store)\(suffix)") }
      #expect(try place.state() == "missing")
      let restored = try place.restore("--copy", "1")
      #expect(restored.status == 0, "\(files): \(restored.run.error)")
      #expect(try place.files() == before)
    }
    let place = InPlace(try Fixture("library-1-wal/Library"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    try place.scratch.remove("in/\(place.store)")
    #expect(try place.migrate().status == 4)
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
    #expect(try place.migrate().status == 0)
  }

  @Test(
    "A restore that fails is undone, at each of its passages",
    arguments: [
      "promote.stage", "promote.aside", "promote.exchange", "promote.companion", "promote.sync",
      "journal.write", "copy.write", "proof.read",
    ])
  func failing(point: String) throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    let finished = try place.files()
    var failures = 0
    for passage in stride(from: 1, through: 80, by: 2) {
      // The result has no companions; only what the copy brings does.
      let run = try place.restore("--copy", "1", fault: "\(point):\(passage):fail:EIO")
      if run.status == 0 { break }
      failures += 1
      #expect(run.status == 2, "\(point):\(passage)")
      #expect(try place.files() == finished, "\(point):\(passage)")
    }
    #expect(try place.files() == before)
    #expect(failures < 40)
    #expect(failures >= (point == "promote.aside" ? 0 : 1), "\(point)")
    #expect(try place.copies() == [1, 2])
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == finished)
  }

  @Test("A restore killed at any passage is settled by the next command")
  func killed() throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    let finished = try place.files()
    var passage = 3
    var kills = 0
    while passage < 2000 {
      let run = try place.restore("--copy", "1", fault: "*:\(passage):kill")
      if run.isKilled {
        kills += 1
        let next = kills % 2 == 0 ? try place.migrate() : try place.restore("--copy", "1")
        #expect(next.status == 0, "\(passage): \(next.run.error)")
        #expect(try place.files() == (kills % 2 == 0 ? finished : before), "\(passage)")
      }
      // Whatever came of it, the result again.
      if try place.files() != finished { #expect(try place.restore("--copy", "2").status == 0, "\(passage)") }
      #expect(try place.files() == finished, "\(passage)")
      guard run.isKilled else { break }
      passage += 17
    }
    #expect(kills >= 8)
    #expect(try place.copies() == [1, 2])
  }
}
