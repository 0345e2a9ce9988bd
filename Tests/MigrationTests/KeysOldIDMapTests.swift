import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import SQLite
import Testing

/// What becomes of keys, read from the rows of small stores.
@Suite("Old keys and new")
struct KeysOldIDMapTests {
  /// Entity → keys of its rows. A root's counter may be past them.
  private func map(
    _ source: [EntityDescription], _ destination: [EntityDescription], rows: [String: [Int64]],
    counters: [String: Int64] = [:], strays: [String] = []
  ) throws -> OldIDMap {
    let old = try ManagedObjectModel(name: "1", entities: source)
    let new = try ManagedObjectModel(name: "2", entities: destination)
    let fresh = FreshLayout.layout(of: old)
    let connection = try Connection(path: ":memory:", mode: .create)
    for statement in StoreSchema(layout: fresh, era: SchemaEra(frameworkVersion: 1000)).tables {
      try connection.execute(statement)
    }
    for (entity, keys) in rows {
      let table = try #require(fresh.table(of: entity)).name
      for key in keys {
        try connection.execute(
          "INSERT INTO \(table) (Z_PK, Z_ENT, Z_OPT) VALUES (\(key), \(fresh.number(of: entity) ?? 0), 1)")
      }
    }
    for stray in strays { try connection.execute(stray) }
    let primaryKeys = fresh.numbers.map { name, number in
      PrimaryKeyRow(
        number: number, name: name,
        superentity: old.entity(name)?.superentity.flatMap { fresh.number(of: $0) } ?? 0,
        maximumKey: counters[name] ?? 0)
    }
    let match = try LayoutMatcher(
      model: old, catalog: SchemaCatalog(connection), primaryKeys: primaryKeys
    ).match()
    return try MigrationContext(
      plan: MappingInference.plan(from: old, to: new), source: match, sourcePrimaryKeys: primaryKeys,
      destination: FreshLayout.layout(of: new), connection: connection
    ).keys
  }

  private func new(_ map: OldIDMap, _ entity: String, _ keys: [Int64]) -> [Int64?] {
    keys.map { key in map.entry(ofSource: entity).flatMap { $0.newKey(key) } }
  }

  private static let apart: [EntityDescription] = [.init(name: "Bird"), .init(name: "Fish")]
  private static let together: [EntityDescription] =
    ["Bird", "Fish"].map { name in
      var entity = EntityDescription(name: name)
      entity.superentity = "Animal"
      return entity
    } + [.init(name: "Animal")]

  @Test("A table that feeds one table keeps its keys, whatever they are")
  func kept() throws {
    let keys: [Int64] = [-4, 0, 1, 9, 1 << 62]
    let map = try map(Self.apart, Self.apart, rows: ["Bird": keys])
    #expect(map.entry(ofSource: "Bird")?.assignment == .kept)
    #expect(new(map, "Bird", keys) == keys)
    #expect(new(map, "Bird", [2, -1, .max]) == [nil, nil, nil])
    #expect(new(map, "Fish", [1]) == [nil])
  }

  @Test("One table that becomes two keeps its keys in both")
  func split() throws {
    let map = try map(Self.together, Self.apart, rows: ["Bird": [1, 3], "Fish": [2, 7]])
    #expect(new(map, "Bird", [1, 2, 3]) == [1, nil, 3])
    #expect(new(map, "Fish", [1, 2, 7]) == [nil, 2, 7])
  }

  @Test("Tables that become one are set one behind the other, past the counter of the first")
  func shifted() throws {
    let map = try map(
      Self.apart, Self.together, rows: ["Bird": [2, 5], "Fish": [1, 5]], counters: ["Bird": 20, "Fish": 5])
    #expect(map.entry(ofSource: "Bird")?.assignment == .kept)
    #expect(map.entry(ofSource: "Fish")?.assignment == .shifted(by: 20))
    #expect(new(map, "Bird", [2, 5]) == [2, 5])
    #expect(new(map, "Fish", [1, 5]) == [21, 25])
  }

