import Foundation
import SQLite
import Testing

@Suite("Fixtures: places, names and stores in use")
struct FixturesPlaceTests {
  @Test(
    "Names that a shell or a URI would take for something else",
    arguments: [
      "Neu?mode=memory#1 %41.sqlite", "it's \"new\".sqlite", "été 📚.store", "-new", "New", ".hidden",
    ])
  func names(name: String) throws {
    let fixture = try Fixture("library-external/Library")
    // The source's name and its external folder belong together.
    let folder = "in/library-external/"
    let stem = (name as NSString).deletingPathExtension
    try FileManager.default.moveItem(
      atPath: fixture.workshop.scratch(folder + "Library.sqlite"),
      toPath: fixture.workshop.scratch(folder + name))
    try FileManager.default.moveItem(
      atPath: fixture.workshop.scratch(folder + ".Library_SUPPORT"),
      toPath: fixture.workshop.scratch(folder + ".\(stem)_SUPPORT"))
    let done = try fixture.workshop.migrate(
      "library-external/" + name, Fixture.model, "--model-version", "Library 2", to: name)
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    try fixture.checkRows("Library 2", in: name)
  }

  @Test("A store named by a symbolic link has the companions of what it leads to")
  func symbolicLink() throws {
    let fixture = try Fixture("library-1-wal/Library")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.workshop.input("link.sqlite"), withDestinationPath: fixture.store)
    let done = try fixture.workshop.migrate("link.sqlite", Fixture.model, "--model-version", "Library 2")
    #expect(done.status == 0)
    #expect(done.report.has("source.write-ahead-log"))
    try fixture.checkRows("Library 2")
  }

  @Test("Companions of an earlier database at OUTPUT's name are moved away, kept and reported")
  func earlierCompanions() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let log = try fixture.workshop.scratch.bytes("in/library-1-wal/Library.sqlite-wal")
    try fixture.workshop.scratch.write(log, to: "out/New.sqlite-wal")
    try fixture.workshop.scratch.write("old", to: "out/New.sqlite-journal")
    let run = try Program.run([
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version",
      "Library 2", "--output", fixture.workshop.output(), "--json",
    ])
    #expect(run.status == 0)
    #expect(try Report(text: run.output).findings("output.earlier-companions").map(\.severity) == ["note"])
    let files = try fixture.workshop.scratch.contents("out")
    #expect(!files.contains("New.sqlite-wal") && !files.contains("New.sqlite-journal"))
    let kept = try files.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-journal") }
      .map { try fixture.workshop.scratch.bytes("out/" + $0) }
    #expect(Set(kept) == [log, Array("old".utf8)])
    try fixture.checkRows("Library 2")
  }

  @Test("A store that is open in its app, with saves in its log")
  func openStore() throws {
    let fixture = try Fixture("library-1")
    let app = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    try app.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZPAGES = 4711 WHERE Z_PK = 1")
    #expect(fixture.workshop.scratch.exists("in/library-1.sqlite-wal"))
    let saved = try fixture.migrate()
    #expect(saved.status == 0)
    #expect(saved.report.has("source.write-ahead-log"))
    #expect(try fixture.workshop.texts("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == ["4711"])
    // What it has not committed yet is no part of the store.
    try app.execute("BEGIN; UPDATE ZBOOK SET ZPAGES = 1 WHERE Z_PK = 1; DELETE FROM ZBOOK WHERE Z_PK = 34")
    let meanwhile = try fixture.migrate(to: "Meanwhile.sqlite")
    #expect(meanwhile.status == 0)
    #expect(try fixture.workshop.texts("SELECT count(*) FROM ZBOOK", in: "Meanwhile.sqlite") == ["8"])
    #expect(
      try fixture.workshop.texts("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1", in: "Meanwhile.sqlite") == [
        "4711"
      ])
    try app.execute("ROLLBACK")
  }

  @Test("The comparison that these tests rest on sees a single changed value")
  func comparison() throws {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate().status == 0)
    for (sql, place) in [
      ("UPDATE ZBOOK SET ZTITLE = ZTITLE || 'x' WHERE Z_PK = 5", "Book 5 title"),
      ("UPDATE ZAUTHOR SET Z3_FAVOURITENOTE = 5 WHERE Z_PK = 1", "Author 1 favouriteNote"),
      ("UPDATE ZNOTE SET Z_FOK_BOOK = -99999 WHERE Z_PK = 3", "Book 1 notes"),
      ("DELETE FROM Z_10RELATED WHERE Z_10RELATED = 1 OR REFLEXIVE = 1", "Tag 1 related"),
    ] {
      try fixture.workshop.scratch.copy(fixture.workshop.output(), to: "in/changed.sqlite")
      try fixture.workshop.alter("changed.sqlite", sql)
      let rows = try LibraryStore(path: fixture.workshop.input("changed.sqlite"), version: "Library 2").rows()
      let words = place.split(separator: " ").map(String.init)
      let expected = fixture.expect["rows"]["Library 2"]
      #expect(!rows[words[0]][words[1]][words[2]].matches(expected[words[0]][words[1]][words[2]]), "\(place)")
      try fixture.workshop.scratch.remove("in/changed.sqlite")
    }
  }
}
