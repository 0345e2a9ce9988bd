import CoreDataStore

/// What a store's metadata says. Of the app's own keys only the names: apps keep secrets there (format page 1.2).
package struct InspectedMetadata: Sendable {
  let uuid: String
  /// In file order.
  let keys: [String]
  let frameworkVersion: Int64?
  let hashesVersion: Int64?
  let versionIdentifiers: [String]
  /// By entity, as they stand there.
  let versionHashes: [String: [UInt8]]

  init(_ metadata: StoreMetadata) {
    uuid = metadata.uuid
    keys = (metadata.list.entries ?? []).map(\.key)
    frameworkVersion = metadata.list[StoreMetadata.Key.frameworkVersion]?.integer
    hashesVersion = metadata.list[StoreMetadata.Key.hashesVersion]?.integer
    versionIdentifiers = metadata.identifiers
    versionHashes = metadata.versionHashes
  }

  /// Nil where the metadata names no framework version.
  var era: SchemaEra? { frameworkVersion.map { SchemaEra(frameworkVersion: $0) } }
}
