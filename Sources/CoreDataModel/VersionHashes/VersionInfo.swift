import PropertyLists

/// What a compiled bundle says of its versions in `VersionInfo.plist` (section 9 of the page on the archive).
package struct VersionInfo: Sendable {
  /// Version to entity to hash.
  package private(set) var hashes: [String: [String: [UInt8]]] = [:]
  package let currentVersion: String?

  package init(models: [ManagedObjectModel], currentVersion: String?) {
    for model in models {
      hashes[model.name] = VersionHash.hashes(of: model)
    }
    self.currentVersion = currentVersion
  }

  /// Keys in order, so that the same versions give the same bytes.
  package var bytes: [UInt8] {
    var entries: [PropertyList.Entry] = []
    if let currentVersion {
      entries.append(.init("NSManagedObjectModel_CurrentVersionName", .string(currentVersion)))
    }
    entries.append(
      .init("NSManagedObjectModel_VersionChecksums", list(hashes) { .string(VersionHash.checksum(of: $0)) }))
    entries.append(
      .init("NSManagedObjectModel_VersionHashes", list(hashes) { list($0) { .data($0) } }))
    return BinaryPropertyListWriter.write(.dictionary(entries))
  }

  private func list<Value>(_ values: [String: Value], _ value: (Value) -> PropertyList) -> PropertyList {
    .dictionary(
      values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { PropertyList.Entry($0.key, value($0.value)) })
  }
}
