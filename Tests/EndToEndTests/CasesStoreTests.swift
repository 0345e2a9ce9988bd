import Digests
import Foundation
import SQLite
import Testing

@Suite("Field cases: files and tables", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesStoreTests {
  @Test("External data comes along; one file that is gone is the one lost value")
  func externalData() throws {
    let field = try FieldCase("C02")
    let done = try field.workshop.migrate("Photo.Album.v2.sqlite", "Album.xcdatamodeld")
    #expect(done.status == 1)
    #expect(done.report.problems == ["error source.external-file-missing Photo.image [4]"])
    let unreferenced = done.report.findings("source.external-file-unreferenced")
    #expect(unreferenced.map(\.severity) == ["note"])
    #expect(unreferenced.first?.count == 1)

    let folder = field.workshop.output(".New_SUPPORT/_EXTERNAL_DATA/")
    let photos = field.expect["Photo"].list
    #expect(photos.count == 5)
    for photo in photos {
      let key = photo["oldPK"].integer ?? 0
      let row = try field.workshop.rows("SELECT ZIMAGE, ZTHUMB, ZNOTE FROM ZPHOTO WHERE Z_PK = \(key)")[0]
      for (name, cell) in zip(["image", "thumb", "note"], row) {
        let isTagged = name != "thumb"
        if let words = photo[name].string {
          // The reference stays: the file may be found again.
          let file = words.split(separator: " ").last.map(String.init) ?? ""
          #expect(cell.bytes?.dropFirst().starts(with: Array(file.utf8)) == true)
          continue
        }
        guard photo[name] != .null else {
          #expect(cell == .null, "\(key) \(name)")
          continue
        }
        var bytes = try #require(cell.bytes)
        if isTagged, bytes.first == 2 {
          let file = String(decoding: bytes.dropFirst().prefix(36), as: UTF8.self)
          bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder + file)))
        } else if isTagged {
          #expect(bytes.first == 1, "\(key) \(name)")
          bytes.removeFirst()
        }
        #expect(bytes.count == photo[name]["bytes"].integer.map(Int.init), "\(key) \(name)")
        #expect(sha256(bytes).hexadecimalText == photo[name]["sha256"].string, "\(key) \(name)")
      }
    }
    try field.checkInputs()
  }

  @Test("One table for a whole family: every row has its own columns, and links find the concrete entity")
  func family() throws {
    let field = try FieldCase("C04")
    let workshop = field.workshop
    let done = try workshop.migrate("Vault.sqlite", "Vault.xcdatamodeld")
    #expect(done.status == 0)
    let entities = field.expect["counts_exact_entity"].members.compactMapValues(\.integer)
    let tables = Dictionary(
      uniqueKeysWithValues: entities.keys.map { ($0, $0 == "SyncState" ? "ZSYNCSTATE" : "ZITEM") })
    #expect(tables.count == 7)
    guard done.status == 0 else { return }
    #expect(try workshop.counts(tables) == entities)
    let states = try workshop.rows(
      """
      SELECT s.ZVERSION, k.Z_NAME, i.ZIDENTIFIER, s.Z1_ITEM = i.Z_ENT FROM ZSYNCSTATE s
      JOIN ZITEM i ON i.Z_PK = s.ZITEM JOIN Z_PRIMARYKEY k ON k.Z_ENT = i.Z_ENT ORDER BY s.Z_PK
      """)
    let expected = field.expect["SyncState"].list.map { [$0["version"]] + $0["item"].list + [.integer(1)] }
    #expect(states.map { $0.map(JSON.init) } == expected)
    let notes = try workshop.rows(
      """
      SELECT n.ZIDENTIFIER, n.ZTITLE2, n.ZSIZE1, f.ZIDENTIFIER, a.ZIDENTIFIER, k.Z_NAME FROM ZITEM n
      JOIN Z_PRIMARYKEY k ON k.Z_ENT = n.Z_ENT LEFT JOIN ZITEM f ON f.Z_PK = n.ZFOLDER
      LEFT JOIN ZITEM a ON a.Z_PK = n.ZACCOUNT1 WHERE k.Z_NAME IN ('Note', 'PinnedNote') ORDER BY n.Z_PK
      """)
    #expect(
      notes.map { $0.map(JSON.init) }
        == field.expect["Note"].list.map {
          ["identifier", "title", "size", "folder", "account", "entity"].map($0.callAsFunction)
        })
    let attachments = try workshop.rows(
      """
      SELECT a.ZIDENTIFIER, a.ZTITLE, a.ZSIZE, n.ZIDENTIFIER, a.Z5_NOTE = n.Z_ENT FROM ZITEM a
      JOIN ZITEM n ON n.Z_PK = a.ZNOTE ORDER BY a.Z_PK
      """)
    #expect(
      attachments.map { $0.map(JSON.init) }
        == field.expect["Attachment"].list.map {
          ["identifier", "title", "size", "note"].map($0.callAsFunction) + [.integer(1)]
        })
    // A companion number that is missing or stale is a note that names the rows, and no lost link.
    #expect(done.report.problems == [])
    let companions = done.report.body.findings.filter { $0.entity == "SyncState" && $0.property == "item" }
    #expect(companions.map(\.severity).allSatisfy { $0 == "note" })
    #expect(Set(companions.flatMap(\.oldKeys)) == [4, 5])
    try field.checkInputs()
  }

  @Test("Leftovers of a killed run, beside the source and at OUTPUT's name")
  func leftovers() throws {
    let field = try FieldCase("C11")
    let workshop = field.workshop
    let arguments = [
      workshop.input("store/Notes.sqlite"), "--model", workshop.input("Notes.xcdatamodeld"),
      "--model-version",
      "Notes 2", "--output", workshop.output("Out.sqlite"), "--json",
    ]
    for name in ["Out.sqlite-wal", "Out.sqlite-shm"] {
      try workshop.scratch.copy(workshop.input("stale-output/" + name), to: "out/" + name)
    }
    let run = try Program.run(arguments)
    #expect(run.status == 0)
    let report = try Report(text: run.output)
    #expect(report.has("source.migration-leftovers"))
    #expect(report.has("output.earlier-companions"))
    #expect(!workshop.scratch.exists("out/Out.sqlite-wal"))
    let rows = {
      try workshop.rows("SELECT Z_PK, ZTITLE, ZRATING FROM ZNOTE ORDER BY Z_PK", in: "Out.sqlite")
    }
    let expected = field.expect["Note"].list.map { [$0["oldPK"], $0["title"], $0["rating"]] }
    #expect(expected.count == 5)
    #expect(try rows().map { $0.map(JSON.init) } == expected)
    #expect(try workshop.texts("PRAGMA integrity_check", in: "Out.sqlite") == ["ok"])
    let again = try Program.run(arguments)
    #expect(again.status == 0)
    #expect(try rows().count == 5)
    try field.checkInputs()
  }

  @Test(
    "Damaged, foreign and empty stores",
    arguments: [
      ("page", 5, "store.damaged"), ("cut", 5, "store.damaged"), ("notdb", 4, "store.not-sqlite"),
      ("empty", 4, "store.empty"), ("plain", 4, "store.not-core-data"), ("nometa", 5, "store.no-metadata"),
    ])
  func damaged(name: String, status: Int32, id: String) throws {
    let field = try FieldCase("C13")
    let refused = try field.workshop.migrate("\(name)/Notes.sqlite", "Notes.xcdatamodeld")
    #expect(refused.status == status)
    #expect(refused.report.findings(id).map(\.severity) == ["error"])
    try field.checkInputs()
  }

  @Test("An index that lacks rows does not hide them, and is reported")
  func incompleteIndex() throws {
    let field = try FieldCase("C13")
    let done = try field.workshop.migrate("index/Notes.sqlite", "Notes.xcdatamodeld")
    #expect(done.status == 1 || done.status == 5)
    #expect(!done.report.problems.isEmpty)
    if done.status != 5 {
      #expect(try field.workshop.counts(["Folder": "ZFOLDER", "Note": "ZNOTE"]) == ["Folder": 1, "Note": 6])
      #expect(try field.workshop.texts("PRAGMA integrity_check") == ["ok"])
    }
    try field.checkInputs()
  }

  @Test("What Core Data keeps beside the rows can be left behind, by name")
  func besides() throws {
    let field = try FieldCase("C15")
    let done = try field.workshop.migrate(
      "Library.sqlite", "Library.xcdatamodeld", "--allow", "drop:cloudkit", "--allow", "drop:history")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.covered == ["drop:cloudkit": 4, "drop:history": 12])
    #expect(done.report.findings("source.cloudkit-tables").map(\.severity) == ["note"])
    #expect(done.report.findings("source.history-left-out").first?.count == 12)
    // Core Data's own triggers are no strangers.
    #expect(done.report.findings("source.unknown-object").isEmpty)
    #expect(done.report.findings("plan.derived-unsupported").isEmpty)
    #expect(
      done.report.body.findings.filter { $0.id.hasPrefix("value.") }.map(\.line) == [
        "note value.derived-kept Book.lowTitle [1, 2, 3]",
        "note value.derived-recomputed Book.pagesCount [2]",
      ])
    #expect(!done.report.has("source.triggers-left-out"))
    let books = try field.workshop.rows(
      """
      SELECT Z_PK, ZTITLE, ZPAGESCOUNT, ZLOWTITLE,
        (SELECT json_group_array(Z_PK) FROM (SELECT Z_PK FROM ZPAGE WHERE ZBOOK = b.Z_PK ORDER BY Z_PK))
      FROM ZBOOK b ORDER BY Z_PK
      """)
    let expected = field.expect["Book"].list
    #expect(expected.count == 3)
    #expect(
      books.map { $0.prefix(4).map(JSON.init) }
        == expected.map { ["oldPK", "title", "pagesCount", "lowTitle"].map($0.callAsFunction) })
    #expect(books.map { $0[4].string } == ["[1,2]", "[3]", "[]"])
    #expect(try field.workshop.counts(["Book": "ZBOOK", "Page": "ZPAGE"]) == ["Book": 3, "Page": 3])
    let triggers = try field.workshop.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    #expect(triggers.count == 5)
    #expect(triggers.allSatisfy { $0.contains("_Book_pagesCount_") })
    #expect(
      try field.workshop.texts(
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'A%' OR name LIKE 'Z\\_RT%' ESCAPE '\\'")
        == ["0"])
    try field.checkInputs()
  }

  @Test("Values at the edges are kept byte for byte; those that are wrong are named")
  func edges() throws {
    let field = try FieldCase("C16")
    let done = try field.workshop.migrate("Values.sqlite", "Values.xcdatamodeld")
    #expect(done.status == 1)
    try field.workshop.scratch.copy(field.workshop.input("Values.sqlite"), to: "said/source.sqlite")
    let source = try Connection(path: field.workshop.scratch("said/source.sqlite"), mode: .readWrite)
    for (table, rows) in [("ZVALUE", 6), ("ZORDER", 2)] {
      let columns = try source.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap(
        \.first?.string)
      #expect(columns.count >= 6)
      let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY Z_PK"
      let found = try field.workshop.rows(sql)
      #expect(found.count == rows)
      #expect(try found == source.rows(sql))
    }
    let named = done.report.body.findings.filter { $0.severity != "note" }
    let flags = named.filter { $0.property == "flag" }.flatMap(\.oldKeys)
    #expect(Set(flags) == [3, 4, 6])
    #expect(named.filter { $0.property == "i16" }.flatMap(\.oldKeys) == [4])
    #expect(named.filter { $0.property == "uid" }.flatMap(\.oldKeys) == [4])
    #expect(named.filter { $0.property == "text" }.flatMap(\.oldKeys) == [5])
    try field.checkInputs()
  }
}

extension JSON {
  /// For `map` over names.
  fileprivate func callAsFunction(_ name: String) -> JSON { self[name] }
}
