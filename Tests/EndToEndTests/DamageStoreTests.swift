import Foundation
import SQLite
import Testing

@Suite("Damage: what is no sound store is refused, and left as it was")
struct DamageStoreTests {
  /// A store that went wrong, and how the program must end.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int32
    let id: String
    let make: @Sendable (Fixture) throws -> Void

    init(
      _ name: String, _ status: Int32, _ id: String, _ make: @escaping @Sendable (Fixture) throws -> Void
    ) {
      testDescription = name
      self.status = status
      self.id = id
      self.make = make
    }
  }

  private static func cut(to length: @escaping @Sendable (Int) -> Int) -> @Sendable (Fixture) throws -> Void {
    { fixture in
      let bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
      try fixture.workshop.scratch.write(Array(bytes[..<length(bytes.count)]), to: "in/" + fixture.store)
    }
  }

  private static func replace(_ text: String) -> @Sendable (Fixture) throws -> Void {
    { try $0.workshop.scratch.write(text, to: "in/" + $0.store) }
  }

  private static func overwrite(_ range: Range<Int>, with byte: UInt8) -> @Sendable (Fixture) throws -> Void {
    { fixture in
      var bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
      for index in range { bytes[index] = byte }
      try fixture.workshop.scratch.write(bytes, to: "in/" + fixture.store)
    }
  }

  private static func alter(_ sql: String) -> @Sendable (Fixture) throws -> Void {
    { try $0.workshop.alter($0.store, sql) }
  }

  static let damages = [
    Damage("50 bytes", 5, "store.cut-short", cut { _ in 50 }),
    Damage("100 bytes", 5, "store.damaged", cut { _ in 100 }),
    Damage("one page", 5, "store.damaged", cut { _ in 4096 }),
    Damage("half", 5, "store.damaged", cut { $0 / 2 }),
    Damage("all but the last page", 5, "store.damaged", cut { $0 - 4096 }),
    Damage("zero bytes", 4, "store.empty", cut { _ in 0 }),
    Damage("text", 4, "store.not-sqlite", replace("a letter, and no store\n")),
    Damage(
      "XML store", 4, "store.is-xml-store",
      replace(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE database SYSTEM \"CoreData.dtd\">\n<database/>\n"
      )),
    Damage("binary store", 4, "store.is-binary-store", replace("bplist00\u{1}\u{2}")),
    Damage("not there", 4, "store.not-found") { try $0.workshop.scratch.remove("in/" + $0.store) },
    Damage("a folder", 4, "store.is-a-folder") {
      try $0.workshop.scratch.remove("in/" + $0.store)
      try $0.workshop.scratch.makeFolder("in/" + $0.store)
    },
    Damage("no header", 4, "store.not-sqlite", overwrite(0..<16, with: 0x20)),
    Damage("page size of 65535", 5, "store.damaged-header", overwrite(16..<18, with: 0xff)),
    Damage("page of the schema overwritten", 5, "store.damaged", overwrite(100..<4000, with: 0x55)),
    Damage("an ordinary database", 4, "store.not-core-data") { fixture in
      try fixture.workshop.scratch.remove("in/" + fixture.store)
      let connection = try Connection(path: fixture.workshop.input(fixture.store), mode: .create)
      try connection.execute("CREATE TABLE friends (name TEXT); INSERT INTO friends VALUES ('CANARY-7f3a')")
    },
    Damage("no metadata row", 5, "store.no-metadata", alter("DELETE FROM Z_METADATA")),
    Damage("no property list", 5, "store.no-metadata", alter("UPDATE Z_METADATA SET Z_PLIST = NULL")),
    Damage(
      "a system table without its column", 5, "store.damaged",
      alter("ALTER TABLE Z_PRIMARYKEY RENAME COLUMN Z_MAX TO Z_MIX")),
    Damage(
      "a broken property list", 5, "store.no-metadata",
      alter("UPDATE Z_METADATA SET Z_PLIST = substr(Z_PLIST, 1, length(Z_PLIST) / 2)")),
    Damage("no Z_METADATA", 4, "store.not-core-data", alter("DROP TABLE Z_METADATA")),
    Damage("a table of the model is missing", 5, "store.layout-differs", alter("DROP TABLE ZPROFILE")),
    Damage(
      "a column of the model is missing", 5, "store.layout-differs",
      alter("ALTER TABLE ZPROFILE DROP COLUMN ZBIO")),
    Damage(
      "an entity is not listed", 5, "store.layout-differs",
      alter("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 7")),
  ]

  @Test("A store that went wrong", arguments: damages)
  func refuse(damage: Damage) throws {
    let fixture = try Fixture("library-1")
    try damage.make(fixture)
    let refused = try fixture.migrate()
    #expect(refused.status == damage.status)
    #expect(refused.outcome == "failed")
    #expect(refused.report.findings(damage.id).map(\.severity) == ["error"], "\(refused.report.problems)")
    #expect(refused.report.body.findings.first { $0.id == damage.id }?.recovery.isEmpty == false)
  }

  @Test("A page full of noise")
  func noise() throws {
    let fixture = try Fixture("library-damaged", hasExpectation: false)
    for version in Fixture.versions {
      let refused = try fixture.migrate(version: version)
      #expect(refused.status == 5)
      #expect(refused.report.has("store.damaged"))
    }
  }

  @Test("A truncated -wal is read as far as its commits go, and never beyond")
  func truncatedLog() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let log = "in/library-1-wal/Library.sqlite-wal"
    let whole = try fixture.workshop.scratch.bytes(log)
    try fixture.workshop.scratch.write(Array(whole[..<32]), to: log)
    let done = try fixture.migrate(version: "Library", to: "Short.sqlite")
    #expect(done.status == 0 || done.status == 1)
    let found = try LibraryStore(path: fixture.workshop.output("Short.sqlite"), version: "Library").rows()
    // Nothing of the log is left: this is what the main file alone says.
    for (entity, rows) in fixture.expect["mainFileAlone"].members {
      for (key, row) in rows.members {
        for (name, value) in row.members {
          #expect(found[entity][key][name].matches(value), "\(entity) \(key) \(name)")
        }
      }
    }
    try fixture.workshop.scratch.write(Array(whole[..<10]), to: log)
    let stump = try fixture.migrate(version: "Library", to: "Stump.sqlite")
    #expect(stump.status == 0 || stump.status == 1 || stump.status == 5)
    #expect(!stump.report.findings("source.damaged-log").isEmpty || stump.status == 5)
  }

  @Test("Without its log a store is what it was before, and the report warns of it")
  func missingLog() throws {
    let fixture = try Fixture("library-1-wal/Library")
    try fixture.workshop.scratch.remove("in/library-1-wal/Library.sqlite-wal")
    let done = try fixture.migrate(version: "Library")
    #expect(done.status == 0 || done.status == 1)
    #expect(done.report.has("source.no-write-ahead-log"))
  }
}
