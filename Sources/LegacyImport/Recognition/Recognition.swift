import CoreDataModel
import CoreDataStore

/// What is known of a store's version, with the evidence.
struct Recognition {
  enum Answer {
    /// A version, or the first of several that have the same hashes and so lay out a store alike.
    case known(RecognisedModel, equals: [GivenVersion])
    /// More than one fits, and none for certain.
    case ambiguous([RecognitionCandidate])
    /// It has what the newest model has, and more.
    case newer(NewerEvidence)
    case unknown
  }

  /// Why a store is taken for newer than every model.
  enum NewerEvidence: Hashable {
    /// The version identifiers of the store come after those of every model.
    case identifier(store: String, model: String)
    /// A `VersionInfo.plist` lists its version, which comes after every version that can be read.
    case listed(String, after: String)
    /// Its tables have everything the newest model has, and besides it these.
    case structure(model: String, extra: [String])
  }

  /// What the store's own copy of its model says.
  enum CachedModel {
    /// It has the hashes of the metadata.
    case agrees(ManagedObjectModel)
    /// `entities`: those whose hashes are others, or that only one side has; sorted.
    case differs(ManagedObjectModel, entities: [String])
    case unreadable(ModelError)
    /// There is none.
    case none
  }

  let answer: Answer
  let cached: CachedModel
  /// Every version that was asked, nearest first: those that were named, else those that were found.
  let candidates: [RecognitionCandidate]
  /// Name of the version that a `VersionInfo.plist` gives these hashes to and whose model cannot be read.
  let listedName: String?
  /// Whether the version came from a model that nobody named.
  let isDiscovered: Bool

  var nearest: RecognitionCandidate? { candidates.first.flatMap { $0.isNear ? $0 : nil } }
}
