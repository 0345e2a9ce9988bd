import CoreDataModel
import CoreDataStore
import Diagnostics

/// What `Z_MODELCACHE` of the new store holds: the source's row where it says the same, else one of our own, else nothing.
struct DestinationModelCache {
  /// So many things that are not proven are named.
  private static let maximumNamed = 3

  /// Nil for an empty table, and where the store's framework has none.
  let cache: ModelCache?
  /// Why it is empty; nil where it is not, and where there is no table.
  let note: Diagnostic?

  /// - Parameters:
  ///   - hashes: Of the target.
  ///   - isSameVersion: Whether the store keeps the version it has.
  init(
    opened: OpenedStore, source: ManagedObjectModel, target: ManagedObjectModel, hashes: [String: [UInt8]],
    isSameVersion: Bool
  ) {
    let era = SchemaEra(frameworkVersion: opened.metadata.frameworkVersion)
    if isSameVersion, let own = opened.modelCache, Self.isKept(own, hashes) {
      (cache, note) = (own, nil)
    } else if !era.hasModelCache {
      (cache, note) = (nil, nil)
    } else if target.name.contains(ManagedObjectModel.mergedNameSeparator) {
      // The one cache of a merged model that was found lists indexes as no other does.
      (cache, note) = (nil, Self.note("several models are merged in it"))
    } else {
      do throws(UnprovenModel) {
        let module = Self.module(in: opened.modelCache, of: [source, target])
        (cache, note) = (try ModelCache(of: target, era: era, module: module), nil)
      } catch {
        let named = error.constructs.prefix(Self.maximumNamed).map(\.text).joined(separator: "; ")
        let others = error.constructs.count - Self.maximumNamed
        (cache, note) = (
          nil,
          Self.note(
            "no cache of another store with this was found to compare with: \(named)"
              + (others > 0 ? "; and \(others) more" : ""))
        )
      }
    }
  }

  /// A cache may stay where no hash changes and it has the same ones; else Core Data might look up a model
  /// that disagrees with the data (format page 7.2).
  private static func isKept(_ cache: ModelCache, _ hashes: [String: [UInt8]]) -> Bool {
    guard case .model(let model) = cache.reading else { return false }
    return VersionHash.hashes(of: model) == hashes
  }

  /// The Swift module of the app's classes. A model says `.Book`, a cache `App.Book`: which module it is, the store's own
  /// cache tells, for entities that a given model and the cache both have, and only if all of them say the same.
  ///
  /// - Returns: nil where nothing tells. The cache then names no class at all, as half of those that Core Data wrote: a
  ///   class that is not named is no lie, one in a wrong module would be.
  private static func module(in cache: ModelCache?, of models: [ManagedObjectModel]) -> String? {
    guard case .model(let cached)? = cache?.reading else { return nil }
    var modules: Set<String> = []
    for entity in models.flatMap(\.entities) {
      guard let name = entity.managedObjectClassName, name.hasPrefix("."),
        let known = cached.entity(entity.name)?.managedObjectClassName, known.hasSuffix(name),
        known.utf8.count > name.utf8.count
      else { continue }
      modules.insert(String(known.dropLast(name.count)))
    }
    guard let only = modules.first, modules.count == 1, !only.contains(".") else { return nil }
    return only
  }

  private static func note(_ reason: String) -> Diagnostic {
    Diagnostic(
      .modelCacheEmpty, .note,
      summary:
        "The new store carries no copy of its model (Z_MODELCACHE is empty): \(reason). The app does not "
        + "need one to open it.")
  }
}

extension DiagnosticID {
  static let modelCacheEmpty = DiagnosticID("destination.model-cache-empty")
}
