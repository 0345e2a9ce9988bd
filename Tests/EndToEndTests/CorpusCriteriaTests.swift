import Foundation
import TestSupport
import Testing

/// What the project promises of every real store: it is written anew in its own version, by every model there is for
/// it, and comes out with the schema that it had.
///
/// One of the long tests: `CorpusOwnVersionTests` migrates each store by one of its models in every run of the tests.
///
/// That `inspect` tells versions and counts of all of them is in `InspectCorpusTests`, that rows and links are the same
/// in `CorpusOwnVersionTests`.
@Suite(
  "Every real store", .enabled(if: CorpusStore.isPresent, "needs ../shared"),
  .enabled(if: LongTests.areWanted, "one of the long tests"))
struct CorpusCriteriaTests {
  /// Stores for which there is no model: their cases hold XML or `elements` of other versions only, and they are older
  /// than model caches.
  static let withoutModel: Set<String> = [
    "RestKit/RKSeed/RKSeed@5f56983.sqlite", "iphone_sqlite_test/CoreDataBooks-2009/CoreDataBooks.sqlite",
  ]

  /// Stores that Core Data migrated in place. The evidence is in the text of their tables: columns that were appended
  /// (`ZTEXT VARCHAR , ZMORE INTEGER`) and names in quotes, as `ALTER TABLE` leaves them.
  static let inPlace: Set<String> = [
    "wire-ios-data-model/zmessaging/store2-88-0.wiredatabase",
    "wire-ios-data-model/zmessaging/store2-100-0.wiredatabase",
    "osxphotos/Photos-reflexive-rtree/Photos-fw1138-Test-12.0.1.sqlite",
    "osxphotos/Photos-reflexive-rtree/Photos-fw1522-Test-26.1.sqlite",
  ]

  /// What is wrong in the files themselves, for a run that ends with findings.
  static let findings: [String: Set<String>] = [
    // External files that the repositories lack.
    "wire-ios-data-model": ["source.external-file-missing"],
    // The libraries were emptied for publication.
    "osxphotos": ["value.required-missing", "source.dangling-join-row"],
  ]

  /// One run, as the program names what it went by: nil for the store's own model.
  private struct Way {
    let name: String
    let model: String?
  }

  private struct Tally {
    var runs: [String: Int] = [:]
    var clean = 0
    var equal = 0
    var ordered = 0
    var migratedInPlace: Set<String> = []
    var modelless: Set<String> = []
  }

  @Test("By every model there is, to its own version, with its own schema", .timeLimit(.minutes(10)))
  func all() throws {
    #expect(CorpusStore.all.count >= 79)
    var tally = Tally()
    for store in CorpusStore.all {
      let ways = try Self.ways(store)
      if ways.isEmpty { tally.modelless.insert(store.id) }
      for way in ways { try Self.run(store, way, &tally) }
    }
    #expect(tally.modelless == Self.withoutModel)
    #expect(tally.migratedInPlace == Self.inPlace)
    let runs = tally.runs.values.reduce(0, +)
    print(
      "Every real store: \(CorpusStore.all.count) stores; runs by \(tally.runs.sorted { $0.key < $1.key }); "
        + "\(tally.clean) of \(runs) without findings; schema equal to the letter in \(tally.equal), in the same order in "
        + "\(tally.ordered); migrated in place: \(tally.migratedInPlace.count) stores; no model: \(tally.modelless.count)"
    )
    #expect(tally.runs["XML", default: 0] >= 50 && tally.runs["cache", default: 0] >= 63)
    #expect(tally.runs["other", default: 0] >= 8)
    #expect(tally.clean >= 110)
    #expect(tally.equal >= 117)
  }

