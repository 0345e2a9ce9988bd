import CoreDataModel

/// The version a store is of, and how that is known.
struct RecognisedModel {
  let version: GivenVersion
  let recognisedBy: RecognitionEvidence
  /// The version's name, as far as it is known: a cached model does not say what its file was called.
  let name: String

  init(_ version: GivenVersion, recognisedBy: RecognitionEvidence, name: String? = nil) {
    self.version = version
    self.recognisedBy = recognisedBy
    self.name = name ?? version.name
  }

  var model: ManagedObjectModel { version.model }
}
