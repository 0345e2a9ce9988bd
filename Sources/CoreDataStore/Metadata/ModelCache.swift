import CoreDataModel
import PropertyLists
import SQLite

/// The row of `Z_MODELCACHE`: a compressed archive of the model the store was last opened with (format page 1.3).
package struct ModelCache: Sendable {
  /// As stored.
  package let content: [UInt8]
  /// Names of the entities in it; nil when it cannot be read.
  package let entityNames: Set<String>?

  /// Nil when the table is not there or empty.
  package static func read(_ connection: Connection, catalog: SchemaCatalog) throws(DatabaseError)
    -> ModelCache?
  {
    guard catalog.table("Z_MODELCACHE")?.column("Z_CONTENT") != nil,
      let content = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first?.first?.bytes
    else { return nil }
    return ModelCache(content: content)
  }

  init(content: [UInt8]) {
    self.content = content
    entityNames = Self.entityNames(in: content)
  }

  private static func entityNames(in content: [UInt8]) -> Set<String>? {
    guard let archive = try? RawInflate.inflate(content) else { return nil }
    return CachedModelHeader(archive: archive).map { Set($0.entityNames) }
  }
}
