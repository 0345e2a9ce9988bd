import CoreDataModel

/// The version a store is of, and how that is known.
struct RecognisedModel {
  let model: ManagedObjectModel
  /// `version-hashes`, or `given` for `--source-version`.
  let recognisedBy: String

  static let byVersionHashes = "version-hashes"
  static let given = "given"
}
