import SQLite
import TestSupport
import Testing

/// Real stores with a spatial index: two libraries of Photos, by the model that each caches.
@Suite("Real stores, spatial indexes", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusSpatialTests {
  static let name = "Z_RT_Asset_boundedByRect"
  static let photos = ["Photos-fw1138-Test-12.0.1.sqlite", "Photos-fw1522-Test-26.1.sqlite"].map {
    CorpusStore(folder: "tkanarsky__osxphotos/Photos-reflexive-rtree", store: "stores/" + $0, model: "")
  }
  /// What else is wrong with them: the libraries were emptied for publication.
  static let known: Set<String> = ["value.required-missing", "source.dangling-join-row"]

  /// What is done to the index or its table, and how many rows it then does not know.
  static let changes: [(String, Int64)] = [
    ("DELETE FROM \(name) WHERE Z_PK = 4", 1), ("INSERT INTO \(name) VALUES (99, 1, 2, 1, 2)", 1),
    ("UPDATE ZASSET SET ZLATITUDE = 5 WHERE Z_PK IN (4, 5)", 2),
    ("UPDATE \(name) SET ZLATITUDE_MAX = 5 WHERE Z_PK = 4", 1),
  ]

  /// `sql` is made by a connection that lets no trigger fire: they call functions of Core Data's own.
  private func migrated(_ store: CorpusStore, _ sql: String = "") throws -> (Workshop, Workshop.Import) {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    if !sql.isEmpty { try workshop.alter(store.name, sql) }
    return (workshop, try workshop.migrate(store.name, nil, options: []))
  }

  private func problems(_ done: Workshop.Import) -> Set<String> {
    Set(done.report.body.findings.filter { $0.severity != "note" }.map(\.id)).subtracting(Self.known)
  }

  private func triggers(_ database: CorpusDatabase) throws -> Set<[String?]> {
    Set(
      try database.rows("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'").map {
        $0.map(\.string)
      })
  }

  private func entries(_ database: CorpusDatabase) throws -> [[Value]] {
    try database.rows("SELECT * FROM \(Self.name) ORDER BY Z_PK")
  }

  private func tables(_ database: CorpusDatabase) throws -> [[Value]] {
    try database.rows(
      "SELECT name, sql FROM sqlite_schema WHERE name LIKE '\(Self.name)%' AND type = 'table' ORDER BY 1")
  }

  @Test("The index, its entries and all triggers are the source's", arguments: photos)
  func own(store: CorpusStore) throws {
    let (workshop, done) = try migrated(store)
    #expect(done.status == 1 && problems(done) == [])
    #expect(!done.report.has("source.triggers-left-out"))
    let (source, output) = (try store.open(in: workshop), try CorpusDatabase(path: workshop.output()))
    #expect(try tables(source) == tables(output))
    #expect(try tables(output).count == 4)
    #expect(try entries(source) == entries(output))
    #expect(try entries(output).count == 13)
    #expect(try output.text("SELECT rtreecheck('\(Self.name)')") == "ok")
    #expect(try triggers(source) == triggers(output))
    // Three of the index at 1138, none at 1522; the others keep derived and counting attributes.
    #expect(try triggers(output).count == (store.name.contains("1138") ? 63 : 22))
  }

  @Test(
    "Coordinates are rounded as SQLite rounds them; a missing one is 0",
    arguments: LongTests.some(of: photos, every: 2))
  func places(store: CorpusStore) throws {
    let (workshop, done) = try migrated(
      store,
      """
      UPDATE ZASSET SET ZLATITUDE = 48.2081743, ZLONGITUDE = -16.3738189 WHERE Z_PK = 1;
      UPDATE ZASSET SET ZLATITUDE = NULL, ZLONGITUDE = NULL WHERE Z_PK = 2;
      UPDATE ZASSET SET ZLATITUDE = 1e300, ZLONGITUDE = 7 WHERE Z_PK = 3;
      DELETE FROM \(Self.name) WHERE Z_PK IN (1, 2, 3);
      INSERT INTO \(Self.name) SELECT Z_PK, ZLATITUDE, ZLATITUDE, ZLONGITUDE, ZLONGITUDE FROM ZASSET
        WHERE Z_PK IN (1, 2, 3)
      """)
    #expect(done.status == 1 && problems(done) == [])
    let output = try CorpusDatabase(path: workshop.output())
    #expect(try entries(output) == entries(store.open(in: workshop)))
    #expect(try entries(output)[1] == [.integer(2), .real(0), .real(0), .real(0), .real(0)])
    #expect(
      try output.integer(
        "SELECT count(*) FROM \(Self.name) WHERE Z_PK = 1 AND ZLATITUDE_MIN < 48.2081743 AND ZLATITUDE_MAX > 48.2081743"
      ) == 1)
  }

  @Test(
    "An index that does not know the rows is reported, and made anew",
    arguments: LongTests.some(of: changes, every: 2))
  func stale(change: String, rows: Int64) throws {
    let (workshop, done) = try migrated(Self.photos[0], change)
    #expect(done.status == 1 && problems(done) == ["source.index-incomplete"])
    #expect(done.report.findings("source.index-incomplete").map(\.count) == [rows])
    let output = try CorpusDatabase(path: workshop.output())
    #expect(
      try output.rows("SELECT Z_PK FROM \(Self.name) ORDER BY 1")
        == output.rows("SELECT Z_PK FROM ZASSET ORDER BY 1"))
    #expect(try output.text("SELECT rtreecheck('\(Self.name)')") == "ok")
  }

  @Test("One that cannot be read knows nothing", .enabled(if: Tool.has(Tool.sqlite), "needs sqlite3"))
  func damaged() throws {
    let workshop = try Workshop()
    let store = Self.photos[0]
    try store.bring(to: workshop)
    let change = "UPDATE \(Self.name)_node SET data = x'00'"
    #expect(try Tool.run(Tool.sqlite, [workshop.input(store.name), change]).status == 0)
    let done = try workshop.migrate(store.name, nil, options: [])
    #expect(done.status == 1 && problems(done) == ["source.index-incomplete"])
    #expect(done.report.findings("source.index-incomplete").map(\.count) == [13])
    #expect(try entries(CorpusDatabase(path: workshop.output())).count == 13)
  }

  @Test("One that is not as the model asks for is nobody's")
  func foreign() throws {
    let other = """
      DROP TABLE \(Self.name);
      CREATE VIRTUAL TABLE \(Self.name) USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT)
      """
    let (workshop, done) = try migrated(Self.photos[0], other)
    #expect(done.status == 3)
    #expect(done.report.problems == Array(repeating: "error source.unknown-object  []", count: 4))
    let consents = ["", "_node", "_parent", "_rowid"].flatMap { ["--allow", "drop:table:\(Self.name)\($0)"] }
    let dropped = try workshop.migrate(Self.photos[0].name, nil, options: consents)
    #expect(dropped.status == 1)
    #expect(
      dropped.report.findings("destination.index-omitted").contains {
        $0.entity == "Asset" && $0.property == "boundedByRect"
      })
    #expect(dropped.report.findings("source.triggers-left-out").map(\.count) == [3])
    #expect(try tables(CorpusDatabase(path: workshop.output())) == [])
  }

  @Test("inspect says what the tables are for", arguments: LongTests.some(of: photos, every: 2))
  func inspect(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    let found = try workshop.inspect(store.name)
    for suffix in ["", "_node", "_parent", "_rowid"] {
      #expect(found.table(Self.name + suffix)["kind"] == .text("spatial-index"))
    }
    #expect(!found.json["findings"].list.contains { $0["property"].string?.hasPrefix(Self.name) ?? false })
  }
}
