/// How the version of a store is known, from the surest kind on.
enum RecognitionEvidence: String, Sendable, Hashable {
  /// A model has the hashes of the store's metadata.
  case versionHashes = "version-hashes"
  /// A `VersionInfo.plist` has them for a version, where those worked out from the model are not proven.
  case versionInfo = "version-info"
  /// The model that the store caches has them.
  case cachedModel = "cached-model"
  /// All hashes agree that are worked out by a proven rule, and every table and column is where the version has it.
  case structure = "structure"
  /// `--source-version`.
  case given = "given"
}
