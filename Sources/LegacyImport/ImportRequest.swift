/// What one import is asked to do. Paths are as the user gave them.
public struct ImportRequest: Sendable {
  /// The store's main file.
  public var store: String
  /// The models to migrate to, merged if there are several: `.xcdatamodeld`, `.xcdatamodel`, its `contents`, `.momd`,
  /// `.mom`. Without any the store's own model is the target, the one that it caches.
  public var models: [String]
  /// Version to migrate to; nil for the bundle's current one.
  public var modelVersion: String?
  /// Versions to step through on the way to the target, from old to new; each step is inferred unless a mapping file has it.
  public var via: [String]
  /// More places to look for the source's version.
  public var sourceModels: [String]
  /// Mapping files: what inference cannot know.
  public var mappings: [String]
  /// Version to take the store for, without recognising it.
  public var sourceVersion: String?
  /// An empty store that the app made, of the target's version: it supplies schema, entity numbers, metadata and model cache.
  public var template: String?
  /// Where the new store goes, and the original stays as it is; nil to replace the store where it is, behind a safety
  /// copy.
  public var output: String?
  /// Consents, in the form of `--allow`.
  public var allowed: [String]
  /// File for rows that are left out where a mapping file says so; nil for one beside the result.
  public var rejects: String?
  /// At most so many rows may be left out; nil for any number.
  public var maximumRejects: Int?
  /// A file of consents that `plan` drafted: they count for the very store that it was drafted for.
  public var consents: String?
  /// Keep the store's UUID, so that saved object URIs stay good. In place it is kept anyway.
  public var keepsUUID: Bool
  /// File for the old-id map (`.csv` or `.jsonl`).
  public var idMap: String?
  /// Where the caller will write the report; checked before anything else, so that it replaces nothing of the user's.
  public var report: String?
  /// Everything but the last step.
  public var isDryRun: Bool
  /// In place: seconds to wait for programs that have the store open, and for another run.
  public var wait: Int
  /// In place: how many safety copies stay, besides that of the first import.
  public var copiesToKeep: Int
  /// In place: take files that somebody wrote to since a run lay unfinished for the source, where that run had replaced
  /// nothing yet.
  public var acceptsNewer: Bool

  /// How many safety copies stay where nothing else is said.
  public static let usualCopiesToKeep = 3

  /// A request without any option.
  public init(store: String, model: String? = nil, output: String? = nil) {
    self.store = store
    models = model.map { [$0] } ?? []
    self.output = output
    modelVersion = nil
    via = []
    sourceModels = []
    mappings = []
    sourceVersion = nil
    template = nil
    allowed = []
    rejects = nil
    maximumRejects = nil
    consents = nil
    keepsUUID = false
    idMap = nil
    report = nil
    isDryRun = false
    wait = 0
    copiesToKeep = Self.usualCopiesToKeep
    acceptsNewer = false
  }
}
