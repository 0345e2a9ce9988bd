import Foundation
import TestSupport
import Testing

/// All stores that Core Data wrote, in one command.
@Suite("rehearse: corpus", .enabled(if: CorpusStore.isPresent, "../shared is absent"))
struct RehearseCorpusTests {
  @Test("Each store of the corpus has its row, and keeps its bytes")
  func corpus() throws {
    // Quick ones in the usual run, with logs, in old forms, of SwiftData.
    let initials = "KRjkno"
    let cases = LongTests.areWanted ? "*" : "[\(initials)]*"
    let expected = CorpusStore.all.filter { LongTests.areWanted || initials.contains($0.folder.prefix(1)) }
    try #require(expected.count >= 18)
    let before = try digests(expected)
    let scratch = try Scratch()
    let run = try Program.run(
      ["rehearse", CorpusStore.root + "/\(cases)/*/stores/*", "--json"],
      environment: ["TMPDIR": scratch.path])
    #expect(run.status == 1)
    let report = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    let rows = Dictionary(
      grouping: report["body"]["stores"].list, by: { $0["store"].string ?? "" })
    #expect(rows.count == expected.count && rows.values.allSatisfy { $0.count == 1 })
    for store in expected {
      let row = try #require(rows["\(store.folder)/\(store.store)"]?.first, "\(store.id)")
      let outcome = row["outcome"].string ?? ""
      // One that caches its model is of that version; others are recognised by models beside them or not at all.
      let known =
        ["migrated", "migrated-with-findings", "blocked"] + (store.isCaching ? [] : ["not-recognised"])
      #expect(known.contains(outcome), "\(store.id): \(outcome)")
    }
    #expect(try digests(expected) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  /// Of everything in the folders that hold the stores.
  private func digests(_ stores: [CorpusStore]) throws -> [String: Int] {
    var digests: [String: Int] = [:]
    for folder in Set(stores.map { ($0.store as NSString).deletingLastPathComponent + "|" + $0.folder }) {
      let parts = folder.split(separator: "|").map(String.init)
      let path = "\(CorpusStore.root)/\(parts[1])/\(parts[0])"
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        digests[path + "/" + name] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)).hashValue
      }
    }
    return digests
  }
}