  @Test("Over several steps, and back: kept, shifted, ranked")
  func walked() throws {
    let rows: [String: [Int64]] = ["Bird": [2, 5], "Fish": [1, 5]]
    for fish in [[1, 5], [-3, 1 << 60]] as [[Int64]] {
      let first = try map(
        Self.apart, Self.together, rows: ["Bird": [2, 5], "Fish": fish], counters: ["Bird": 20])
      let there = KeyWalk([first])
      let reached = ["Bird": [2, 5], "Fish": fish].mapValues { $0 }
      var second: [String: [Int64]] = [:]
      for (entity, keys) in reached {
        second[entity] = keys.compactMap { there.place(of: $0, in: entity)?.key }.sorted()
      }
      let walk = KeyWalk([first, try map(Self.together, Self.apart, rows: second)])
      #expect(!walk.keepsKeys)
      for (entity, keys) in reached {
        for key in keys {
          let place = try #require(walk.place(of: key, in: entity))
          #expect(place.entity == entity)
          #expect(walk.original(of: place.key, in: entity) == key)
        }
      }
      #expect(walk.place(of: 77, in: "Bird") == nil && walk.original(of: 999, in: "Fish") == nil)
    }
    #expect(KeyWalk([try map(Self.apart, Self.apart, rows: rows)]).keepsKeys)
  }

  @Test("The table that is the new one's forerunner keeps its keys")
  func forerunner() throws {
    var bird = EntityDescription(name: "Bird")
    bird.superentity = "Fish"
    let map = try map(
      Self.apart, [.init(name: "Fish"), bird], rows: ["Bird": [1, 2], "Fish": [3, 8]])
    #expect(new(map, "Fish", [3, 8]) == [3, 8])
    #expect(new(map, "Bird", [1, 2]) == [9, 10])
  }

  @Test(
    "Keys too large to shift, or not positive, are ranked",
    arguments: [[1, 1 << 53], [(1 << 62) - 1, 1 << 62], [-3, 5], [0, 9]] as [[Int64]])
  func ranked(keys: [Int64]) throws {
    let map = try map(Self.apart, Self.together, rows: ["Bird": keys, "Fish": [4, 6]])
    #expect(new(map, "Bird", keys) == [1, 2])
    #expect(new(map, "Fish", [4, 6]) == [3, 4])
    #expect(new(map, "Bird", [keys[0] - 1]) == [nil])
  }

  @Test("Ranks count the rows that go the same way, of all entities of the table")
  func rankedFamily() throws {
    var owl = EntityDescription(name: "Owl")
    owl.superentity = "Bird"
    var lost = EntityDescription(name: "Roc")
    lost.superentity = "Bird"
    let map = try map(
      Self.apart + [owl, lost], Self.together + [owl],
      rows: ["Bird": [-9, 3], "Owl": [0, 4], "Roc": [-1, 2], "Fish": [1 << 60]])
    #expect(new(map, "Bird", [-9, 3]) == [1, 3])
    #expect(new(map, "Owl", [0, 4]) == [2, 4])
    #expect(new(map, "Roc", [-1, 2]) == [nil, nil])
    let others = new(map, "Fish", [1 << 60]).compactMap(\.self)
    #expect(others.count == 1 && others[0] > 4)
  }

  @Test("An empty table takes no room")
  func emptyTable() throws {
    let map = try map(Self.apart, Self.together, rows: ["Fish": [1, 2]])
    #expect(new(map, "Fish", [1, 2]) == [1, 2])
  }

  @Test("A row that bears the number of another table's entity is nobody's")
  func strays() throws {
    let map = try map(
      Self.apart, Self.apart, rows: ["Bird": Array(1...3000), "Fish": [5]],
      strays: [
        "INSERT INTO ZBIRD (Z_PK, Z_ENT, Z_OPT) VALUES (4000, 2, 1)",
        "INSERT INTO ZFISH (Z_PK, Z_ENT, Z_OPT) VALUES (1000000, 1, 1), (-7, NULL, 1), (9, 77, 1)",
      ])
    #expect(new(map, "Bird", [1, 3000, 4000, 1_000_000]) == [1, 3000, nil, nil])
    #expect(new(map, "Fish", [5, 4000, 1_000_000, 9]) == [5, nil, nil, nil])
    #expect(map.entry(ofSource: "Fish")?.keys.count == 1)
  }
}
