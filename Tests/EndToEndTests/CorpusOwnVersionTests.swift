import Digests
import Foundation
import SQLite
import TestSupport
import Testing

/// Every real store with a known model, migrated to its own version: nothing may change but what is nobody's.
@Suite("Real stores, own version", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusOwnVersionTests {
  static let leastStores = 50

  @Test("There are as many stores as there were")
  func count() {
    #expect(CorpusStore.matched.count >= Self.leastStores)
    #expect(Set(CorpusStore.matched.map(\.id)).count == CorpusStore.matched.count)
  }

  @Test(
    "Rows, cells, links, metadata and schema are the source's",
    arguments: LongTests.some(of: CorpusStore.matched, every: 2))
  func migrate(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    try workshop.bring(store.modelPath, as: "Own.xcdatamodel")
    let done = try workshop.migrate(store.name, "Own.xcdatamodel")
    #expect(done.report.problems == Self.problems[store.id] ?? [])
    #expect(done.status == (Self.problems[store.id] == nil ? 0 : 1))
    let again = try workshop.migrate(store.name, "Own.xcdatamodel", to: "Again.sqlite")
    #expect(done.body == again.body, "two runs report differently")
    #expect(try workshop.scratch.bytes("out/New.sqlite") == workshop.scratch.bytes("out/Again.sqlite"))
    #expect(
      try workshop.scratch.bytes("out/New.sqlite")[18..<20]
        == workshop.scratch.bytes("in/" + store.name)[18..<20],
      "journal mode of the header")

    let model = try CorpusModel(path: store.modelPath)
    let comparison = try CorpusComparison(
      source: store.open(in: workshop), output: CorpusDatabase(path: workshop.output()), model: model)
    let rows = try comparison.rows()
    #expect(rows.differences.prefix(5) == [])
    #expect(rows.cleared == Self.cleared[store.id] ?? [:])
    #expect(rows.dangling == 0)
    let joins = try comparison.joins()
    #expect(joins.differences == [])
    #expect(try comparison.system() == [])
    #expect(joins.renamed == [])

    let counted = done.report.body.entities.filter { $0.read > 0 }
    #expect(Dictionary(uniqueKeysWithValues: counted.map { ($0.source, $0.read) }) == rows.counts)
    #expect(done.report.body.entities.allSatisfy { $0.read == $0.migrated && $0.source == $0.destination })
    #expect(done.report.body.relationships.allSatisfy { $0.read == $0.connected })
  }

  /// What is wrong in sources, each true of the file.
  static let problems: [String: [String]] = Dictionary(
    uniqueKeysWithValues: ["21-1", "30-0", "40-0", "46-0", "53-0"].map {
      // The store names a file of external data, and the repository it comes from lacks it.
      (
        "wire-ios-data-model/zmessaging/store2-\($0).wiredatabase",
        ["error source.external-file-missing User.imageMediumData [1]"]
      )
    })

  /// `ZDECRYPTIONERRORCODE` and the like, filled for all rows of a table by a migration in place though they
  /// belong to one entity.
  static let cleared = ["wire-ios-data-model/zmessaging/store2-100-0.wiredatabase": ["ZMESSAGE": 6]]

  @Test(
    "Digests of attributes are those of the values, record by record",
    arguments: [
      ("objcio__core-data/Moody-1-to-5", "Moody 3.moody"),
      ("alemar11__CoreDataPlus/SampleModel", "SampleModel_V1.sqlite"),
      ("duckduckgo__apple-browsers/Bookmarks-V1-V5", "Bookmarks_V5.sqlite"),
      ("Karim-ezzedine__CartKit/coredata-decimal", "CartStorage_v1.sqlite"),
    ])
  func digests(folder: String, name: String) throws {
    let store = try CorpusStore.named(name, in: folder)
    let workshop = try Workshop()
    try store.bring(to: workshop)
    try workshop.bring(store.modelPath, as: "Own.xcdatamodel")
    let done = try workshop.migrate(store.name, "Own.xcdatamodel")
    let source = try store.open(in: workshop)
    let model = try CorpusModel(path: store.modelPath)
    let numbers = try source.numbers(model)
    let columns = CorpusColumns(model: model, numbers: numbers)
    var expected: Set<String> = []
    for entity in model.entities.values where !entity.isAbstract {
      for (_, attribute) in model.attributes(entity.name) {
        let column = try #require(columns.column(attribute.name, of: entity.name))
        let cells = try source.rows(
          """
          SELECT Z_PK, \(column) FROM Z\(model.root(entity.name).uppercased())
          WHERE Z_ENT = \(numbers[entity.name] ?? 0) ORDER BY Z_PK
          """)
        let records = cells.flatMap { Self.record($0[0].integer ?? 0, $0[1]) }
        let nulls = cells.filter { $0[1] == .null }.count
        expected.insert("\(entity.name) \(attribute.name) \(nulls) sha256:\(sha256(records).hexadecimalText)")
      }
    }
    #expect(expected.count >= 7)
    let found = done.report.body.attributes.map { "\($0.entity) \($0.name) \($0.nulls) \($0.digest)" }
    #expect(Set(found) == expected)
    #expect(found.count == expected.count)
  }

  /// Key, storage class, length, bytes; numbers big-endian.
  private static func record(_ key: Int64, _ value: Value) -> [UInt8] {
    func big(_ number: UInt64) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let (kind, bytes): (UInt8, [UInt8]) =
      switch value {
      case .integer(let integer): (1, big(UInt64(bitPattern: integer)))
      case .real(let real): (2, big(real.bitPattern))
      case .text(let text): (3, text)
      case .blob(let blob): (4, blob)
      case .null: (5, [])
      }
    return big(UInt64(bitPattern: key)) + [kind] + big(UInt64(bytes.count)) + bytes
  }
}
