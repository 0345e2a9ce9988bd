import Foundation
import SQLite
import Testing

/// Kinds of damage that leave most of a file sound. Each is told, and nothing is made of such a store.
@Suite("Damage: lists of free pages, pointer map, chains, roots, counts, indexes, the log")
struct DamageKindTests {
  private static let page = 4096

  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What `quick_check` says, by kind; nil where it cannot even begin.
    let problems: Set<String>?
    let make: @Sendable (inout [UInt8], Connection) throws -> Void

    init(
      _ name: String, _ problems: Set<String>?,
      _ make: @escaping @Sendable (inout [UInt8], Connection) throws -> Void
    ) {
      testDescription = name
      self.problems = problems
      self.make = make
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func set(_ number: Int, in bytes: inout [UInt8], at offset: Int) {
    bytes.replaceSubrange(
      offset..<(offset + 4), with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
  }

  private static func root(_ table: String, _ connection: Connection) throws -> Int {
    Int(try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"))
  }

  static let damages = [
    Damage("more free pages counted than listed", ["free-list"]) { bytes, _ in set(9, in: &bytes, at: 36) },
    Damage("the list of free pages begins outside the file", ["free-list", "page-never-used"]) { bytes, _ in
      set(99_999, in: &bytes, at: 32)
    },
    Damage("the list of free pages leads back to its beginning", ["free-list"]) { bytes, _ in
      let trunk = number(bytes, at: 32)
      set(trunk, in: &bytes, at: (trunk - 1) * page)
    },
    Damage("a pointer map of zeros", ["pointer-map"]) { bytes, _ in
      for index in page..<(page + 100) { bytes[index] = 0 }
    },
    Damage("the page of Z_METADATA overwritten", ["unreadable-page"]) { bytes, connection in
      let root = try root("Z_METADATA", connection)
      for index in ((root - 1) * page)..<(root * page) { bytes[index] = 0x55 }
    },
    Damage("the page of Z_METADATA says that it is empty", ["page-layout"]) { bytes, connection in
      let start = (try root("Z_METADATA", connection) - 1) * page
      bytes[start + 3] = 0
      bytes[start + 4] = 0
    },
    Damage(
      "a chain of overflow pages that leads to itself", ["page-never-used", "page-used-twice", "pointer-map"]
    ) {
      bytes, _ in
      let first =
        try #require(bytes.firstRange(of: [UInt8](repeating: 0x79, count: 4000 - 4))).lowerBound / page
      // The second and later pages of the value are full of it, behind the number of the next.
      set(first + 2, in: &bytes, at: (first + 1) * page)
    },
    Damage("the first page of the schema", nil) { bytes, _ in
      bytes.replaceSubrange(100..<108, with: [0x0d, 0, 0, 0xff, 0xff, 0, 0, 0])
    },
    Damage("fewer pages counted than there are", nil) { bytes, _ in set(5, in: &bytes, at: 28) },
    Damage("more pages counted than there are", nil) { bytes, _ in set(5000, in: &bytes, at: 28) },
  ]

  /// With free pages, and a value on pages of its own.
  private func fixture() throws -> Fixture {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(
      fixture.store,
      """
      UPDATE ZAUTHOR SET ZNAME = replace(hex(zeroblob(15000)), '0', 'y') WHERE Z_PK = 1;
      CREATE TABLE gone (x); INSERT INTO gone VALUES (zeroblob(60000)); DROP TABLE gone
      """)
    return fixture
  }

  @Test("A page here and there", arguments: damages)
  func damaged(damage: Damage) throws {
    let fixture = try fixture()
    let scratch = fixture.workshop.scratch
    var bytes = try scratch.bytes("in/" + fixture.store)
    #expect(Self.number(bytes, at: 36) > 5, "no free pages")
    try scratch.write(bytes, to: "said/read.sqlite")
    let connection = try Connection(path: scratch("said/read.sqlite"), mode: .readWrite)
    try damage.make(&bytes, connection)
    try connection.close()
    try scratch.write(bytes, to: "in/" + fixture.store)
    let found = try fixture.workshop.inspect(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)], status: 5)
    #expect(found.findings("store.damaged").count == 1)
    let problems = found.json["database"]["problems"]
    if let expected = damage.problems {
      #expect(Set(problems.members.keys) == expected, "\(problems)")
    } else {
      #expect(problems == .null)
    }
    let refused = try fixture.migrate()
    #expect(refused.status == 5)
    #expect(refused.report.problems == ["error store.damaged  []"])
  }

  @Test("An index with an entry too many: its table is whole, and counts")
  func surplusEntry() throws {
    let fixture = try Fixture("library-1")
    let store = fixture.workshop.input(fixture.store)
    let scratch = fixture.workshop.scratch
    // The index's one page as it was before a row went.
    try fixture.workshop.alter(fixture.store, "SELECT 1")
    let before = try scratch.bytes("in/" + fixture.store)
    try scratch.copy(store, to: "said/schema.sqlite")
    let schema = try Connection(path: scratch("said/schema.sqlite"), mode: .readWrite)
    let root = Int(
      try schema.integer(
        "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = 'ZNOTE'"))
    try #require(root > 1)
    try fixture.workshop.alter(
      fixture.store, "DELETE FROM ZNOTE WHERE Z_PK = (SELECT max(Z_PK) FROM ZNOTE)")
    var bytes = try scratch.bytes("in/" + fixture.store)
    let place = ((root - 1) * Self.page)..<(root * Self.page)
    bytes.replaceSubrange(place, with: before[place])
    try scratch.write(bytes, to: "in/" + fixture.store)
    let done = try fixture.migrate()
    #expect(done.status == 1)
    // Of the two indexes of the table it is this one.
    let findings = done.report.findings("source.index-incomplete")
    #expect(findings.count == 1 && findings.first?.count == 1)
    #expect(findings.first?.summary.contains("ZNOTE_ZBOOK_INDEX") == true)
    try scratch.copy(store, to: "said/read.sqlite")
    let source = try Connection(path: scratch("said/read.sqlite"), mode: .readWrite)
    let keys = "SELECT Z_PK FROM ZNOTE NOT INDEXED ORDER BY Z_PK"
    #expect(try fixture.workshop.rows(keys) == source.rows(keys))
    #expect(try fixture.workshop.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("The last pages are missing, and the log is whole")
  func lastPages() throws {
    let fixture = try Fixture("library-1-wal/Library", hasExpectation: false)
    let bytes = try fixture.workshop.scratch.bytes("in/" + fixture.store)
    try fixture.workshop.scratch.write(Array(bytes.dropLast(3 * Self.page)), to: "in/" + fixture.store)
    let refused = try fixture.migrate()
    #expect(refused.status == 5)
    #expect(refused.report.problems.contains("error store.damaged  []"))
  }

  @Test("The whole store lies in the log, the schema too, and the file holds one page: it is all there")
  func onlyInTheLog() throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    try scratch.copy(fixture.workshop.input(fixture.store), to: "said/old.sqlite")
    let old = try Connection(path: scratch("said/old.sqlite"), mode: .readWrite)
    let new = try Connection(path: scratch("said/new.sqlite"), mode: .create)
    try new.execute("PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    for table in try old.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY rowid") {
      try new.execute(table[1].string ?? "")
      for row in try old.rows("SELECT * FROM \(table[0].string ?? "")") {
        _ = try new.rows(
          "INSERT INTO \(table[0].string ?? "") VALUES (\(row.map { _ in "?" }.joined(separator: ", ")))", row
        )
      }
    }
    for index in try old.rows("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
      try new.execute(index[0].string ?? "")
    }
    let page = try scratch.bytes("said/new.sqlite")
    let log = try scratch.bytes("said/new.sqlite-wal")
    #expect(page.count == Self.page && page[100...].prefix(8).contains(0x0d))
    #expect(log.count > 100_000)
    try scratch.write(page, to: "in/" + fixture.store)
    try scratch.write(log, to: "in/\(fixture.store)-wal")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    try fixture.checkRows("Library 2")
    // Without that one page SQLite would throw the log away: that is refused, and says what is there.
    try scratch.write([UInt8](), to: "in/" + fixture.store)
    let empty = try fixture.migrate(to: "Other.sqlite")
    #expect(empty.status == 4)
    #expect(empty.report.findings("store.empty").first?.summary.contains("log") == true)
  }
}
