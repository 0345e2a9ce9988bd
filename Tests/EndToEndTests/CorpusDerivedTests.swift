import Testing

/// Real stores with derived attributes, by the model that each caches, to their own version.
@Suite("Real stores, derived attributes", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusDerivedTests {
  static let samples = ["SampleModel2V1@4f3a303.sqlite", "SampleModel2_V1.sqlite", "SampleModel2_V2.sqlite"]
    .map {
      CorpusStore(
        folder: "alemar11__CoreDataPlus/SampleModel2-code-model", store: "stores/" + $0, model: "")
    }
  /// Without what Core Data keeps for histories.
  private static func objects(_ database: CorpusDatabase, _ condition: String) throws -> Set<[String?]> {
    Set(
      try database.rows(
        """
        SELECT type, name, sql FROM sqlite_schema
        WHERE tbl_name NOT IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') AND \(condition)
        """
      ).map { $0.map(\.string) })
  }

  @Test("The new store is the old one: schema, triggers, counts", arguments: samples)
  func ownVersion(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    let done = try workshop.migrate(store.name, nil, options: [])
    #expect(done.status == 0)
    #expect(done.report.body.source.recognisedBy == "cached-model")
    #expect(done.report.problems == [])
    #expect(!done.report.has("value.derived-recomputed") && !done.report.has("source.triggers-left-out"))
    let (source, output) = (try store.open(in: workshop), try CorpusDatabase(path: workshop.output()))
    #expect(try Self.objects(source, "true") == Self.objects(output, "true"))
    #expect(try Self.objects(output, "type = 'trigger'").count == 5)
    let books = "SELECT Z_PK, Z_ENT, ZPAGESCOUNT FROM ZBOOK ORDER BY Z_PK"
    #expect(try source.rows(books) == output.rows(books))
    #expect(
      try output.integer(
        "SELECT count(*) FROM ZBOOK b WHERE ZPAGESCOUNT IS NOT (SELECT count(*) FROM ZPAGE WHERE ZBOOK = b.Z_PK)"
      ) == 0)
    let pages = try #require(try output.integer("SELECT count(*) FROM ZPAGE WHERE ZBOOK IS NOT NULL"))
    #expect(pages >= 100)
    #expect(try output.integer("SELECT sum(ZPAGESCOUNT) FROM ZBOOK") == pages)
  }

  @Test("A count that went stale is put right", arguments: samples)
  func stale(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    let changed = try store.open(in: workshop)
    let key = try #require(try changed.integer("SELECT max(Z_PK) FROM ZBOOK WHERE ZPAGESCOUNT > 0"))
    let count = try #require(try changed.integer("SELECT ZPAGESCOUNT FROM ZBOOK WHERE Z_PK = \(key)"))
    try workshop.alter(store.name, "UPDATE ZBOOK SET ZPAGESCOUNT = 77777 WHERE Z_PK = \(key)")
    let done = try workshop.migrate(store.name, nil, options: [])
    #expect(done.status == 0)
    #expect(done.report.findings("value.derived-recomputed").map(\.oldKeys) == [[key]])
    #expect(try workshop.texts("SELECT ZPAGESCOUNT FROM ZBOOK WHERE Z_PK = \(key)") == [String(count)])
  }
}
