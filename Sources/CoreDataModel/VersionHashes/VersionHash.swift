import Digests

/// The hashes by which Core Data tells whether a store and a model go together
/// (`NSStoreModelVersionHashesVersion` 3).
///
/// Apple does not document the layout; the project's page on version hashes gives it with its evidence, and
/// `unverifiedConstructs` says where that evidence ends. Every sort is by bytes.
package enum VersionHash {
  /// Entity name to 32 bytes, for every entity of the model.
  package static func hashes(of model: ManagedObjectModel) -> [String: [UInt8]] {
    var hasher = EntityHasher(model: model)
    var hashes: [String: [UInt8]] = [:]
    for entity in model.entities {
      hashes[entity.name] = hasher.hash(of: entity)
    }
    return hashes
  }

  /// `NSStoreModelVersionHashesDigest`: base64 of 64 bytes.
  package static func digest(of hashes: [String: [UInt8]]) -> String {
    var digest = MessageDigest(.sha512)
    for (name, hash) in sorted(hashes) {
      digest.update(Array(name.utf8))
      digest.update(hash)
    }
    return digest.finalize().base64Text
  }

  /// `NSStoreModelVersionChecksumKey`: base64 of 32 bytes.
  package static func checksum(of hashes: [String: [UInt8]]) -> String {
    var digest = MessageDigest(.sha256)
    for (_, hash) in sorted(hashes) {
      digest.update(hash)
    }
    return digest.finalize().base64Text
  }

  private static func sorted(_ hashes: [String: [UInt8]]) -> [(key: String, value: [UInt8])] {
    hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
