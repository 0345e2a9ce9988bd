import Foundation
import SQLite
import Testing

@Suite("Inspecting what is damaged, or no store: the status tells, and what can be told is told")
struct InspectDamageTests {
  @Test("A store that went wrong", arguments: DamageStoreTests.damages)
  func damaged(damage: DamageStoreTests.Damage) throws {
    let fixture = try Fixture("library-1")
    try damage.make(fixture)
    // What is laid out in another way than its version is no damage here: it can be looked into.
    let status = damage.id == "store.layout-differs" ? 0 : damage.status
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)], status: status)
    #expect(found.findings(damage.id).map { $0["severity"] } == [.text("error")], "\(found.problems)")
    let isFile = damage.id != "store.not-found" && damage.id != "store.is-a-folder"
    #expect(found.files["files"].list.first?["name"].string == (isFile ? fixture.store : nil))
    #expect((found.json["database"] != .null) == (found.json["entities"] != .list([]) || hasPages(damage.id)))
  }

  private func hasPages(_ id: String) -> Bool { ["store.damaged", "store.not-core-data"].contains(id) }

  @Test("A page of rows full of noise: what else there is is counted")
  func noise() throws {
    let fixture = try Fixture("library-damaged", hasExpectation: false)
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)], status: 5)
    #expect(found.version["name"] == .text("Library"))
    let problems = found.json["database"]["problems"].members
    #expect(problems["unreadable-page"]?.integer ?? 0 > 0)
    #expect(found.rows["Author"] == 6 && found.rows["Shelf"] == 3)
    #expect(found.rows["Book"] == .some(nil))
    #expect(found.links["Book.author"] == .some(nil) && found.links["Note.book"] == 10)
    #expect(found.table("ZBOOK")["rows"] == .null)
    #expect(found.problems == ["error store.damaged 0"])
    #expect(found.text.contains("Rows not counted: Book."))
  }

  @Test(
    "Without its journal a store that was copied in a transaction is damaged", .enabled(if: Places.haveCases))
  func withoutJournal() throws {
    let field = try FieldCase("C12")
    try field.workshop.scratch.remove("in/hot/Bank.sqlite-journal")
    let found = try field.workshop.inspect("hot/Bank.sqlite", status: 5)
    #expect(found.json["database"]["problems"].members["row-order"]?.integer ?? 0 > 0)
    #expect(found.problems.contains("error store.damaged 0"))
    #expect(found.files["rollbackJournal"] == .null)
  }

  @Test("A schema that calls a collation nobody has")
  func unknownCollation() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, "CREATE TABLE Extra (x); CREATE INDEX ExtraIndex ON Extra (x COLLATE nocase)")
    var bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
    let place = try #require(bytes.firstRange(of: Array("nocase".utf8)))
    bytes.replaceSubrange(place, with: Array("sealed".utf8))
    try fixture.workshop.scratch.write(bytes, to: "in/" + fixture.store)
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)])
    #expect(found.json["database"]["problems"] == .object([:]))
    #expect(found.json["database"]["unchecked"].list == [.text("Extra")])
    #expect(found.rows["Book"] == 8 && found.problems == [])
    #expect(found.text.contains("ok, but for Extra, which could not be checked"))
  }

  @Test("Superentities that go in a circle")
  func circle() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 9 WHERE Z_ENT = 8; UPDATE Z_PRIMARYKEY SET Z_SUPER = 8 WHERE Z_ENT = 9"
    )
    let found = try fixture.workshop.inspect(fixture.store)
    #expect(found.rows["Book"] == 8)
    #expect(found.json["entities"].list.count == 9)
  }

  @Test("No metadata: entities and rows are told all the same")
  func noMetadata() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "DELETE FROM Z_METADATA")
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)], status: 5)
    #expect(found.json["metadata"] == .null && found.version == .null)
    #expect(found.rows["Book"] == 8 && found.rows["MarginNote"] == 5)
    #expect(found.links.isEmpty)
    #expect(found.table("Z_2LABELS")["kind"] == .text("join"))
  }

  @Test("A log of another database: the files are told")
  func foreignLog() throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    let other = try Connection(path: scratch("other.sqlite"), mode: .create)
    try other.execute(
      "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x)")
    try scratch.copy(scratch("other.sqlite-wal"), to: "in/\(fixture.store)-wal")
    try other.close()
    let found = try fixture.workshop.inspect(fixture.store, status: 5)
    #expect(found.problems == ["error store.wal-page-size 0"])
    #expect(found.files["writeAheadLog"]["committedFrames"].integer ?? 0 > 0)
    #expect(found.json["database"] == .null)
  }

  @Test("A log that is cut short, and one that is none")
  func brokenLog() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let log = "in/library-1-wal/Library.sqlite-wal"
    var bytes = try fixture.workshop.scratch.bytes(log)
    bytes[32 + 24 + 100] ^= 0xff
    try fixture.workshop.scratch.write(bytes, to: log)
    let damaged = try fixture.workshop.inspect(fixture.store)
    #expect(damaged.files["writeAheadLog"]["state"] == .text("damaged"))
    #expect(damaged.files["writeAheadLog"]["lostCommits"].integer ?? 0 > 0)
    #expect(damaged.findings("source.damaged-log").count == 1)
    try fixture.workshop.scratch.write("no log at all", to: log)
    let none = try fixture.workshop.inspect(fixture.store)
    #expect(none.files["writeAheadLog"]["state"] == .text("unreadable"))
    try fixture.workshop.scratch.write("", to: log)
    let empty = try fixture.workshop.inspect(fixture.store)
    #expect(empty.files["writeAheadLog"]["state"] == .text("empty"))
  }

  @Test(
    "File calls that fail", arguments: ["store.open", "inspect.status", "snapshot.write", "trial.folder"])
  func faults(point: String) throws {
    let fixture = try Fixture("library-1")
    let given = try fixture.workshop.scratch.digests("in")
    try fixture.workshop.scratch.makeFolder("temporary")
    let run = try Program.run(
      ["inspect", fixture.workshop.input(fixture.store), "--json"],
      environment: [
        "IMPORT_LEGACY_FAULT": "\(point):1:fail:EIO", "TMPDIR": fixture.workshop.scratch("temporary"),
      ])
    #expect(run.status == 2, "\(run.output)")
    #expect(run.output.contains(point == "store.open" ? "store.unreadable" : "file.failed"))
    #expect(try fixture.workshop.scratch.contents("temporary") == [])
    #expect(try fixture.workshop.scratch.digests("in") == given)
  }

  @Test("A signal ends it, and nothing stays")
  func signal() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.scratch.makeFolder("temporary")
    let run = try Program.run(
      ["inspect", fixture.workshop.input(fixture.store)],
      environment: [
        "IMPORT_LEGACY_FAULT": "snapshot.write:1:interrupt", "TMPDIR": fixture.workshop.scratch("temporary"),
      ])
    #expect(run.status == 10)
    #expect(try fixture.workshop.scratch.contents("temporary") == [])
  }

  @Test("Wrong usage, and models that are not there")
  func usage() throws {
    let fixture = try Fixture("library-1")
    #expect(try Program.run(["inspect"]).status == 64)
    #expect(
      try Program.run(["inspect", fixture.workshop.input(fixture.store), "--output", "x"]).status == 64)
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input("None.xcdatamodeld")], status: 4)
    #expect(found.problems == ["error model.not-found 0"])
    #expect(found.files["files"].list.count == 1)
  }
}
