import CoreDataModel
import CoreDataStore
import Diagnostics

/// Tells of which version a store is, by version hashes alone: nothing is recognised by names or by looks.
struct VersionRecogniser {
  /// The version that has most entities in common with a store.
  struct Nearest: Sendable, Hashable {
    let name: String
    /// Entities with the store's hash.
    let equal: Int
    /// Entities that differ, or that only one side has; sorted.
    let differing: [String]
  }

  /// What the store's own copy of its model says.
  enum CachedModel {
    /// It has the hashes of the metadata.
    case agrees(ManagedObjectModel)
    case differs(ManagedObjectModel)
    case unreadable(ModelError)
    /// There is none.
    case none
  }

  /// Of the store's metadata.
  let stored: [String: [UInt8]]
  let models: GivenModels
  let cache: ModelCache?

  init(metadata: StoreMetadata, models: GivenModels, cache: ModelCache?) {
    stored = metadata.versionHashes
    self.models = models
    self.cache = cache
  }

  /// The versions given that have the store's hashes, in the order of their names.
  func matching() -> [ManagedObjectModel] { matching(among: models.candidates(for: stored)) }

  /// The same, each version by itself, even where several bundles stand for one merged model.
  func matchingSingly() -> [ManagedObjectModel] { matching(among: models.versions) }

  private func matching(among candidates: [ManagedObjectModel]) -> [ManagedObjectModel] {
    candidates.filter { VersionHash.hashes(of: $0) == stored }
      .sorted { VersionOrder.precedes($0.name, $1.name) }
  }

  /// The store's own copy of its model says as much as a file with the same hashes would.
  func cachedModel() -> CachedModel {
    switch cache?.reading {
    case .model(let own)?: VersionHash.hashes(of: own) == stored ? .agrees(own) : .differs(own)
    case .unreadable(let error)?: .unreadable(error)
    case nil: .none
    }
  }

  /// Nil where no version given has an entity of the store's.
  func nearest() -> Nearest? {
    var best: Nearest?
    for model in models.versions {
      let comparison = comparison(with: model)
      if comparison.equal > best?.equal ?? 0 { best = comparison }
    }
    return best
  }

  func comparison(with model: ManagedObjectModel) -> Nearest {
    let hashes = VersionHash.hashes(of: model)
    let names = Set(stored.keys).union(hashes.keys)
    let equal = names.filter { stored[$0] == hashes[$0] }
    return Nearest(
      name: model.name, equal: equal.count, differing: names.subtracting(equal).sorted { byBytes($0, $1) })
  }

  private func byBytes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Names of the versions that the store may as well be of.
  static func alike(_ matching: [ManagedObjectModel], to found: ManagedObjectModel) -> [String] {
    Set(matching.map(\.name)).subtracting([found.name]).sorted(by: VersionOrder.precedes)
  }

  /// Nil where there is no other.
  static func note(alike: [String], to found: ManagedObjectModel) -> Diagnostic? {
    guard !alike.isEmpty else { return nil }
    return Diagnostic(
      .versionsAlike, .note, count: Int64(alike.count),
      summary:
        "The store may as well be of \(alike.joined(separator: ", ")): these versions have the same hashes, and "
        + "lay out a store alike. It was read as \(found.name).")
  }

  /// Says which version comes nearest, and where it differs.
  func unknownVersion() -> Diagnostic {
    let nearest =
      nearest().map { best in
        " The nearest is \(best.name), with \(best.equal) entities alike; different or only on one side: "
          + "\(best.differing.prefix(10).joined(separator: ", "))\(best.differing.count > 10 ? ", …" : "")."
      } ?? " None of their entities is the store's."
    return Diagnostic(
      .versionUnknown, .error, count: Int64(models.versions.count),
      summary: "The store is of none of the model versions given.\(nearest)",
      recovery: [
        "Give the model bundle that holds the version the app had when it wrote this store, with --source-model.",
        "If you know the version, name it with --source-version.",
      ])
  }

  /// Why the store's own model does not serve in place of one given; nil where it does.
  func noOwnModel() -> Diagnostic? {
    let reason: String
    switch cachedModel() {
    case .agrees: return nil
    case .differs: reason = "the model that it caches is of another version than its metadata says"
    case .unreadable(let error):
      reason = "the model that it caches cannot be read (\(error.diagnostic.summary))"
    case .none: reason = "it caches none, as stores written before 2012 and by other tools do not"
    }
    return Diagnostic(
      .modelNoneForStore, .error,
      summary: "No model was given, and the store's own cannot be used: \(reason).",
      recovery: ["Give the model with --model."])
  }
}

extension DiagnosticID {
  static let modelNoneForStore = DiagnosticID("model.none-for-store")
  static let versionUnknown = DiagnosticID("model.version-unknown")
  static let versionsAlike = DiagnosticID("source.versions-alike")
}
