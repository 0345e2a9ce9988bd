import Foundation
import SQLite
import Testing

@Suite("Inspecting what has drifted: a store that is not what it says")
struct InspectDriftTests {
  private static func options(_ fixture: Fixture) -> [String] {
    ["--model", fixture.workshop.input(Fixture.model)]
  }

  /// A store of the first version, changed by hand.
  private func inspect(_ sql: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Inspection
  {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, sql)
    return try fixture.workshop.inspect(
      fixture.store, Self.options(fixture), sourceLocation: sourceLocation)
  }

  @Test("A table of the version is not there")
  func missingTable() throws {
    let found = try inspect("DROP TABLE ZPROFILE")
    #expect(found.version["name"] == .text("Library"))
    #expect(
      found.problems == [
        "error store.layout-differs Profile 0", "warning inspect.entity-table-missing Profile 0",
      ])
    #expect(found.rows["Profile"] == .some(nil) && found.rows["Book"] == 8)
    #expect(found.links.isEmpty)
    #expect(found.text.contains("Rows not counted: Profile."))
  }

  @Test("A column of the version is not there")
  func missingColumn() throws {
    let found = try inspect("ALTER TABLE ZPROFILE DROP COLUMN ZBIO")
    #expect(found.problems == ["error store.layout-differs 0"])
    #expect(found.rows["Profile"] == 3)
  }

  @Test("Z_PRIMARYKEY lists an entity that the version does not have")
  func unknownEntity() throws {
    let found = try inspect(
      "INSERT INTO Z_PRIMARYKEY VALUES (40, 'Gadget', 0, 0); CREATE TABLE ZGADGET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER); INSERT INTO ZGADGET VALUES (1, 40, 1)"
    )
    #expect(
      found.problems == [
        "error store.layout-differs 0", "warning inspect.unknown-entity 1",
        "warning source.z-max-low Gadget 1",
      ])
    #expect(found.rows["Gadget"] == 1)
  }

  @Test("Z_PRIMARYKEY lists an entity under its earlier name")
  func staleName() throws {
    let found = try inspect("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Biography' WHERE Z_NAME = 'Profile'")
    #expect(found.problems == [])
    #expect(found.findings("source.stale-entity-name").count == 1)
    let profile = try #require(found.json["entities"].list.first { $0["name"] == .text("Profile") })
    #expect(profile["earlierName"] == .text("Biography") && profile["rows"].integer == 3)
  }

  @Test("Z_MAX below the highest key")
  func keyCounter() throws {
    let found = try inspect("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'")
    #expect(found.problems == ["warning source.z-max-low Book 1"])
  }

  @Test("Rows that no entity owns")
  func unknownRows() throws {
    let found = try inspect(
      "UPDATE ZBOOK SET Z_ENT = 77 WHERE Z_PK IN (SELECT Z_PK FROM ZBOOK ORDER BY Z_PK LIMIT 2); UPDATE ZNOTE SET Z_ENT = NULL WHERE Z_PK = (SELECT min(Z_PK) FROM ZNOTE)"
    )
    #expect(
      found.problems == ["warning inspect.unknown-rows Book 2", "warning inspect.unknown-rows Note 1"])
    #expect(found.findings("inspect.unknown-rows")[0]["oldKeys"].list.count == 2)
    #expect(found.table("ZBOOK")["unknownRows"].integer == 2 && found.table("ZBOOK")["rows"].integer == 8)
    #expect(found.rows["Book"] == 6)
    #expect(found.text.contains("Rows of no entity: 3."))
  }

  @Test("Columns and tables that no model knows")
  func unknownColumn() throws {
    let found = try inspect(
      """
      ALTER TABLE ZBOOK ADD COLUMN ZSECRET VARCHAR; ALTER TABLE ZBOOK ADD COLUMN ZNOTHING VARCHAR;
      UPDATE ZBOOK SET ZSECRET = 'CANARY-7f3a'; CREATE TABLE Extra (x TEXT); INSERT INTO Extra VALUES ('CANARY-7f3a');
      CREATE VIEW Seen AS SELECT 1
      """)
    #expect(found.problems == ["warning inspect.unknown-column ZBOOK.ZSECRET 8"])
    #expect(found.findings("inspect.unknown-table").map { $0["property"].string } == ["Extra"])
    #expect(found.table("Extra")["kind"] == .text("other") && found.table("Extra")["rows"].integer == 1)
    #expect(found.json["database"]["views"].integer == 1)
  }

  @Test("Tables of persistent history and of CloudKit mirroring")
  func frameworkTables() throws {
    let found = try inspect(
      """
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER); INSERT INTO ACHANGE VALUES (1, 16001), (2, 16001);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER); INSERT INTO ATRANSACTION VALUES (1, 16002);
      CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 2), (16002, 'TRANSACTION', 0, 1), (17001, 'NSCKEvent', 0, 0)
      """)
    #expect(found.problems == [])
    #expect(found.table("ACHANGE")["kind"] == .text("history") && found.table("ACHANGE")["rows"].integer == 2)
    #expect(found.table("ATRANSACTION")["rows"].integer == 1)
    #expect(found.table("ANSCKEVENT")["kind"] == .text("cloudkit"))
    #expect(found.rows.count == 9)
  }

  @Test("Rows that break a constraint of a hand-made table")
  func constraint() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store, "CREATE TABLE Extra (x INTEGER/*NULL */); INSERT INTO Extra VALUES (NULL)")
    var bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
    let place = try #require(bytes.firstRange(of: Array("/*NULL */".utf8)))
    bytes.replaceSubrange(place, with: Array(" NOT NULL".utf8))
    try fixture.workshop.scratch.write(bytes, to: "in/" + fixture.store)
    let found = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(found.problems == ["warning inspect.constraints-broken 1"])
    #expect(found.json["database"]["problems"]["missing-value"].integer == 1)
  }

  @Test("Metadata that says nothing of its age")
  func noFrameworkVersion() throws {
    let fixture = try Fixture("library-1")
    let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    let bytes = try #require(try connection.rows("SELECT Z_PLIST FROM Z_METADATA").first?.first?.bytes)
    var list = try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    list["NSPersistenceFrameworkVersion"] = nil
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    _ = try connection.rows("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Array(changed))])
    try connection.close()
    let found = try fixture.workshop.inspect(fixture.store, Self.options(fixture))
    #expect(found.json["metadata"]["frameworkVersion"] == .null && found.json["metadata"]["era"] == .null)
    #expect(found.version["name"] == .text("Library"))
  }

  @Test("Of none of the versions given: the nearest, and what differs")
  func unknownVersion() throws {
    let fixture = try Fixture("library-1")
    // None lies beside the store.
    for name in ["Library", "Library 2"] {
      try fixture.workshop.scratch.copy(
        fixture.workshop.input("\(Fixture.model)/\(name).xcdatamodel"), to: "in/\(name)/\(name).xcdatamodel")
    }
    try fixture.workshop.scratch.remove("in/\(Fixture.model)")
    let second = fixture.workshop.input("Library 2/Library 2.xcdatamodel")
    let found = try fixture.workshop.inspect(fixture.store, ["--model", second])
    #expect(found.problems == ["warning model.version-unknown 1"])
    let nearest = found.version["nearest"]
    #expect(nearest["name"] == .text("Library 2"))
    #expect(nearest["equalEntities"].integer ?? 0 > 0 && !nearest["differingEntities"].list.isEmpty)
    #expect(found.version["name"] == .null && found.version["recognisedBy"] == .null)
    #expect(found.rows["Book"] == 8)
    // One that is elsewhere is found, each of several models by itself too.
    let first = fixture.workshop.input("Library/Library.xcdatamodel")
    for options in [["--source-model", first], ["--model", first]] {
      let known = try fixture.workshop.inspect(fixture.store, ["--model", second] + options)
      #expect(known.version["name"] == .text("Library"))
      #expect(known.version["nearest"] == .null)
    }
    // None given, and none cached.
    let none = try fixture.workshop.inspect(fixture.store)
    #expect(none.problems == ["warning model.none-for-store 0"])
  }

  @Test("A cached model that cannot be read")
  func unreadableCache() throws {
    let found = try inspect("INSERT INTO Z_MODELCACHE VALUES (X'00112233')")
    #expect(found.version["cachedModel"] == .text("unreadable"))
    #expect(found.findings("inspect.cached-model-unreadable").count == 1)
    #expect(found.problems == [])
  }

  @Test("A cached model of another version than the metadata's", .enabled(if: CorpusStore.isPresent))
  func contradictingCache() throws {
    let workshop = try Workshop()
    let folder = "objcio__core-data/Moody-1-to-5"
    for name in ["Moody 2.moody", "Moody 3.moody"] {
      try CorpusStore.named(name, in: folder).bring(to: workshop)
    }
    let connection = try Connection(path: workshop.input("Moody 2.moody"), mode: .readWrite)
    try connection.attach(workshop.input("Moody 3.moody"), as: "other")
    try connection.execute(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = (SELECT Z_CONTENT FROM other.Z_MODELCACHE)")
    try connection.close()
    let found = try workshop.inspect("Moody 2.moody")
    #expect(found.version["cachedModel"] == .text("differs"))
    #expect(found.version["nearest"]["name"] == .text("cached model"))
    #expect(found.version["name"] == .null)
    #expect(found.findings("source.cached-model-differs").count == 1)
    #expect(found.findings("model.none-for-store").count == 1)
    // The model of its metadata tells it all the same.
    let model = try CorpusStore.named("Moody 2.moody", in: folder).modelPath
    let known = try workshop.inspect("Moody 2.moody", ["--model", model])
    #expect(known.version["name"] == .text("Moody 2"))
    #expect(known.findings("source.cached-model-differs").count == 1)
  }
}
