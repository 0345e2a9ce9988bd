import CoreDataModel
import CoreDataStore
import Foundation
import PropertyLists
import SQLite
import TestSupport
import Testing

/// What a store says of itself, changed at random: it is understood, or refused, and never half of each.
@Suite struct StoreFuzzTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      name: "M",
      entities: [
        .make("Item", [.string("title")], [.toMany("tags", "Tag", inverse: "items")]),
        .make("Book", under: "Item", [.integer("pages")]), .make("Film", under: "Item"),
        .make("Tag", [.string("name")], [.toMany("items", "Item", inverse: "tags")]),
      ])
  }

  private static let statements = [
    "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGES INTEGER, ZTITLE VARCHAR)",
    "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
    "CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_4TAGS))",
  ]

  @Test("Rows of Z_PRIMARYKEY: every number and every name once, or no match")
  func primaryKeys() throws {
    let model = try Self.model()
    let objects = try SchemaCatalog(StoreScratch.database(Self.statements))
    let sound = [("Book", 2, 1), ("Film", 3, 1), ("Item", 1, 0), ("Tag", 4, 0)].map {
      PrimaryKeyRow(number: $0.1, name: $0.0, superentity: $0.2, maximumKey: 9)
    }
    let numbers: [Int64] = [0, 1, 2, 3, 4, 5, -1, 15_999, 16_000, 17_001, .max, .min]
    let names = ["Item", "Book", "Film", "Tag", "", "book", "Old", "a\u{0}b"]
    var random = FuzzRandom(seed: 1)
    var (matched, refused) = (0, 0)
    for turn in 0..<FuzzRandom.turns(1500) {
      var rows = sound
      for _ in 0...random.below(2) {
        let index = random.below(rows.count)
        let row = rows[index]
        switch random.below(6) {
        case 0: rows.remove(at: index)
        case 1: rows.insert(row, at: random.below(rows.count + 1))
        case 2:
          rows.append(
            .init(
              number: random.pick(numbers), name: random.pick(names), superentity: random.pick(numbers),
              maximumKey: 0))
        case 3:
          rows[index] = .init(
            number: random.pick(numbers), name: row.name, superentity: row.superentity, maximumKey: 1)
        case 4:
          rows[index] = .init(
            number: row.number, name: random.pick(names), superentity: row.superentity, maximumKey: 1)
        default:
          rows[index] = .init(
            number: row.number, name: row.name, superentity: random.pick(numbers),
            maximumKey: random.pick(numbers))
        }
        if rows.isEmpty { break }
      }
      do throws(LayoutMismatch) {
        let match = try LayoutMatcher(model: model, catalog: objects, primaryKeys: rows).match()
        matched += 1
        let own = rows.filter { !$0.isFrameworkOwned }
        #expect(Set(match.layout.numbers.keys) == Set(model.entities.map(\.name)), "turn \(turn)")
        #expect(own.map(\.number).sorted() == match.layout.numbers.values.sorted(), "turn \(turn)")
      } catch {
        refused += 1
      }
    }
    #expect(matched > 100 && refused > 1000, "\(matched) \(refused)")
  }

  @Test("One entity listed twice and another not at all is no layout")
  func listedTwice() throws {
    let rows = [("Book", 2, 1), ("Item", 1, 0), ("Tag", 4, 0), ("Tag", 4, 0)].map {
      PrimaryKeyRow(number: $0.1, name: $0.0, superentity: $0.2, maximumKey: 9)
    }
    let objects = try SchemaCatalog(StoreScratch.database(Self.statements))
    #expect(throws: LayoutMismatch.self) {
      try LayoutMatcher(model: Self.model(), catalog: objects, primaryKeys: rows).match()
    }
  }

  @Test("A row without a name does not bear an earlier one", arguments: ["", "Book"])
  func nameless(name: String) throws {
    let rows = [(name, 2, 1), ("Film", 3, 1), ("Item", 1, 0), ("Tag", 4, 0)].map {
      PrimaryKeyRow(number: $0.1, name: $0.0, superentity: $0.2, maximumKey: 9)
    }
    let objects = try SchemaCatalog(StoreScratch.database(Self.statements))
    let match = try? LayoutMatcher(model: Self.model(), catalog: objects, primaryKeys: rows).match()
    #expect((match == nil) == name.isEmpty)
  }

  private static func read(_ cell: Value) throws -> StoreMetadata {
    let connection = try StoreScratch.database([
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"
    ])
    _ = try connection.rows("INSERT INTO Z_METADATA VALUES (1, 'ID', ?)", [cell])
    return try StoreMetadata.read(connection)
  }

  @Test("The metadata's property list: what is read is written back the same")
  func metadata() throws {
    let values: [Any] = [
      0, -1, Int64.max, UInt64.max, 1.5, Double.nan, -0.0, "", String(repeating: "x", count: 10_000), "é",
      "e\u{301}",
      Data(), Data(repeating: 0, count: 31), Data(repeating: 0, count: 33), [Any](), [String: Any](),
      [[Any]()],
      ["a": [String: Any]()], true, Date(timeIntervalSinceReferenceDate: 0.5),
    ]
    let sound: [String: Any] = [
      "NSStoreModelVersionHashes": ["A": Data(repeating: 7, count: 32), "B": Data(repeating: 8, count: 32)],
      "NSStoreModelVersionHashesVersion": 3, "NSStoreModelVersionIdentifiers": ["1"], "NSStoreType": "SQLite",
      "NSPersistenceFrameworkVersion": 1251, "NSStoreModelVersionHashesDigest": "x",
      "_NSAutoVacuumLevel": "2",
    ]
    var random = FuzzRandom(seed: 2)
    var (readable, refused) = (0, 0)
    for turn in 0..<FuzzRandom.turns(600) {
      var list = sound
      for _ in 0...random.below(3) {
        let key = random.pick(sound.keys.sorted() + ["own", "é", "e\u{301}"])
        if random.below(4) == 0 { list[key] = nil } else { list[key] = random.pick(values) }
      }
      let form: PropertyListSerialization.PropertyListFormat = random.below(4) == 0 ? .xml : .binary
      var bytes = try Array(PropertyListSerialization.data(fromPropertyList: list, format: form, options: 0))
      if random.below(2) == 0 { bytes = random.change(bytes) }
      do {
        let metadata = try Self.read(random.below(20) == 0 ? .text(bytes) : .blob(bytes))
        readable += 1
        #expect(metadata.versionHashes.count == metadata.list["NSStoreModelVersionHashes"]?.entries?.count)
        let again = try Self.read(.blob(metadata.plistBytes))
        #expect(again.list == metadata.list, "turn \(turn)")
      } catch is StoreMetadata.Failure {
        refused += 1
      }
    }
    #expect(readable > 100 && refused > 100, "\(readable) \(refused)")
  }

  @Test("A number that is none is equal to itself; strings are equal only unit for unit")
  func equality() {
    #expect(PropertyList.real(.nan) == .real(.nan))
    #expect(PropertyList.real(-0.0) != .real(0.0))
    #expect(PropertyList.string("é") != .string("e\u{301}"))
    #expect(PropertyList.date(.nan) == .date(.nan))
    #expect(PropertyList.array([.integer(1)]) != .array([.integer(1), .integer(1)]))
    #expect(PropertyList.integer(1) != .boolean(true))
  }
}
