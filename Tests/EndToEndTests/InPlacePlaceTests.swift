import Foundation
import SQLite
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("In place: files as they were, links, and what may stand at the import folder's name")
struct InPlacePlaceTests {
  /// The place that a folder's name is no obstacle to.
  private func place() throws -> InPlace { InPlace(try Fixture("library-1-wal/Library")) }

  @Test("The mode stays: on the new store, on what is put back, and on the files of the copy")
  func mode() throws {
    for mode: mode_t in [0o640, 0o600, 0o666] {
      let place = try place()
      #expect(chmod(place.path, mode) == 0)
      #expect(chmod(place.path + "-wal", 0o604) == 0)
      #expect(try place.migrate().status == 0)
      #expect(try place.scratch.mode("in/" + place.store) == UInt32(mode))
      #expect(try place.scratch.mode(place.copy(1) + "/Library.sqlite") == UInt32(mode))
      #expect(try place.restore().status == 0)
      #expect(try place.scratch.mode("in/" + place.store) == UInt32(mode))
      #expect(try place.scratch.mode("in/\(place.store)-wal") == 0o604)
    }
  }

  @Test("Owner and group stay", .enabled(if: Tool.isRoot, "needs root"))
  func owner() throws {
    let place = try place()
    for suffix in ["", "-wal"] { #expect(chown(place.path + suffix, 65_534, 65_533) == 0) }
    func check(_ name: String) throws {
      let status = try place.scratch.status(name)
      #expect(status.st_uid == 65_534 && status.st_gid == 65_533, "\(name)")
    }
    #expect(try place.migrate().status == 0)
    try check("in/" + place.store)
    try check(place.copy(1) + "/Library.sqlite")
    try check(place.copy(1) + "/Library.sqlite-wal")
    #expect(try place.restore().status == 0)
    try check("in/" + place.store)
    try check("in/\(place.store)-wal")
  }

  @Test("Extended attributes stay", .enabled(if: Tool.hasAttributes, "needs extended attributes"))
  func extendedAttributes() throws {
    let place = try place()
    #expect(try Tool.setAttribute(of: place.path))
    #expect(try place.migrate().status == 0)
    #expect(try Tool.attribute(of: place.path) == "a value")
    #expect(try Tool.attribute(of: place.scratch(place.copy(1) + "/Library.sqlite")) == "a value")
    #expect(try place.restore().status == 0)
    #expect(try Tool.attribute(of: place.path) == "a value")
  }

  @Test(
    "Owner, mode and attributes are tried before anything is built; what is refused is told",
    .enabled(if: Tool.hasAttributes, "needs extended attributes"))
  func attributesRefused() throws {
    let trial = try InPlaceTrial("library-1")
    let place = trial.place
    #expect(try Tool.setAttribute(of: place.path))
    var (refused, skipped) = (0, 0)
    for passage in 1...40 {
      let run = try place.migrate(fault: "place.attributes:\(passage):fail:EPERM")
      if run.has("place.attributes") {
        refused += 1
        #expect(run.status == 2)
        // Before the copy was made.
        #expect(try place.copies() == [])
        #expect(!place.scratch.exists(place.importFolder))
      } else if run.has("place.attributes-skipped") {
        skipped += 1
        #expect(run.status == 0)
        #expect(run.findings("place.attributes-skipped").map(\.severity) == ["note"])
        #expect(
          run.findings("place.attributes-skipped").map(\.summary).first?.contains("user.import-test")
            == true)
        try trial.reset()
        #expect(try Tool.setAttribute(of: place.path))
      } else if run.status == 0 {
        break
      }
    }
    #expect(refused >= 2)
    #expect(skipped == 1)
  }

  @Test("A symbolic link is followed and stays; the import folder is beside what it leads to")
  func symbolicLink() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let place = InPlace(fixture)
    try FileManager.default.createSymbolicLink(
      atPath: place.workshop.input("link.db"), withDestinationPath: "library-1-wal/Library.sqlite")
    let link = InPlace(place.workshop, "link.db", Fixture.model, version: "Library 2")
    let before = try place.files()
    let run = try Program.run(link.arguments())
    #expect(run.status == 0)
    let report = try Report(text: run.output)
    #expect(report.findings("place.symbolic-link").map(\.severity) == ["note"])
    #expect(try place.files()["link.db"] == "-> library-1-wal/Library.sqlite")
    #expect(!place.scratch.exists("in/.link.db.import-legacy"))
    try place.checkRows(fixture, "Library 2")
    #expect(try place.copied(1)["Library.sqlite-wal"] == before["library-1-wal/Library.sqlite-wal"])
    #expect(try Report(text: Program.run(link.arguments()).output).body.outcome == "nothing-to-do")
    // One place, by either name, and also while the store is gone.
    try place.scratch.remove("in/" + place.store)
    #expect(try Program.run(["status", link.path]).output.contains("there is no such file now"))
    #expect(try Program.run(["restore", link.path] + InPlace.patience).status == 0)
    #expect(try place.files() == before)
  }

  @Test("Another name of the store's file goes on naming the old store, and the run says so")
  func hardLink() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    #expect(link(place.path, place.workshop.input("other.sqlite")) == 0)
    let before = try place.files()
    let done = try place.migrate()
    #expect(done.status == 1)
    #expect(done.outcome == "migrated-with-findings")
    #expect(done.findings("place.hard-links").map(\.line) == ["warning place.hard-links  []"])
    #expect(done.findings("place.hard-links").map(\.count) == [1])
    #expect(try place.files()["other.sqlite"] == before["other.sqlite"])
    try place.checkRows(fixture, "Library 2")
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
  }

  @Test("Something else at the import folder's name: status 64, untouched")
  func taken() throws {
    for what in ["file", "link", "open folder"] {
      let place = try place()
      switch what {
      case "file": try place.scratch.write("mine", to: place.importFolder)
      case "link":
        try place.scratch.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
          atPath: place.scratch(place.importFolder), withDestinationPath: place.scratch("elsewhere"))
      default:
        try place.scratch.makeFolder(place.importFolder)
        #expect(chmod(place.scratch(place.importFolder), 0o777) == 0)
      }
      let digests = try place.scratch.digests("in")
      for run in [try place.migrate(), try place.restore(), try place.migrate("--dry-run")] {
        #expect(run.status == 64, "\(what)")
        #expect(run.has("place.folder-taken"), "\(what)")
      }
      #expect(try Program.run(["status", place.path]).status == 64)
      #expect(try place.scratch.digests("in") == digests, "\(what)")
    }
  }

  @Test("Files in aside that no journal knows of are somebody's: status 7, and they stay")
  func notClean() throws {
    let place = try place()
    let before = try place.files()
    #expect(try place.to("Library 3").migrate().status == 3)
    for name in ["/aside/old/Library.sqlite", "/aside/new/Library.sqlite", "/aside/mine"] {
      try place.scratch.write("the only file", to: place.importFolder + name)
      #expect(try Program.run(place.to("Library 3").arguments()).status == 7)
      #expect(try place.scratch.text(place.importFolder + name) == "the only file")
      for refused in [try place.migrate(), try place.migrate()] {
        #expect(refused.status == 7)
        #expect(refused.has("place.not-clean"))
        #expect(refused.findings("place.not-clean").map(\.count) == [1])
        #expect(try place.scratch.text(place.importFolder + name) == "the only file")
      }
      try place.scratch.remove(place.importFolder + name)
    }
    #expect(try place.files() == before)
    // Empty folders are nobody's.
    #expect(try place.migrate().status == 0)
  }
}
