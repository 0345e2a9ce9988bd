import Foundation
import SQLite
import Testing

@Suite("Inspecting: what is in a store, and that it stays as it is")
struct InspectStoreTests {
  private static func options(_ fixture: Fixture) -> [String] {
    ["--model", fixture.workshop.input(Fixture.model)]
  }

  @Test("A store of the first version")
  func library() throws {
    let fixture = try Fixture("library-1")
    let found = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(found.version["name"] == .text("Library"))
    #expect(found.version["recognisedBy"] == .text("version-hashes"))
    #expect(
      found.rows == [
        "Author": 6, "Book": 8, "Label": 7, "Note": 0, "HighlightNote": 6, "MarginNote": 5, "Profile": 3,
        "Setting": 4, "Shelf": 3,
      ])
    #expect(found.links.count == 20)
    #expect(found.links["Book.author"] == 7 && found.links["Author.books"] == 7)
    #expect(found.links["Label.related"] == 6)
    let books = try #require(found.json["relationships"].list.first { $0["name"] == .text("books") })
    #expect(books["destination"] == .text("Book") && books["inverse"] == .text("author"))
    #expect(books["isToMany"] == .flag(true))
    #expect(
      found.table("ZNOTE")["kind"] == .text("entity") && found.table("ZNOTE")["unknownRows"].integer == 0)
    #expect(
      found.table("Z_2LABELS")["kind"] == .text("join") && found.table("Z_2LABELS")["rows"].integer == 8)
    let metadata = found.json["metadata"]
    #expect(metadata["uuid"] == .text("6F2CEB30-BF30-485A-9F42-47A619929274"))
    #expect(metadata["keys"].list.contains(.text("org.example.library.session")))
    #expect(metadata["era"]["modelCache"] == .flag(true) && metadata["era"]["plainIndexes"] == .flag(false))
    #expect(found.json["database"]["encoding"] == .text("UTF-8"))
    #expect(found.problems == [])
    for line in found.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(found.text.contains("library-1.sqlite: a Core Data store of version Library."))
    // Keys sorted.
    let keys = found.run.output.matches(of: /(?m)^  "(\w+)":/).map { String($0.1) }
    #expect(keys == Workshop.inspectionKeys)
  }

  @Test("A log: committed frames count, others are told", .enabled(if: Places.haveCases))
  func log() throws {
    let field = try FieldCase("C01")
    let found = try field.workshop.inspect(
      "store/Notes.sqlite", ["--model", field.workshop.input("Notes.xcdatamodeld")])
    let log = found.files["writeAheadLog"]
    #expect(log["state"] == .text("sound"))
    #expect(log["committedFrames"].integer == 10 && log["uncommittedFrames"].integer == 2)
    #expect(found.rows == ["Folder": 3, "Note": 3])
    #expect(found.findings("source.uncommitted-frames").count == 1)
    #expect(
      found.files["files"].list.map { $0["role"].string } == ["store", "writeAheadLog", "sharedMemory"])
    try field.checkInputs()
  }

  @Test(
    "A journal, of a transaction in progress and of one that was finished",
    .enabled(if: Places.haveCases), arguments: ["hot", "cold"])
  func journal(name: String) throws {
    let field = try FieldCase("C12")
    let found = try field.workshop.inspect(
      name + "/Bank.sqlite", ["--model", field.workshop.input("Bank.xcdatamodeld")])
    #expect(found.rows == ["Account": 80])
    let journal = found.files["rollbackJournal"]
    #expect(journal["state"] == .text(name == "hot" ? "hot" : "finished"))
    #expect((journal["pages"].integer ?? 0 > 0) == (name == "hot"))
    #expect(found.problems == [])
    try field.checkInputs()
  }

  @Test("Leftovers of a migration that was killed", .enabled(if: Places.haveCases))
  func leftovers() throws {
    let field = try FieldCase("C11")
    let found = try field.workshop.inspect("store/Notes.sqlite")
    let stem = ".Notes.sqlite.migrationdestination_41b5a6b5c6e848c462a8480cd24caef3"
    #expect(
      found.files["leftovers"].list.compactMap(\.string) == [
        "..Notes_SUPPORT_transsrc_41b5a6b5c6e848c462a8480cd24caef3", stem, stem + "-wal", "Notes.sqlite~",
      ])
    #expect(found.findings("source.migration-leftovers").first?["count"].integer == 4)
    #expect(found.rows == ["Note": 5])
    try field.checkInputs()
  }

  @Test("External files: named, there, missing, named by nobody, and things that are none")
  func externalData() throws {
    let fixture = try Fixture("library-external/Library", hasExpectation: false)
    let folder = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA/"
    let whole = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    let names = try fixture.workshop.scratch.contents(String(folder.dropLast()))
    #expect(whole.json["externalData"]["files"].integer == Int64(names.count))
    #expect(whole.json["externalData"]["missing"].integer == 0)
    let referenced = try #require(whole.json["externalData"]["referenced"].integer)
    #expect(referenced > 0)

    try fixture.workshop.scratch.remove(folder + names[0])
    try fixture.workshop.scratch.write("abc", to: folder + UUID().uuidString)
    try fixture.workshop.scratch.makeFolder(folder + "folder")
    let found = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    let external = found.json["externalData"]
    #expect(external["isPresent"] == .flag(true))
    #expect(external["referenced"].integer == referenced)
    #expect(external["missing"].integer == 1 && external["present"].integer == referenced - 1)
    #expect(external["orphaned"].integer == Int64(names.count) - referenced + 1)
    #expect(external["strangers"].integer == 1)
    #expect(found.problems == ["error source.external-file-missing 1"])
    #expect(found.findings("source.external-file-unreferenced").count == 1)
    #expect(found.findings("source.external-strangers").count == 1)
    for name in names { #expect(!found.run.output.contains(name) && !found.text.contains(name)) }

    try fixture.workshop.scratch.remove("in/library-external/.Library_SUPPORT")
    let bare = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(bare.json["externalData"]["isPresent"] == .flag(false))
    #expect(bare.json["externalData"]["missing"].integer == referenced)
    // Nobody knows what the rows name without a model.
    let unknown = try fixture.workshop.inspect(fixture.store)
    #expect(unknown.json["externalData"] == .null)
  }

  @Test("The schema is in the log alone")
  func schemaInLog() throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    try scratch.makeFolder("made")
    let connection = try Connection(path: scratch("made/Store.sqlite"), mode: .create)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try connection.attach(fixture.workshop.input(fixture.store), as: "source")
    let objects = try connection.rows(
      "SELECT type, name, sql FROM source.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    for object in objects {
      let (sql, name) = try (#require(object[2].string), #require(object[1].string))
      try connection.execute(sql)
      guard object[0].string == "table" else { continue }
      try connection.execute("INSERT INTO main.\"\(name)\" SELECT * FROM source.\"\(name)\"")
    }
    // The files as they are while the connection is open.
    try scratch.copy(scratch("made/Store.sqlite"), to: "in/log/Store.sqlite")
    try scratch.copy(scratch("made/Store.sqlite-wal"), to: "in/log/Store.sqlite-wal")
    try connection.close()
    #expect(try scratch.bytes("in/log/Store.sqlite").count == 4096)
    #expect(try !String(decoding: scratch.bytes("in/log/Store.sqlite"), as: UTF8.self).contains("Z_METADATA"))

    let found = try fixture.workshop.inspect("log/Store.sqlite", Self.options(fixture))
    #expect(found.version["name"] == .text("Library"))
    #expect(found.rows["Book"] == 8 && found.links["Book.author"] == 7)
    #expect(found.json["database"]["encoding"] == .text("UTF-8"))
  }

  @Test("A link leads to the store")
  func link() throws {
    let fixture = try Fixture("library-1")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.workshop.input("link.sqlite"), withDestinationPath: fixture.store)
    let found = try fixture.workshop.inspect("link.sqlite", Self.options(fixture))
    #expect(found.files["isLinked"] == .flag(true))
    #expect(found.files["files"].list.map { $0["name"].string } == [fixture.store])
    #expect(found.rows["Book"] == 8)
  }

  @Test("A place that may only be read", .enabled(if: Unprivileged.isPossible))
  func readOnly() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let scratch = fixture.workshop.scratch
    let folder = "in/library-1-wal"
    let given = try scratch.digests("in")
    func permit(_ mode: Int, _ name: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch(name))
    }
    for name in try scratch.contents(folder) { try permit(0o444, folder + "/" + name) }
    try permit(0o555, folder)
    defer { try? permit(0o755, folder) }
    try scratch.makeFolder("temporary")
    try permit(0o777, "temporary")
    let run = try Unprivileged.run(
      ["inspect", fixture.workshop.input(fixture.store), "--json"], temporary: scratch("temporary"))
    #expect(run.status == 0, "\(run.error)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    #expect(json["entities"].list.count == 9)
    #expect(json["files"]["writeAheadLog"]["committedFrames"].integer == 25)
    #expect(try scratch.contents("temporary") == [])
    #expect(try scratch.digests("in") == given)
  }

  @Test("A folder of this program's own is told")
  func importFolder() throws {
    let fixture = try Fixture("library-1")
    let before = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(before.files["importFolder"] == .null)
    let run = try Program.run([
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library",
    ])
    try #require(run.status == 0, "\(run.output)")
    let after = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(after.files["importFolder"] == .text(".library-1.sqlite.import-legacy"))
    #expect(after.findings("inspect.import-folder").count == 1)
    #expect(after.rows == before.rows && after.links == before.links)
  }

  @Test("Files that a run is exchanging are no store")
  func openExchange() throws {
    let fixture = try Fixture("library-1")
    let killed = try Program.run(
      [
        fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
        "--model-version", "Library",
      ], environment: ["IMPORT_LEGACY_FAULT": "promote.exchange:1:kill"])
    try #require(killed.signal != nil)
    let found = try fixture.workshop.inspect(fixture.store, Self.options(fixture), status: 8)
    #expect(found.problems == ["error run.unfinished 0"])
  }
}
