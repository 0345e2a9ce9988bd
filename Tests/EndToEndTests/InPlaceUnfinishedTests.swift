import Foundation
import SQLite
import TestSupport
import Testing

@Suite("In place: a run that did not end, and a store that somebody wrote to since")
struct InPlaceUnfinishedTests {
  /// Where a run is cut short, and what SQLite can do to the store then.
  static let building = [
    "snapshot.write:1:kill", "destination.sync:1:kill", "proof.read:1:kill", "promote.stage:3:kill",
  ]
  /// The store's name has the new file already, no log yet, and no journal says that this is done.
  static let exchanging = ["promote.exchange:2:kill", "promote.sync:20:kill", "promote.sync:28:kill"]

  private static let newer = "UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1"
  private static let pages = "SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1"

  /// A place with a run that was cut short.
  private func cutShort(_ fault: String) throws -> InPlaceTrial {
    let trial = try InPlaceTrial()
    #expect(try trial.place.migrate(fault: fault).isKilled, "\(fault)")
    #expect(try trial.place.state() == "unfinished", "\(fault)")
    return trial
  }

  @Test(
    "Nothing is put over newer data: status 8, for run, restore and dry run",
    arguments: LongTests.some(of: building + exchanging, every: 4))
  func refused(fault: String) throws {
    let place = try cutShort(fault).place
    try place.change(Self.newer)
    // `work` belongs to nobody.
    func digests() throws -> [String: String] {
      try place.scratch.digests("in").filter { !$0.key.contains("import-legacy/work") }
    }
    let before = try digests()
    for ending in [
      try place.migrate(), try place.restore(), try place.restore("--copy", "1"),
      try place.to("Library 3").migrate(),
    ] {
      #expect(ending.status == 8, "\(fault)")
      #expect(ending.has("store.changed-since"), "\(fault)")
      #expect(ending.outcome == "failed")
    }
    let dry = try place.migrate("--dry-run")
    #expect(dry.status == 8)
    #expect(dry.has("run.unfinished"))
    let pruned = try place.copies("prune", "--keep", "1")
    #expect(pruned.status == 8)
    #expect(pruned.error.contains("run.unfinished"))
    #expect(try digests() == before, "\(fault)")

    let status = try place.status()
    #expect(status["state"] == .text("changed-since"))
    #expect(status["rerun"] == .text("refused"))
  }

  @Test(
    "--replace-newer restores the old files, byte for byte, and the newer ones can be had back",
    arguments: LongTests.some(of: exchanging + building, every: 4))
  func replaced(fault: String) throws {
    let trial = try cutShort(fault)
    let place = trial.place
    try place.change(Self.newer)
    let newer = try place.files()
    let restored = try place.restore("--replace-newer")
    #expect(restored.status == 0, "\(fault): \(restored.run.error)")
    #expect(restored.findings("restore.done").map(\.severity) == ["note"])
    #expect(try place.files() == trial.given, "\(fault)")
    #expect(try place.copies() == [1, 2])
    #expect(try place.copied(2)["Library.sqlite"] == newer[place.store])
    #expect(try place.state() == "as-copied")

    let back = try place.restore("--copy", "2")
    #expect(back.status == 0, "\(fault): \(back.run.error)")
    #expect(try place.files() == newer, "\(fault)")
    #expect(try place.rows(Self.pages) == [[.integer(4711)]])
    let migrated = try place.migrate()
    #expect(migrated.status == 0)
    #expect(try place.rows(Self.pages) == [[.integer(4711)]])
  }

  @Test(
    "run --replace-newer takes the newer store, where no exchange had begun",
    arguments: LongTests.some(of: building, every: 2))
  func runsOn(fault: String) throws {
    let place = try cutShort(fault).place
    try place.change(Self.newer)
    let newer = try place.files()
    let done = try place.migrate("--replace-newer")
    #expect(done.status == 0, "\(fault): \(done.run.error)")
    #expect(done.has("run.undone"))
    #expect(try place.rows(Self.pages) == [[.integer(4711)]])
    #expect(try place.copies() == [1, 2])
    #expect(try place.copied(2)["Library.sqlite"] == newer[place.store])
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == newer)
  }

  @Test(
    "run --replace-newer is no answer once files were being exchanged",
    arguments: LongTests.some(of: exchanging, every: 2))
  func runsNot(fault: String) throws {
    let place = try cutShort(fault).place
    try place.change(Self.newer)
    let refused = try place.migrate("--replace-newer")
    #expect(refused.status == 8)
    #expect(refused.has("store.changed-since"))
  }

  @Test(
    "Only a log came to be beside the store since: that is newer data too",
    arguments: ["snapshot.write:1:kill", "promote.exchange:1:kill"])
  func newLog(fault: String) throws {
    let trial = try InPlaceTrial("library-1")
    let place = trial.place
    #expect(try place.migrate(fault: fault).isKilled)
    try Tool.commitAndDie(place.path, Self.newer)
    let newer = try place.files()
    #expect(newer["library-1.sqlite-wal"] != nil)
    #expect(newer["library-1.sqlite"] == trial.given["library-1.sqlite"])
    #expect(try place.migrate().status == 8)
    #expect(try place.restore().status == 8)
    #expect(try place.files() == newer)
    #expect(try place.state() == "changed-since")
    #expect(try place.restore("--replace-newer").status == 0)
    #expect(try place.files() == trial.given)
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.rows(Self.pages) == [[.integer(4711)]])
  }

  @Test(
    "restore --replace-newer, killed at any passage: neither the newer files nor the old ones are ever lost")
  func replacingKilled() throws {
    var (passage, kills) = (2, 0)
    while passage < 2000 {
      let trial = try cutShort(Self.exchanging[kills % 3])
      let place = trial.place
      try place.change(Self.newer)
      let newer = try #require(place.files()[place.store])
      let run = try place.restore("--replace-newer", "--copy", "1", fault: "*:\(passage):kill")
      func isKept(_ digest: String?) throws -> Bool {
        if try place.files()[place.store] == digest { return true }
        return try place.copies().contains { try place.copied($0)["Library.sqlite"] == digest }
      }
      #expect(try isKept(newer) && isKept(trial.given[place.store]), "\(passage)")
      let next = try place.restore("--replace-newer", "--copy", "1")
      #expect(next.status == 0, "\(passage): \(next.run.error)")
      #expect(try place.files() == trial.given, "\(passage)")
      #expect(try place.copied(2)["Library.sqlite"] == newer, "\(passage)")
      #expect(try place.copies("verify").status == 0, "\(passage)")
      guard run.isKilled else { break }
      kills += 1
      passage += 29
    }
    #expect(kills >= 5)
  }

  @Test(
    "The store is gone since: restore brings it back, from the exchange unasked, else with --replace-newer")
  func gone() throws {
    for fault in Self.building + Self.exchanging {
      let trial = try cutShort(fault)
      let place = trial.place
      for suffix in ["", "-wal"] where place.scratch.exists("in/\(place.store)\(suffix)") {
        try place.scratch.remove("in/\(place.store)\(suffix)")
      }
      if Self.building.contains(fault) { #expect(try place.restore().status == 8, "\(fault)") }
      let options = Self.building.contains(fault) ? ["--replace-newer"] : []
      let restored = try place.perform(
        ["restore", place.path, "--json"] + InPlace.patience + options, nil, [:], #_sourceLocation)
      #expect(restored.status == 0, "\(fault): \(restored.run.error)")
      #expect(try place.files() == trial.given, "\(fault)")
    }
  }
}
