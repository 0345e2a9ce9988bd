import Foundation
import SQLite
import Testing

/// What the source has or had, each raised by a store made for it.
@Suite("Diagnostics: the source")
struct DiagnosticSourceTests {
  @Test("Frames of a transaction that was never committed are counted and left out")
  func uncommitted() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    let finding = try #require(done.report.findings("source.uncommitted-frames").first)
    #expect(finding.severity == "note")
    #expect(finding.count == 3)
    try fixture.checkRows("Library 2")
    // Once the store is folded, there is nothing to say.
    let plain = try Fixture("library-1").migrate()
    #expect(!plain.report.has("source.uncommitted-frames"))
  }

  @Test("What lies among external data and is no file of the store stays where it is")
  func strangers() throws {
    let fixture = try Fixture("library-external/Library")
    let folder = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA/"
    #expect(try !fixture.migrate(to: "Before.sqlite").report.has("source.external-strangers"))
    try fixture.workshop.scratch.makeFolder(folder + "more")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.workshop.scratch(folder + "gone"), withDestinationPath: "nowhere")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    let finding = try #require(done.report.findings("source.external-strangers").first)
    #expect(finding.severity == "note")
    #expect(finding.count == 2)
    let placed = try fixture.workshop.scratch.contents("out/.New_SUPPORT/_EXTERNAL_DATA")
    #expect(placed.count == 2)
    #expect(!placed.contains("more") && !placed.contains("gone"))
    try fixture.checkRows("Library 2")
  }

  @Test("An index that does not know a row: the row is there and the index is new")
  func incompleteIndex() throws {
    let fixture = try Fixture("library-1")
    let index = "ZSHELF_ZSPOTLIGHT_INDEX"
    let store = "in/" + fixture.store
    let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    let size = try connection.integer("PRAGMA page_size")
    let page = try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(index)'")
    try connection.close()
    // A row is written, and the index gets the page back that it had before.
    let range = Int((page - 1) * size)..<Int(page * size)
    let before = Array(try fixture.workshop.scratch.bytes(store)[range])
    try fixture.workshop.alter(
      fixture.store,
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPOSITION) VALUES (7, 9, 1, 'new', 9)")
    var bytes = try fixture.workshop.scratch.bytes(store)
    #expect(Array(bytes[range]) != before)
    bytes.replaceSubrange(range, with: before)
    try fixture.workshop.scratch.write(bytes, to: store)

    let done = try fixture.migrate()
    #expect(done.status == 1)
    #expect(
      done.report.problems.filter { $0.contains("index") } == ["warning source.index-incomplete  []"])
    #expect(done.report.findings("source.index-incomplete").map(\.count) == [1])
    #expect(done.report.findings("source.index-incomplete").allSatisfy { $0.summary.contains(index) })
    #expect(try fixture.workshop.texts("SELECT ZNAME FROM ZSHELF WHERE Z_PK = 7") == ["new"])
    #expect(try fixture.workshop.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("Cells of a row in columns of its siblings are counted and left out")
  func siblingValues() throws {
    let fixture = try Fixture("library-1")
    // Margin notes have no color; highlights have their own strength.
    try fixture.workshop.alter(
      fixture.store,
      """
      UPDATE ZNOTE SET ZCOLOR = 'CANARY-7f3a' WHERE Z_PK IN (3, 4);
      UPDATE ZNOTE SET ZSTRENGTH1 = 0.5 WHERE Z_PK = 1
      """)
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(
      done.report.findings("source.sibling-values").map(\.line) == ["note source.sibling-values Note []"])
    #expect(done.report.findings("source.sibling-values").map(\.count) == [3])
    #expect(
      try fixture.workshop.texts(
        """
        SELECT count(*) FROM ZNOTE
        WHERE (Z_PK IN (3, 4) AND ZCOLOR IS NOT NULL) OR (Z_PK = 1 AND ZSTRENGTH1 IS NOT NULL)
        """
      ) == ["0"])
    try fixture.checkRows("Library 2")
  }

  @Test("Triggers that Core Data made are left out and counted")
  func triggers() throws {
    let fixture = try Fixture("library-1")
    for name in ["Z_DA_ZAUTHOR_Author_books_INSERT", "ZT_ZBOOK_UPDATE", "Z_RT_Book_place_DELETE"] {
      try fixture.workshop.alter(
        fixture.store,
        "CREATE TRIGGER \(name) AFTER INSERT ON ZBOOK BEGIN UPDATE ZAUTHOR SET Z_OPT = Z_OPT; END")
    }
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.findings("source.triggers-left-out").map(\.severity) == ["note"])
    #expect(done.report.findings("source.triggers-left-out").map(\.count) == [3])
    #expect(try fixture.workshop.texts("SELECT name FROM sqlite_schema WHERE type = 'trigger'") == [])
    try fixture.checkRows("Library 2")
  }

  @Test("Versions with the hashes of the store are named, but for the one it is read as")
  func versionsAlike() throws {
    let fixture = try Fixture("library-1")
    // Renaming identifiers and deletion rules are in no hash.
    let text = try fixture.workshop.scratch.text("in/\(Fixture.model)/Library.xcdatamodel/contents")
    for name in ["Interim", "Prerelease"] {
      let other = text.replacingOccurrences(
        of: "name=\"favouriteNote\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\"",
        with: "name=\"favouriteNote\" optional=\"YES\" maxCount=\"1\" deletionRule=\"No Action\"")
      #expect(other != text)
      try fixture.workshop.scratch.write(other, to: "in/\(name).xcdatamodel/contents")
    }
    let more = ["Interim", "Prerelease"].flatMap {
      ["--source-model", fixture.workshop.input("\($0).xcdatamodel")]
    }
    let done = try fixture.workshop.migrate(
      fixture.store, Fixture.model, options: ["--model-version", "Library 2"] + more)
    #expect(done.status == 0)
    let finding = try #require(done.report.findings("source.versions-alike").first)
    #expect(finding.severity == "note")
    #expect(finding.count == 2)
    // Nobody knows which it is: what it was read as is said.
    let read = try #require(done.report.body.source.modelVersion)
    let names = ["Library", "Interim", "Prerelease"].filter { $0 != read }
    #expect(names.count == 2)
    #expect(names.allSatisfy(finding.summary.contains))
    try fixture.checkRows("Library 2")

    let named = try fixture.workshop.migrate(
      fixture.store, Fixture.model,
      options: ["--model-version", "Library 2", "--source-version", "Library"] + more, to: "Named.sqlite")
    #expect(named.status == 0)
    #expect(!named.report.has("source.versions-alike"))
  }

  @Test(
    "A store that may not be read, and one that a disk fault hides",
    arguments: ["store.open:1:fail:EACCES", "store.status:1+:fail:EIO", "store.folder:1:fail:EACCES"])
  func unreadable(fault: String) throws {
    let fixture = try Fixture("library-1")
    let before = try fixture.workshop.scratch.digests("")
    let run = try Program.run(fixture.arguments(), environment: ["IMPORT_LEGACY_FAULT": fault])
    #expect(run.status == 2)
    let report = try Report(text: run.output)
    #expect(report.problems == ["error store.unreadable  []"])
    #expect(report.findings("store.unreadable").allSatisfy { !$0.recovery.isEmpty })
    #expect(try fixture.workshop.scratch.digests("") == before)
  }
}
