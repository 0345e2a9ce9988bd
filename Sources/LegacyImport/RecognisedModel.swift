import CoreDataModel

/// The version a store is of, and how that is known.
struct RecognisedModel {
  let model: ManagedObjectModel
  /// `version-hashes`, `cached-model` for the model in the store itself, or `given` for `--source-version`.
  let recognisedBy: String

  static let byVersionHashes = "version-hashes"
  static let byCachedModel = "cached-model"
  static let given = "given"
}
