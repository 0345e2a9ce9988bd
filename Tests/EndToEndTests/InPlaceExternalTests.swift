import Digests
import Foundation
import Testing

@Suite("In place: external data")
struct InPlaceExternalTests {
  private static let folder = "library-external/.Library_SUPPORT/_EXTERNAL_DATA"

  private func stamps(_ place: InPlace) throws -> [String: String] {
    try place.scratch.stamps("in/library-external/.Library_SUPPORT")
  }

  @Test("The folder stays where it is, untouched, every value can be read, and the copy has the files")
  func stays() throws {
    let fixture = try Fixture("library-external/Library")
    let place = InPlace(fixture)
    let before = try place.files()
    let stamps = try stamps(place)
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.problems == [])
    try place.checkRows(fixture, "Library 2")
    #expect(try self.stamps(place) == stamps)

    let copied = try place.copied(1).filter { $0.key != "Library.sqlite" }
    #expect(copied.count == 2)
    for (name, digest) in copied {
      #expect(name.hasPrefix(".Library_SUPPORT/_EXTERNAL_DATA/"))
      #expect(before["library-external/" + name] == digest)
    }
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
    #expect(try self.stamps(place) == stamps)
  }

  @Test("A restore puts a lost file back, and takes none away")
  func restored() throws {
    let fixture = try Fixture("library-external/Library")
    let place = InPlace(fixture)
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    let name = try #require(fixture.expect["externalFiles"]["Book.cover/1"].string)
    try place.scratch.remove("in/\(Self.folder)/\(name)")
    try place.scratch.write("saved since", to: "in/\(Self.folder)/00000000-0000-4000-8000-000000000000")
    let saved = "\(Self.folder)/00000000-0000-4000-8000-000000000000"
    let restored = try place.restore()
    #expect(restored.status == 0)
    #expect(restored.outcome == "restored")
    var after = try place.files()
    #expect(after.removeValue(forKey: saved) == sha256(Array("saved since".utf8)).hexadecimalText)
    #expect(after == before)

    // The store is the copy's by now; another file is lost.
    let other = try #require(fixture.expect["externalFiles"]["Book.cover/3"].string)
    try place.scratch.remove("in/\(Self.folder)/\(other)")
    #expect(try place.restore("--copy", "1").status == 0)
    after = try place.files()
    #expect(after.removeValue(forKey: saved) != nil)
    #expect(after == before)
    let again = try place.restore("--copy", "1")
    #expect(again.outcome == "nothing-to-do")
    try place.checkRows(fixture, "Library")
  }

  @Test(
    "A restore of a lost file that fails, or is killed, is undone: what was there stays, and the next one does it"
  )
  func restoreFails() throws {
    for fault in [
      "promote.external:1:fail:EIO", "promote.exchange:1:fail:EIO", "promote.exchange:1:kill",
      "promote.sync:30:kill",
    ] {
      let fixture = try Fixture("library-external/Library")
      let place = InPlace(fixture)
      let before = try place.files()
      #expect(try place.migrate().status == 0)
      let name = try #require(fixture.expect["externalFiles"]["Book.cover/1"].string)
      try place.scratch.remove("in/\(Self.folder)/\(name)")
      let without = try place.files()
      let failed = try place.restore("--copy", "1", fault: fault)
      #expect(failed.isKilled == fault.hasSuffix("kill"), "\(fault)")
      if !failed.isKilled {
        #expect(failed.status == 2, "\(fault)")
        #expect(failed.has("run.original-proven"), "\(fault)")
        #expect(try place.files() == without, "\(fault)")
      }
      #expect(try place.restore("--copy", "1").status == 0, "\(fault)")
      #expect(try place.files() == before, "\(fault)")
    }
  }

  @Test("The whole folder is lost: a restore makes it anew")
  func folderLost() throws {
    let fixture = try Fixture("library-external/Library")
    let place = InPlace(fixture)
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    try place.scratch.remove("in/library-external/.Library_SUPPORT")
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
    try place.checkRows(fixture, "Library")
  }

  @Test("Two stores that share one folder by their names: neither run harms the other's store")
  func shared() throws {
    let fixture = try Fixture("library-external/Library")
    let place = InPlace(fixture)
    try place.scratch.copy(place.path, to: "in/library-external/Library.store")
    let other = InPlace(
      fixture.workshop, "library-external/Library.store", Fixture.model, version: "Library 2")
    let before = try place.files()
    // The runs themselves are held to changing nothing but their own store.
    #expect(try place.migrate().status == 0)
    try other.checkRows(fixture, "Library")
    #expect(try other.state() == "never-imported")
    #expect(try other.migrate().status == 0)
    try place.checkRows(fixture, "Library 2")
    try other.checkRows(fixture, "Library 2")
    #expect(try place.restore().status == 0)
    try place.checkRows(fixture, "Library")
    try other.checkRows(fixture, "Library 2")
    #expect(try other.restore().status == 0)
    #expect(try place.files() == before)
  }
}
