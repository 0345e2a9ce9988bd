import Foundation
import SQLite
import Testing

/// `--template`: an empty store that the app made says what the new one looks like.
@Suite("Templates")
struct TemplateTests {
  private static let template = "in/Template.sqlite"
  private static let second = ["--model-version", "Library 2"]

  /// Compares rows and links with what must be there, whatever the two entities' numbers.
  private func checkRows(_ fixture: Fixture) throws {
    let connection = try Connection(path: fixture.workshop.output(), mode: .readWrite)
    try connection.execute("UPDATE ZPUBLISHER SET Z_ENT = 7; UPDATE ZSETTING SET Z_ENT = 8")
    try connection.close()
    try fixture.checkRows("Library 2")
  }

  /// An empty store of version 2 of another make than ours: other numbers for two entities, an index and a table of the
  /// app's, metadata and model cache of its own.
  private func fixture(_ more: String = "") throws -> Fixture {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate(to: "Made.sqlite").status == 0)
    try fixture.workshop.scratch.copy(fixture.workshop.output("Made.sqlite"), to: Self.template)
    try fixture.workshop.scratch.remove("out/Made.sqlite")
    let connection = try Connection(path: fixture.workshop.scratch(Self.template), mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = DELETE")
    for row in try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%' AND name NOT IN ('Z_METADATA', 'Z_MODELCACHE', 'Z_PRIMARYKEY')"
    ) {
      try connection.execute("DELETE FROM \(Identifier.quoted(row[0].string ?? ""))")
    }
    let bytes = try #require(try connection.rows("SELECT Z_PLIST FROM Z_METADATA").first?.first?.bytes)
    var list = try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    list["NSPersistenceFrameworkVersion"] = 1526
    list["appToken"] = "of the template"
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    _ = try connection.rows("UPDATE Z_METADATA SET Z_PLIST = ?, Z_UUID = 'T'", [.blob(Array(changed))])
    try connection.execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = 0; UPDATE Z_PRIMARYKEY SET Z_ENT = 70 WHERE Z_NAME = 'Publisher';
      UPDATE Z_PRIMARYKEY SET Z_ENT = 7 WHERE Z_NAME = 'Setting'; UPDATE Z_PRIMARYKEY SET Z_ENT = 8 WHERE Z_ENT = 70;
      DELETE FROM Z_MODELCACHE; INSERT INTO Z_MODELCACHE VALUES (X'0102');
      CREATE INDEX AppsOwn ON ZBOOK (ZTITLE DESC); CREATE TABLE AppTable (x); INSERT INTO AppTable VALUES ('kept');
      \(more);
      PRAGMA journal_mode = WAL
      """)
    try connection.close()
    return fixture
  }

  private func migrate(_ fixture: Fixture, _ options: String..., to output: String = "New.sqlite") throws
    -> Workshop.Import
  {
    try fixture.workshop.migrate(
      fixture.store, Fixture.model,
      options: Self.second + ["--template", fixture.workshop.scratch(Self.template)] + options, to: output)
  }

  @Test("Schema, numbers, metadata and cache are the template's; rows and links are the store's")
  func filled() throws {
    let fixture = try fixture()
    let template = try Connection(path: fixture.workshop.scratch(Self.template), mode: .readOnly)
    let schema = try template.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
    let numbers = try template.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1")
    try template.close()
    let done = try migrate(fixture)
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(
      Set(try #require(done.report.body.destination.hashOrigin).values) == ["template", "copied"])
    #expect(!done.report.has("destination.model-cache-empty"))
    let again = try migrate(fixture)
    #expect(again.outcome == "nothing-to-do", "\(again.report.problems)")
    let rows = try fixture.workshop.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
    #expect(rows == schema)
    #expect(
      try fixture.workshop.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1") == numbers)
    #expect(
      try fixture.workshop.texts("SELECT count(*) FROM ZSETTING WHERE Z_ENT IS NOT 7") == ["0"])
    #expect(try fixture.workshop.texts("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") == ["0102"])
    #expect(try fixture.workshop.texts("SELECT x FROM AppTable") == ["kept"])
    let highest = try fixture.workshop.texts("SELECT max(Z_PK) FROM ZBOOK")
    #expect(
      try fixture.workshop.texts("SELECT Z_MAX >= \(highest[0]) FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'") == [
        "1"
      ]
    )
    let metadata = try metadata(of: fixture.workshop.output())
    #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1526)
    #expect(metadata["appToken"] as? String == "of the template")
    #expect(try fixture.workshop.texts("SELECT Z_UUID FROM Z_METADATA") != ["T"])
    try checkRows(fixture)
  }

  @Test(
    "What the app itself keeps in the metadata comes along; the template decides over the framework's keys")
  func appMetadata() throws {
    let fixture = try fixture()
    let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    var list = try metadata(of: fixture.workshop.input(fixture.store))
    list["appToken"] = "of the store"
    list["other"] = 7
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    _ = try connection.rows("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Array(changed))])
    try connection.close()
    #expect(try migrate(fixture, "--keep-uuid").status == 0)
    let metadata = try metadata(of: fixture.workshop.output())
    #expect(metadata["appToken"] as? String == "of the store" && metadata["other"] as? Int == 7)
    #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1526)
    #expect(
      try fixture.workshop.texts("SELECT Z_UUID FROM Z_METADATA")
        == [
          Connection(path: fixture.workshop.input(fixture.store), mode: .readOnly)
            .rows("SELECT Z_UUID FROM Z_METADATA")[0][0].string ?? ""
        ])
  }

  @Test("Without --model the version of the template is the target")
  func withoutModel() throws {
    let fixture = try fixture()
    let done = try fixture.workshop.migrate(
      fixture.store, nil, options: ["--template", fixture.workshop.scratch(Self.template)])
    #expect(done.status == 0)
    #expect(done.report.body.destination.modelVersion == "Library 2")
    try checkRows(fixture)
  }

  @Test("In place, and back")
  func inPlace() throws {
    let fixture = try fixture()
    let before = try fixture.workshop.scratch.digests("in")
    let place = fixture.workshop.input(fixture.store)
    let options =
      ["--model", fixture.workshop.input(Fixture.model)] + Self.second
      + ["--template", fixture.workshop.scratch(Self.template)]
    #expect(try Program.run(["run", place] + options).status == 0)
    let connection = try Connection(path: place, mode: .readOnly)
    #expect(try connection.rows("SELECT x FROM AppTable")[0][0].string == "kept")
    try connection.close()
    #expect(try Program.run(["run", place] + options).output.contains("othing to do"))
    #expect(try Program.run(["restore", place]).status == 0)
    #expect(
      try fixture.workshop.scratch.digests("in").filter { !$0.key.contains(".import-legacy") } == before)
  }

  @Test(
    "A template of another version, one with objects in it, one with triggers of its own, one that is none")
  func refused() throws {
    let fixture = try fixture()
    let other = try fixture.workshop.migrate(
      fixture.store, Fixture.model,
      options: ["--model-version", "Library", "--template", fixture.workshop.scratch(Self.template)])
    #expect(other.status == 4)
    #expect(other.report.problems == ["error template.model-differs  []"])

    let rows = try self.fixture("INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 10, 1)")
    let full = try migrate(rows)
    #expect(full.status == 64 && full.report.findings("template.not-empty").map(\.count) == [1])

    let triggers = try self.fixture("CREATE TRIGGER t AFTER INSERT ON ZTAG BEGIN DELETE FROM AppTable; END")
    let strange = try migrate(triggers)
    #expect(strange.status == 4 && strange.report.has("template.unexplained"))

    try fixture.workshop.scratch.write("no store", to: Self.template)
    let none = try migrate(fixture)
    #expect(none.status == 4 && none.report.has("store.not-sqlite"))
    #expect(none.report.findings("store.not-sqlite").first?.summary.contains("template") == true)
    try fixture.workshop.scratch.remove(Self.template)
    #expect(try migrate(fixture).status == 4)
    // A report does not go over it.
    let report = try Program.run([
      "run", fixture.workshop.input(fixture.store), "--template", fixture.workshop.input("T.txt"), "--report",
      fixture.workshop.input("T.txt"), "--output", fixture.workshop.output(),
    ])
    #expect(report.status == 64)
  }

  private func metadata(of store: String) throws -> [String: Any] {
    let connection = try Connection(path: store, mode: .readOnly)
    let bytes = try #require(try connection.rows("SELECT Z_PLIST FROM Z_METADATA").first?.first?.bytes)
    return try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
  }
}

/// Real stores, emptied, as templates of themselves.
@Suite("Templates of real stores", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusTemplateTests {
  /// A third of them, and those with triggers or spatial indexes; all of them in the long form.
  private static let stores: [CorpusStore] = {
    guard ProcessInfo.processInfo.environment["IMPORT_LEGACY_LONG_TESTS"] == nil else {
      return CorpusStore.caching
    }
    return CorpusStore.caching.enumerated().filter { index, store in
      index % 3 == 0 || store.folder.contains("osxphotos")
    }.map(\.element)
  }()

  @Test("A real store goes into an emptied copy of itself, with the schema to the letter")
  func all() throws {
    var done = 0
    for store in Self.stores {
      let workshop = try Workshop()
      try store.bring(to: workshop)
      let template = "in/template/Empty.sqlite"
      try workshop.scratch.copy(workshop.input(store.name), to: template)
      if workshop.scratch.exists("in/\(store.name)-wal") {
        try workshop.scratch.copy(workshop.input("\(store.name)-wal"), to: template + "-wal")
      }
      let connection = try Connection(path: workshop.scratch(template), mode: .readWrite)
      try connection.execute("PRAGMA journal_mode = DELETE")
      let objects = try connection.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY rowid")
      // Their functions are not here.
      let triggers = objects.filter { $0[0].string == "trigger" }
      for trigger in triggers {
        try connection.execute("DROP TRIGGER \(Identifier.quoted(trigger[1].string ?? ""))")
      }
      for table in objects
      where table[0].string == "table" && table[1].string?.hasPrefix("Z") == true
        && (table[1].string?.hasPrefix("Z_RT_") == false
          || table[2].string?.hasPrefix("CREATE VIRTUAL") == true)
        && !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(table[1].string)
      {
        try connection.execute("DELETE FROM \(Identifier.quoted(table[1].string ?? ""))")
      }
      for table in objects where ["ACHANGE", "ATRANSACTION"].contains(table[1].string) {
        try connection.execute("DELETE FROM \(table[1].string ?? "")")
      }
      for trigger in triggers { try connection.execute(trigger[2].string ?? "") }
      try connection.close()
      let run = try workshop.migrate(
        store.name, nil, options: ["--template", workshop.scratch(template), "--allow", "drop:cloudkit"])
      #expect([0, 1].contains(run.status), "\(store): \(run.report.body.findings.map(\.summary))")
      guard run.status == 0 || run.status == 1 else { continue }
      done += 1
      let made = try workshop.rows("SELECT type, name, sql FROM sqlite_schema")
      #expect(Set(made) == Set(objects), "\(store)")
    }
    #expect(done == Self.stores.count && done >= 20)
  }
}
