/// What one import is asked to do. Paths are as the user gave them.
public struct ImportRequest: Sendable {
  /// The store's main file.
  public var store: String
  /// `.xcdatamodeld`, `.xcdatamodel`, or its `contents`.
  public var model: String
  /// Version to migrate to; nil for the bundle's current one.
  public var modelVersion: String?
  /// More places to look for the source's version.
  public var sourceModels: [String]
  /// Version to take the store for, without recognising it.
  public var sourceVersion: String?
  /// Where the new store goes; the original stays as it is.
  public var output: String
  /// Consents, in the form of `--allow`.
  public var allowed: [String]
  /// Keep the store's UUID, so that saved object URIs stay good.
  public var keepsUUID: Bool
  /// File for the old-id map (`.csv` or `.jsonl`).
  public var idMap: String?
  /// Where the caller will write the report; checked before anything else, so that it replaces nothing of the user's.
  public var report: String?
  /// Everything but the last step.
  public var isDryRun: Bool

  /// A request without any option.
  public init(store: String, model: String, output: String) {
    self.store = store
    self.model = model
    self.output = output
    modelVersion = nil
    sourceModels = []
    sourceVersion = nil
    allowed = []
    keepsUUID = false
    idMap = nil
    report = nil
    isDryRun = false
  }
}
