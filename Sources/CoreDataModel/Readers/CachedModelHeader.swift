import PropertyLists

/// Enough of an archived model to tell whether it can be read and whose it is; no class is instantiated.
///
/// It decides whether a store's `Z_MODELCACHE` speaks of the same entities as the store's metadata.
package struct CachedModelHeader: Sendable, Hashable {
  /// Sorted by bytes.
  package let entityNames: [String]

  /// - Parameter archive: The archive as it stands in a `.mom`; a `Z_CONTENT` inflated.
  /// - Returns: nil when it is no keyed archive of an `NSManagedObjectModel` whose entities have names.
  package init?(archive bytes: [UInt8]) {
    guard let list = try? PropertyListReader.read(bytes), let archive = KeyedArchive(list),
      archive.className(of: archive.root) == "NSManagedObjectModel"
    else { return nil }
    var names: Set<String> = []
    for object in archive.objects {
      // Only entities have this key (section 4 of the page on the archive).
      guard let reference = object["NSEntityName"] else { continue }
      guard let name = archive.object(reference)?.string, names.insert(name).inserted else { return nil }
    }
    entityNames = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
