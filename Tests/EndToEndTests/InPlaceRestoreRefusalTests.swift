import Digests
import Foundation
import Testing

@Suite("In place: what restore refuses")
struct InPlaceRestoreRefusalTests {
  /// A store that was imported, and what there is then.
  private func imported() throws -> (place: InPlace, digests: [String: String]) {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    return (place, try place.scratch.digests("in"))
  }

  @Test("No copies: status 4; no such number: status 64")
  func unknown() throws {
    let place = InPlace(try Fixture("library-1"))
    let none = try place.restore()
    #expect(none.status == 4)
    #expect(none.has("copy.none"))
    #expect(!place.scratch.exists(place.importFolder))
    #expect(try place.migrate().status == 0)
    let digests = try place.scratch.digests("in")
    for number in ["2", "0", "-1"] {
      let unknown = try place.restore("--copy=\(number)")
      #expect(unknown.status == 64, "\(number)")
      #expect(unknown.has("copy.unknown"), "\(number)")
    }
    let verified = try place.copies("verify", "--copy", "7")
    #expect(verified.status == 64)
    #expect(verified.error.contains("copy.unknown"))
    let pruned = try place.copies("prune", "--copy", "7")
    #expect(pruned.status == 64)
    #expect(pruned.error.contains("copy.unknown"))
    #expect(try place.scratch.digests("in") == digests)
  }

  @Test("A copy of another store, or over another store: status 64, nothing changed")
  func anotherStore() throws {
    let place = InPlace(try Fixture("library-1"))
    // Two stores of one name, each with its history.
    #expect(try place.migrate().status == 0)
    try place.change()
    let other = try Fixture("library-2")
    try place.scratch.copy(other.workshop.input("library-2.sqlite"), to: "in/other.sqlite")
    try place.workshop.alter(
      "other.sqlite", "UPDATE Z_METADATA SET Z_UUID = 'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE'")
    try place.scratch.remove("in/library-1.sqlite")
    try FileManager.default.moveItem(
      atPath: place.workshop.input("other.sqlite"), toPath: place.path)
    let before = try place.files()
    #expect(try place.restore().status == 8)
    let refused = try place.restore("--replace-newer")
    #expect(refused.status == 64)
    #expect(refused.has("copy.of-another-store"))
    #expect(try place.files() == before)
    #expect(try place.copies("list").status == 0)
    // As it advises: that one moved away.
    try place.scratch.remove("in/library-1.sqlite")
    #expect(try place.restore("--copy", "1").status == 0)
  }

  @Test("The import folder of another store, moved beside this one: status 64")
  func movedFolder() throws {
    let (place, _) = try imported()
    try place.scratch.copy(place.path, to: "in/second.sqlite")
    let second = InPlace(place.workshop, "second.sqlite", Fixture.model, version: "Library 2")
    try place.scratch.copy(place.scratch(place.importFolder), to: second.importFolder)
    let digests = try place.scratch.digests("in")
    for run in [try second.restore(), try second.migrate()] {
      #expect(run.status == 64)
      #expect(run.has("journal.of-another-store"))
    }
    #expect(try Program.run(["status", second.path]).status == 64)
    #expect(try second.copies("list").error.contains("journal.of-another-store"))
    #expect(try place.scratch.digests("in") == digests)
  }

  @Test("A folder that somebody put among the copies is none of them: status 64")
  func smuggled() throws {
    let (place, _) = try imported()
    let folder = place.importFolder + "/copies/9-20260101T000000Z"
    let bytes = try place.scratch.bytes(place.copy(1) + "/library-1.sqlite")
    try place.scratch.write(bytes, to: folder + "/library-1.sqlite")
    try place.scratch.write(
      "\(sha256(bytes).hexadecimalText)  library-1.sqlite\n", to: folder + "/SHA256SUMS")
    let digests = try place.scratch.digests("in")
    let refused = try place.restore("--copy", "9")
    #expect(refused.status == 64)
    #expect(refused.has("copy.unknown"))
    #expect(try place.scratch.digests("in") == digests)
    #expect(try !place.copies("list").output.contains("20260101T000000Z"))
    // Its number is not used for another.
    try place.change()
    #expect(try place.migrate().status == 0)
    #expect(try place.copies() == [1, 9, 10])
  }

  @Test("A copy with a changed byte, a lost file or another list is refused: status 5, nothing changed")
  func damaged() throws {
    for damage in ["byte", "lost", "list", "rewritten", "link", "folder"] {
      let (place, _) = try imported()
      let copy = try place.copy(1)
      let store = copy + "/library-1.sqlite"
      var bytes = try place.scratch.bytes(store)
      bytes[5000] ^= 1
      switch damage {
      case "byte": try place.scratch.write(bytes, to: store)
      case "lost": try place.scratch.remove(store)
      case "list": try place.scratch.remove(copy + "/SHA256SUMS")
      case "link":
        try FileManager.default.moveItem(
          atPath: place.scratch(store), toPath: place.scratch("said/elsewhere"))
        try FileManager.default.createSymbolicLink(
          atPath: place.scratch(store), withDestinationPath: place.scratch("said/elsewhere"))
      case "folder": try place.scratch.remove(copy)
      default:
        // Right by itself: only the journal knows better.
        try place.scratch.write(bytes, to: store)
        try place.scratch.write(
          "\(sha256(bytes).hexadecimalText)  library-1.sqlite\n", to: copy + "/SHA256SUMS")
      }
      let digests = try place.scratch.digests("in")
      for options in [[], ["--replace-newer"]] {
        let refused = try place.perform(
          ["restore", place.path, "--json", "--wait", "20"] + options, nil, [:], #_sourceLocation)
        #expect(refused.status == 5, "\(damage)")
        #expect(refused.has("copy.damaged"), "\(damage)")
      }
      let verified = try place.copies("verify")
      #expect(verified.status == 1, "\(damage)")
      #expect(verified.output.contains("1: error[copy.damaged]"), "\(damage)")
      #expect(try place.copies("list").status == 0, "\(damage)")
      #expect(try place.state() == "imported", "\(damage)")
      #expect(try place.scratch.digests("in") == digests, "\(damage)")
    }
  }

  @Test("A copy that is damaged is no copy to complete, undo or give up a run by: status 7")
  func damagedWhenNeeded() throws {
    let trial = try InPlaceTrial()
    let place = trial.place
    func spoil() throws {
      let store = try place.copy(1) + "/Library.sqlite"
      var bytes = try place.scratch.bytes(store)
      bytes[5000] ^= 1
      try place.scratch.write(bytes, to: store)
    }
    // All in place, and the old files still in aside.
    #expect(try place.migrate(fault: "place.clean:5:kill").isKilled)
    #expect(try place.files()[place.store] == trial.finished)
    try spoil()
    let kept = try place.kept()
    let completed = try place.migrate()
    #expect(completed.status == 7)
    #expect(completed.has("run.original-not-proven"))
    #expect(try place.kept(below: "aside").count == kept.keys.filter { $0.hasPrefix("aside/") }.count)
    try trial.reset()
    // Newer data over an exchange that did not end: the old files are in aside alone.
    #expect(try place.migrate(fault: "promote.exchange:2:kill").isKilled)
    try place.change()
    try spoil()
    let given = try place.files()
    let refused = try place.restore("--replace-newer")
    #expect(refused.status == 7)
    #expect(try place.files() == given)
    #expect(try place.kept(below: "aside").contains { $0.hasSuffix("Library.sqlite") })
  }
}