  /// The XML of the index, else whatever of the case has the store's hashes; and the cached model.
  private static func ways(_ store: CorpusStore) throws -> [Way] {
    var ways: [Way] = []
    if !store.model.isEmpty {
      ways.append(Way(name: "XML", model: store.modelPath))
    } else if !store.isCaching {
      let workshop = try Workshop()
      try store.bring(to: workshop)
      for model in store.modelsOfCase {
        let run = try Program.run(["inspect", workshop.input(store.name), "--json", "--model", model])
        #expect(run.status == 0, "\(store) \(model)")
        let json = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
        // Not one that was found in the bundle around it.
        let isFound = json["findings"].list.contains { $0["id"] == .text("source.model-discovered") }
        if json["version"]["recognisedBy"] == .text("version-hashes"), !isFound {
          ways.append(Way(name: "other", model: model))
        }
      }
    }
    if store.isCaching { ways.append(Way(name: "cache", model: nil)) }
    return ways
  }

  private static func run(_ store: CorpusStore, _ way: Way, _ tally: inout Tally) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    let model = way.model.map { "Own." + ($0 as NSString).pathExtension }
    if let path = way.model, let model { try workshop.bring(path, as: model) }
    let done = try workshop.migrate(store.name, model, options: [])
    let ids = Set(done.report.body.findings.filter { $0.severity != "note" }.map(\.id))
    let known = findings[store.folder.components(separatedBy: "/")[0].components(separatedBy: "__")[1]] ?? []
    #expect(
      done.status == (ids.isEmpty ? 0 : 1) && ids.isSubset(of: known), "\(store) by \(way.name): \(ids)")
    guard done.status == 0 || done.status == 1 else { return }
    #expect(
      done.report.body.source.recognisedBy == (model == nil ? "cached-model" : "version-hashes"), "\(store)")
    tally.runs[way.name, default: 0] += 1
    if done.status == 0 { tally.clean += 1 }

    let source = try objects(store.open(in: workshop))
    let output = try objects(CorpusDatabase(path: workshop.output()))
    guard source.allSatisfy(looksFresh) else {
      tally.migratedInPlace.insert(store.id)
      // What is the framework's own comes as it is.
      #expect(output.filter { !$0.name.hasPrefix("A") }.allSatisfy(looksFresh), "\(store)")
      return
    }
    let gone = Set(source).subtracting(output).map(\.name).sorted()
    let added = Set(output).subtracting(source).map(\.name).sorted()
    #expect(gone == [] && added == [], "\(store) by \(way.name)")
    if gone == [], added == [] { tally.equal += 1 }
    if source == output { tally.ordered += 1 }
  }

  /// In the order in which they were created.
  private static func objects(_ database: CorpusDatabase) throws -> [CorpusDatabase.Object] {
    try database.rows(
      "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid"
    ).map {
      CorpusDatabase.Object(kind: $0[0].string ?? "", name: $0[1].string ?? "", sql: $0[2].string)
    }
  }

  /// As Core Data creates it, without the traces of ALTER and RENAME.
  private static func looksFresh(_ object: CorpusDatabase.Object) -> Bool {
    guard object.kind == "table", let sql = object.sql, !object.name.hasPrefix("Z_RT_") else { return true }
    return ["CREATE TABLE Z", "CREATE TABLE A"].contains(where: sql.hasPrefix) && !sql.contains(" , ")
  }

  @Test("A link that stands twice in a join table without a key stays so")
  func linkTwice() throws {
    let store = try #require(CorpusStore.all.first { $0.name == "docSet.dsidx" })
    let workshop = try Workshop()
    try store.bring(to: workshop)
    let model = try #require(store.modelsOfCase.first)
    try workshop.bring(model, as: "Own.mom")
    let link = "INSERT INTO Z_1NODES SELECT min(a.Z_PK), min(n.Z_PK) FROM ZAPILANGUAGE a, ZNODE n"
    try workshop.alter(store.name, "\(link); \(link)")
    let done = try workshop.migrate(store.name, "Own.mom")
    #expect(done.status == 0 && done.report.problems == [])
    let rows = try workshop.rows("SELECT * FROM Z_1NODES")
    #expect(rows.count == 2 && rows[0] == rows[1])
    #expect(done.report.body.relationships.allSatisfy { $0.read == $0.connected })
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
}
