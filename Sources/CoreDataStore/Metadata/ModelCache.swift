import CoreDataModel
import PropertyLists
import SQLite

/// The row of `Z_MODELCACHE`: a compressed archive of the model the store was last opened with (format page 1.3).
package struct ModelCache: Sendable {
  /// As stored.
  package let content: [UInt8]
  /// The model in it, or why it cannot be read.
  package let reading: Reading

  package enum Reading: Sendable {
    case model(ManagedObjectModel)
    case unreadable(ModelError)
  }

  /// Names of the entities in it; nil when it cannot be read.
  package var entityNames: Set<String>? {
    if case .model(let model) = reading { Set(model.entities.map(\.name)) } else { nil }
  }

  /// Nil when the table is not there or empty.
  package static func read(_ connection: Connection, catalog: SchemaCatalog) throws(DatabaseError)
    -> ModelCache?
  {
    guard catalog.table("Z_MODELCACHE")?.column("Z_CONTENT") != nil,
      let content = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first?.first?.bytes
    else { return nil }
    return ModelCache(content: content)
  }

  /// A row of our own, as the framework of an era would write it.
  ///
  /// - Parameter module: The Swift module of classes that the model names without one, where it is known.
  /// - Throws: `UnprovenModel` with everything for which no real row was found to compare with.
  package init(of model: ManagedObjectModel, era: SchemaEra, module: String?) throws(UnprovenModel) {
    let archive = try ModelCompiler.cached(model, hasFetchIndexes: !era.hasPlainIndexes, module: module)
    guard let content = RawDeflate.deflate(archive) else {
      throw UnprovenModel(constructs: [UnprovenConstruct(reason: "it cannot be compressed")])
    }
    self.init(content: content)
  }

  init(content: [UInt8]) {
    self.content = content
    reading = Self.read(content)
  }

  /// Named after its version identifier, for the cache does not say what its file was called.
  private static func read(_ content: [UInt8]) -> Reading {
    let place = "Z_MODELCACHE"
    let archive: [UInt8]
    do {
      // The largest models take some hundred kilobytes.
      archive = try RawInflate.inflate(content, limit: 64 << 20)
    } catch {
      return .unreadable(.unreadable(path: place, line: nil, reason: "it cannot be unpacked"))
    }
    do {
      return .model(try ArchivedModelReader.read(archive, name: "cached model", path: place).model)
    } catch {
      return .unreadable(error)
    }
  }
}
