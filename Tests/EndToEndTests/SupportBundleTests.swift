import Digests
import Foundation
import SQLite
import Testing

/// `workshop.bundle` itself holds every bundle to having no canary in it, in any writing.
@Suite("A bundle for the maintainer: everything but what is the user's")
struct SupportBundleTests {
  @Test("A canary in every place, and every count as it is")
  func canaries() throws {
    let canary = try CanaryStore()
    let bundle = try canary.workshop.bundle(
      CanaryStore.store, ["--model", canary.workshop.input(CanaryStore.model)])
    // The entity that is nobody's keeps the layout from being that of the version.
    #expect(bundle.gaps == ["relationships missing"])
    #expect(bundle.because("relationships") == ["store.layout-differs"])
    #expect(
      bundle.rows == [
        "Author": 6, "Book": 8, "Label": 7, "Note": 0, "HighlightNote": 6, "MarginNote": 5, "Profile": 3,
        "Setting": 4, "Shelf": 3, "entity-1": 1,
      ])
    #expect(bundle.table("ZBOOK")["rows"] == .integer(8))
    #expect(bundle.table("table-1")["rows"] == .integer(2))
    #expect(bundle.table("table-1")["kind"] == .text("other"))
    #expect(
      bundle.table("table-1")["sql"].string
        == """
        CREATE TABLE "table-1" ("column-1" "name-1" (0) DEFAULT '…', "column-2" TEXT CHECK ("column-2" <> '…' \
        AND length ("column-2") < 0))
        """)
    #expect(bundle.table("table-1")["columns"].list.map { $0["type"] } == [.text("other"), .text("TEXT")])
    #expect(
      bundle.statement("indexes", "index-1")
        == #"CREATE INDEX "index-1" ON "table-1" ("column-1") WHERE "column-2" > '…'"#)
    #expect(
      bundle.statement("views", "view-1")
        == """
        CREATE VIEW "view-1" AS SELECT "ZTITLE" AS "name-2", ZPAGES + 0 + 0 AS "name-3", x'…' AS "name-4" FROM ZBOOK \
        "name-5" WHERE "name-5".ZPAGES IN (0, 0) OR "name-5".ZISBN = ('…' || ZTITLE)
        """)
    #expect(
      bundle.statement("triggers", "trigger-1")
        == """
        CREATE TRIGGER "trigger-1" AFTER UPDATE ON ZBOOK WHEN new.ZTITLE = '…' BEGIN UPDATE ZBOOK SET ZISBN = '…' \
        WHERE Z_PK = new.Z_PK; END
        """)
    #expect(bundle.body["files"]["leftovers"] == .integer(1))
    #expect(bundle.body["files"]["externalData"]["files"] == .integer(1))
    #expect(bundle.body["files"]["header"]["pageSize"] == .integer(4096))
    #expect(bundle.body["metadata"]["frameworkVersion"] == .integer(1414))
    #expect(bundle.body["metadata"]["keys"].list.count { $0.string?.hasPrefix("key-") ?? false } == 3)
    #expect(bundle.body["version"]["recognisedBy"] == .text("version-hashes"))
    #expect(bundle.body["version"]["name"].string?.hasPrefix("version-") ?? false)
  }

  @Test("The search finds a canary in whatever writing it is")
  func search() {
    for shift in 0..<4 {
      let text = String(repeating: "x", count: shift) + "the \(Canary.text.uppercased()) swims"
      let bytes = Array(text.utf8)
      for writing in [
        text, Data(bytes).base64EncodedString(), bytes.hexadecimalText.uppercased(),
        bytes.map { "%" + [$0].hexadecimalText }.joined(), bytes.flatMap { [$0, 0] }.hexadecimalText,
      ] {
        #expect(!Canary.traces(in: "\"\(writing)\"").isEmpty, "\(writing)")
      }
    }
    #expect(Canary.traces(in: "a platform for birds") == [])
  }

  @Test("Without a model that is the store's, properties are pseudonyms; without metadata, all names are")
  func unknownNames() throws {
    let workshop = try Fixture("library-1").workshop
    try workshop.scratch.remove("in/" + Fixture.model)
    let alone = try workshop.bundle("library-1.sqlite")
    #expect(alone.gaps == ["version partial", "relationships missing"])
    #expect(alone.rows["HighlightNote"] == 6 && !alone.text.contains("ZTITLE"))
    #expect(alone.table("ZBOOK")["rows"] == .integer(8))
    try workshop.alter("library-1.sqlite", "DELETE FROM Z_METADATA")
    let bare = try workshop.bundle("library-1.sqlite")
    #expect(bare.because("metadata") == ["store.no-metadata"])
    #expect(bare.body["inspectStatus"] == .integer(5))
    #expect(bare.rows.values.sorted() == [0, 3, 3, 4, 5, 6, 6, 7, 8])
    #expect(bare.rows.keys.allSatisfy { $0.hasPrefix("entity-") })
    #expect(["Book", "BOOK", "Author", "Shelf"].allSatisfy { !bare.text.contains($0) })
  }

  @Test("A name that is a word of SQL's too, and one in another case, is a name all the same")
  func words() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      """
      CREATE TABLE max (Greta TEXT); CREATE INDEX lower ON Max (gReTa);
      CREATE VIEW sum AS SELECT count(GRETA) AS abs FROM MAX WHERE length(greta) > 3;
      """)
    let bundle = try fixture.workshop.bundle(fixture.store)
    #expect(Canary.traces(in: bundle.text, also: ["Greta"]) == [])
    #expect(bundle.table("table-1")["sql"] == .text(#"CREATE TABLE "table-1" ("column-1" TEXT)"#))
    #expect(
      bundle.statement("indexes", "index-1") == #"CREATE INDEX "index-1" ON "table-1" ("column-1")"#)
    #expect(
      bundle.statement("views", "view-1")
        == #"CREATE VIEW "view-1" AS SELECT count ("column-1") AS abs FROM "table-1" WHERE length ("column-1") > 0"#
    )
  }

  @Test("With its model: every property by name, and links as inspect counts them")
  func model() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let options = ["--model", fixture.workshop.input(Fixture.model)]
    let bundle = try fixture.workshop.bundle(fixture.store, options)
    let found = try fixture.workshop.inspect(fixture.store, options)
    #expect(bundle.gaps == [])
    #expect(bundle.rows == found.rows.compactMapValues { $0 })
    #expect(bundle.body["relationships"] == found.json["relationships"])
    #expect(bundle.body["transformables"] == found.json["transformables"])
    #expect(
      bundle.body["schema"]["tables"].list.map { $0["rows"] } == found.json["tables"].list.map { $0["rows"] })
    let held = bundle.table("ZNOTE")["columns"].list.compactMap { $0["holds"].string }
    #expect(held.contains("MarginNote.strength") && held.contains("order of Book.notes"))
    let log = bundle.body["files"]["writeAheadLog"]
    #expect(log["committedFrames"] == found.files["writeAheadLog"]["committedFrames"])
    #expect(log["roundFrames"].integer ?? 0 >= log["committedFrames"].integer ?? 1)
    // No pseudonym where nothing is unknown but indexes of SQLite's own and names of versions.
    #expect(
      !bundle.text.contains("column-") && !bundle.text.contains("table-") && !bundle.text.contains("entity-"))
  }

  @Test("The same store elsewhere, under another name, gives the same body")
  func repeatable() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.bring(Places.fixtures + "/library-1.sqlite", as: "other/\(Canary.fileName).db")
    let options = ["--model", fixture.workshop.input(Fixture.model)]
    let one = try fixture.workshop.bundle(fixture.store, options)
    let other = try fixture.workshop.bundle("other/\(Canary.fileName).db", options)
    #expect(one.body == other.body)
    #expect(one.json["meta"]["toolVersion"] == .text("0.1.0"))
    #expect(one.json["meta"]["sqliteVersion"].string?.hasPrefix("3.") ?? false)
    // What status says is said all the same.
    #expect(one.run.output.hasPrefix("library-1.sqlite: no run in place"))
    #expect(one.run.error == "import-legacy: the bundle is written; read it before you send it\n")
  }
}
