import CoreDataModel
import Digests
import PropertyLists
import SQLite

/// The row of `Z_METADATA` (format page 1.2). Keys of the app's own are kept as they are and never shown.
package struct StoreMetadata: Sendable {
  package enum Failure: Error, Sendable, Hashable {
    /// No row, or one without its property list.
    case missing
    case unreadable(PropertyListError)
    /// No `NSStoreModelVersionHashes`, or not of the form we know.
    case noHashes
  }

  package enum Key {
    package static let hashes = "NSStoreModelVersionHashes"
    package static let digest = "NSStoreModelVersionHashesDigest"
    package static let checksum = "NSStoreModelVersionChecksumKey"
    package static let hashesVersion = "NSStoreModelVersionHashesVersion"
    package static let identifiers = "NSStoreModelVersionIdentifiers"
    package static let frameworkVersion = "NSPersistenceFrameworkVersion"
    /// Hashes of the framework's own models: persistent history and CloudKit mirroring.
    package static let ancillaryHashes = "_NSStoreAncillaryModelVersionHashesMetadataKey"
    /// In `ancillaryHashes`: the model of persistent history.
    static let history = "NSPersistentHistoryTrackingKey"
  }

  /// `Z_VERSION`, 1 in every store seen.
  package let version: Int64
  /// `Z_UUID`: the authority of this store's object URIs.
  package let uuid: String
  package let list: PropertyList
  /// Entity name to 32 bytes.
  package let versionHashes: [String: [UInt8]]

  package static func read(_ connection: Connection, schema: String = "main") throws -> StoreMetadata {
    let rows = try connection.rows(
      "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM \(Identifier.quoted(schema)).Z_METADATA ORDER BY Z_VERSION LIMIT 1"
    )
    guard let row = rows.first, let bytes = row[2].bytes, !bytes.isEmpty else { throw Failure.missing }
    let list: PropertyList
    do {
      list = try PropertyListReader.read(bytes)
    } catch {
      throw Failure.unreadable(error)
    }
    return try StoreMetadata(version: row[0].integer ?? 1, uuid: row[1].string ?? "", list: list)
  }

  init(version: Int64, uuid: String, list: PropertyList) throws(Failure) {
    self.version = version
    self.uuid = uuid
    self.list = list
    guard let entries = list[Key.hashes]?.entries else { throw .noHashes }
    var hashes: [String: [UInt8]] = [:]
    for entry in entries {
      guard let hash = entry.value.data else { throw .noHashes }
      hashes[entry.key] = hash
    }
    versionHashes = hashes
  }

  /// `NSPersistenceFrameworkVersion`; 0 when the store does not say.
  package var frameworkVersion: Int64 { list[Key.frameworkVersion]?.integer ?? 0 }

  package var identifiers: [String] {
    list[Key.identifiers]?.elements?.compactMap(\.string) ?? []
  }

  /// The metadata of a store of another version: new hashes, digest and checksum where this store has them, new
  /// identifiers, and everything else as it is. The hashes of the framework's own models stay or go with their tables.
  package func migrated(
    to model: ManagedObjectModel, versionHashes hashes: [String: [UInt8]], uuid: String,
    leaving groups: Set<FrameworkGroup>
  ) throws(Failure) -> StoreMetadata {
    let sorted = hashes.sorted { byName($0.key, $1.key) }
    var entries: [PropertyList.Entry] = []
    for entry in list.entries ?? [] {
      switch entry.key {
      case Key.hashes:
        entries.append(.init(entry.key, .dictionary(sorted.map { .init($0.key, .data($0.value)) })))
      case Key.digest: entries.append(.init(entry.key, .string(VersionHash.digest(of: hashes))))
      case Key.checksum: entries.append(.init(entry.key, .string(VersionHash.checksum(of: hashes))))
      case Key.identifiers where hashes != versionHashes:
        entries.append(.init(entry.key, .array(model.versionIdentifiers.map { .string($0) })))
      case Key.ancillaryHashes:
        if let kept = Self.ancillaryHashes(entry.value, leaving: groups) {
          entries.append(.init(entry.key, kept))
        }
      default: entries.append(entry)
      }
    }
    return try StoreMetadata(version: version, uuid: uuid, list: .dictionary(entries))
  }

  /// Without the hashes of models whose tables are left behind (format page 1.2). Only history's was seen; the other
  /// model that has tables here is CloudKit's.
  ///
  /// - Returns: nil where nothing is left.
  package static func ancillaryHashes(_ value: PropertyList, leaving groups: Set<FrameworkGroup>)
    -> PropertyList?
  {
    guard !groups.isEmpty else { return value }
    let kept = (value.entries ?? []).filter { !groups.contains($0.key == Key.history ? .history : .cloudKit) }
    return kept.isEmpty ? nil : .dictionary(kept)
  }

  /// The metadata of an empty store that the app made, with what the app keeps in this one: keys of the framework's own
  /// are the template's, all others are this store's where it has them.
  package func filled(into template: StoreMetadata, uuid: String) throws(Failure) -> StoreMetadata {
    let own = (list.entries ?? []).filter { !Self.isFrameworkOwned($0.key) }
    let names = Set(own.map(\.key))
    let entries = (template.list.entries ?? []).filter { !names.contains($0.key) } + own
    return try StoreMetadata(version: template.version, uuid: uuid, list: .dictionary(entries))
  }

  /// Keys that Core Data, its mirroring to iCloud and its history write (format page 1.2).
  package static func isFrameworkOwned(_ key: String) -> Bool {
    ["NSStore", "NSPersisten", "NSCloudKit", "_NS", "com.apple.coredata."].contains { key.hasPrefix($0) }
  }

  package var plistBytes: [UInt8] { BinaryPropertyListWriter.write(list) }
}
