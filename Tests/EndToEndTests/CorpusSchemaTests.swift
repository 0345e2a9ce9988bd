import Testing

/// The schema of stores migrated to their own version, beside what Core Data wrote for that version.
@Suite("Real stores, schema", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusSchemaTests {
  /// Stores that Core Data migrated in place: their tables carry the traces, and the output is as a fresh
  /// one.
  static let inPlace: Set<String> = [
    "CoreDataPlus/SampleModel/SampleModel_V2.sqlite",
    "CoreDataMigration-Example/history-2018/CoreDataMigration_Example_2.sqlite",
    "wire-ios-data-model/zmessaging/store2-88-0.wiredatabase",
    "wire-ios-data-model/zmessaging/store2-100-0.wiredatabase",
  ]

  /// Indexes of a fresh store that the output has not, and those it has instead. The models were edited after
  /// the
  /// store was made, or the framework made an index twice, for the attribute and for its fetch index.
  static let indexes: [String: (gone: Int, added: Int)] = [
    "CoreDataPlus/SampleModel/SampleModelV1@6739d00.sqlite": (1, 1),
    "apple-browsers/Bookmarks-V1-V5/Bookmarks_V2.sqlite": (2, 0),
    "apple-browsers/Bookmarks-V1-V5/Bookmarks_V3.sqlite": (1, 0),
    "apple-browsers/Bookmarks-V1-V5/Bookmarks_V4.sqlite": (1, 0),
    "apple-browsers/Bookmarks-V1-V5/Bookmarks_V5.sqlite": (1, 0),
    "apple-browsers/SyncMetadata-V3/SyncMetadata_V3.sqlite": (2, 0),
    "XCServerCoreData/empty-1.2.0-2.0.0/XCServerCoreData_2.0.0_empty.sqlite": (7, 7),
    "shralptide2/datastore-2013/datastore@cd17a53.sqlite": (1, 0),
    "wire-ios-data-model/zmessaging/store2-40-0.wiredatabase": (9, 0),
    "wire-ios-data-model/zmessaging/store2-46-0.wiredatabase": (1, 0),
    "wire-ios-data-model/zmessaging/store2-53-0.wiredatabase": (13, 0),
    "wire-ios-data-model/zmessaging/store2-76-0.wiredatabase": (1, 0),
  ]

  /// Fresh stores whose `ZMESSAGE` has its `Z_FOK_` columns in the other order; which, follows no known rule.
  static let otherOrder: Set<String> = Set(
    ["3", "21-1", "30-0", "40-0", "46-0", "53-0"].map {
      "wire-ios-data-model/zmessaging/store2-\($0).wiredatabase"
    })

  @Test("The lists above name stores that are there, and leave most with a schema equal to the letter")
  func lists() {
    let all = Set(CorpusStore.matched.map(\.id))
    let unequal = Self.inPlace.union(Self.indexes.keys).union(Self.otherOrder)
    #expect(unequal.subtracting(all) == [])
    #expect(all.subtracting(unequal).count == 33)
  }

  @Test("Tables and indexes have the text that Core Data gave them", arguments: CorpusStore.matched)
  func schema(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    try workshop.bring(store.modelPath, as: "Own.xcdatamodel")
    try workshop.migrate(store.name, "Own.xcdatamodel")
    let source = try store.open(in: workshop).objects()
    let output = try CorpusDatabase(path: workshop.output()).objects()
    #expect(output.allSatisfy { $0.kind == "table" || $0.kind == "index" })
    #expect(Set(output.map(\.name)).count == output.count)
    for table in output.filter({ $0.kind == "table" }).compactMap(\.sql) { #expect(Self.looksFresh(table)) }

    let isInPlace =
      source.filter { $0.kind == "table" }.compactMap(\.sql).contains { !Self.looksFresh($0) }
      || source[0].name.hasPrefix("Z_P")
    #expect(isInPlace == Self.inPlace.contains(store.id))
    guard !isInPlace else { return }
    let tables = { (objects: [CorpusDatabase.Object]) in Set(objects.filter { $0.kind == "table" }) }
    let indexes = { (objects: [CorpusDatabase.Object]) in Set(objects.filter { $0.kind == "index" }) }
    if Self.otherOrder.contains(store.id) {
      #expect(tables(output) != tables(source))
      #expect(Set(tables(output).map(Self.ordered)) == Set(tables(source).map(Self.ordered)))
    } else {
      #expect(tables(output) == tables(source))
    }
    let expected = Self.indexes[store.id] ?? (0, 0)
    #expect(indexes(source).subtracting(indexes(output)).count == expected.gone)
    #expect(indexes(output).subtracting(indexes(source)).count == expected.added)
  }

  @Test("A store migrated in place comes out as a fresh one of its version")
  func inPlaceBecomesFresh() throws {
    let folder = "alemar11__CoreDataPlus/SampleModel"
    let workshop = try Workshop()
    let store = try CorpusStore.named("SampleModel_V2.sqlite", in: folder)
    try store.bring(to: workshop)
    try workshop.bring(store.modelPath, as: "Own.xcdatamodel")
    try workshop.migrate(store.name, "Own.xcdatamodel")
    let fresh = try CorpusStore.named("_SampleModelV2@fbca827.sqlite", in: folder)
    let other = try Workshop()
    try fresh.bring(to: other)
    let expected = try fresh.open(in: other).objects()
    #expect(try Set(CorpusDatabase(path: workshop.output()).objects()) == Set(expected))
  }

  /// As `CREATE TABLE` of a new store, without the traces of ALTER and RENAME.
  private static func looksFresh(_ sql: String) -> Bool {
    if sql.hasPrefix("CREATE TABLE Z_PRIMARYKEY (") || sql.hasPrefix("CREATE TABLE Z_METADATA (")
      || sql.hasPrefix("CREATE TABLE Z_MODELCACHE (")
    {
      return true
    }
    return sql.hasPrefix("CREATE TABLE Z") && !sql.contains(" , ")
      && (sql.hasSuffix(" )") || sql.contains(" CONSTRAINT "))
  }

  /// The statement with its columns sorted.
  private static func ordered(_ object: CorpusDatabase.Object) -> [String] {
    (object.sql ?? "").split(separator: ", ").map(String.init).sorted()
  }
}
