import CoreDataModel
import CoreDataStore
import Foundation
import SQLite
import Testing

@Suite("Metadata of a store")
struct StoreMetadataTests {
  private static let table =
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"

  private func read(_ list: [String: Any]?) throws -> StoreMetadata {
    let connection = try StoreScratch.database([Self.table])
    let row = try connection.prepare("INSERT INTO Z_METADATA VALUES (1, 'ID', ?)")
    let bytes = try list.map {
      [UInt8](try PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0))
    }
    try row.bind(bytes.map { .blob($0) } ?? .null, at: 1)
    try row.run()
    return try StoreMetadata.read(connection)
  }

  @Test("No row, no list, a broken list and a list without hashes are told apart")
  func failures() throws {
    let empty = try StoreScratch.database([Self.table])
    #expect(throws: StoreMetadata.Failure.missing) { _ = try StoreMetadata.read(empty) }
    #expect(throws: StoreMetadata.Failure.missing) { _ = try read(nil) }
    #expect(throws: StoreMetadata.Failure.noHashes) { _ = try read(["NSStoreType": "SQLite"]) }
    #expect(throws: StoreMetadata.Failure.noHashes) {
      _ = try read(["NSStoreModelVersionHashes": ["A": "text"]])
    }
    let broken = try StoreScratch.database([
      Self.table, "INSERT INTO Z_METADATA VALUES (1, 'ID', x'62706c697374')",
    ])
    do {
      _ = try StoreMetadata.read(broken)
      Issue.record("a broken list was read")
    } catch StoreMetadata.Failure.unreadable {}
  }

  @Test("A new version takes hashes, digest, checksum and identifiers, and leaves the app's keys as they are")
  func migrated() throws {
    let old = Data(repeating: 1, count: 32)
    let metadata = try read([
      "NSStoreModelVersionHashes": ["Old": old], "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionHashesDigest": "old", "NSStoreModelVersionIdentifiers": ["1"],
      "NSPersistenceFrameworkVersion": 1251, "_NSAutoVacuumLevel": "2", "app.key": ["x": [1, 2.5, true]],
      "_NSStoreAncillaryModelVersionHashesMetadataKey": ["h": [:] as [String: Any]],
    ])
    #expect(metadata.uuid == "ID")
    #expect(metadata.frameworkVersion == 1251)
    #expect(metadata.identifiers == ["1"])
    let model = try ManagedObjectModel(
      name: "M", versionIdentifiers: ["2"], entities: [.make("a"), .make("B")])
    let hashes = ["a": [UInt8](repeating: 2, count: 32), "B": [UInt8](repeating: 3, count: 32)]
    let new = try metadata.migrated(
      to: model, versionHashes: hashes, uuid: "NEW", leaving: Set(FrameworkGroup.allCases))
    #expect(new.uuid == "NEW")
    let list =
      try PropertyListSerialization.propertyList(from: Data(new.plistBytes), format: nil) as? NSDictionary
    let expected: NSDictionary = [
      "NSStoreModelVersionHashes": ["a": Data(repeating: 2, count: 32), "B": Data(repeating: 3, count: 32)],
      "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes),
      "NSStoreModelVersionIdentifiers": ["2"], "NSPersistenceFrameworkVersion": 1251,
      "_NSAutoVacuumLevel": "2",
      "app.key": ["x": [1, 2.5, true]],
    ]
    #expect(list == expected)
  }

  @Test("Hashes of the framework's own models stay with their tables")
  func ancillary() throws {
    let key = "_NSStoreAncillaryModelVersionHashesMetadataKey"
    let hash = Data(repeating: 7, count: 32)
    let metadata = try read([
      "NSStoreModelVersionHashes": ["A": hash],
      key: ["NSPersistentHistoryTrackingKey": ["CHANGE": hash], "other": ["NSCKEvent": hash]],
    ])
    let model = try ManagedObjectModel(name: "M", entities: [.make("A")])
    for (left, names) in [
      ([], ["NSPersistentHistoryTrackingKey", "other"]), ([.history], ["other"]),
      ([.cloudKit], ["NSPersistentHistoryTrackingKey"]), ([.history, .cloudKit], nil),
    ] as [(Set<FrameworkGroup>, [String]?)] {
      let new = try metadata.migrated(
        to: model, versionHashes: metadata.versionHashes, uuid: "NEW", leaving: left)
      #expect(new.list[key]?.entries?.map(\.key).sorted() == names)
    }
  }

  /// The one store whose main file came without its row or list is not in the corpus.
  @Test(
    "Every real store's list survives a migration to its own version",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"),
    arguments: CorpusStore.all)
  func corpus(store: CorpusStore) throws {
    let scratch = try StoreScratch()
    let connection = try store.open(scratch)
    let metadata = try StoreMetadata.read(connection)
    let stored = try #require(try connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].bytes)
    let before = try PropertyListSerialization.propertyList(from: Data(stored), format: nil) as? [String: Any]
    let model = try ManagedObjectModel(name: "M", entities: [.make("A")])
    let same = try metadata.migrated(
      to: model, versionHashes: metadata.versionHashes, uuid: metadata.uuid, leaving: [])
    let after =
      try PropertyListSerialization.propertyList(from: Data(same.plistBytes), format: nil) as? NSDictionary
    // Digest and checksum among them: computed again, they are Core Data's.
    #expect(after == NSDictionary(dictionary: try #require(before)))
    #expect(metadata.versionHashes.values.allSatisfy { $0.count == 32 })
    #expect(!metadata.versionHashes.isEmpty)
  }

  @Test(
    "A cached model tells its entities", .enabled(if: CorpusStore.isPresent, "needs ../shared"),
    arguments: CorpusStore.all)
  func cache(store: CorpusStore) throws {
    let scratch = try StoreScratch()
    let connection = try store.open(scratch)
    let metadata = try StoreMetadata.read(connection)
    let cache = try ModelCache.read(connection, catalog: SchemaCatalog(connection))
    #expect((cache != nil) == SchemaEra(frameworkVersion: metadata.frameworkVersion).hasModelCache)
    if let cache { #expect(cache.entityNames == Set(metadata.versionHashes.keys)) }
  }
}
