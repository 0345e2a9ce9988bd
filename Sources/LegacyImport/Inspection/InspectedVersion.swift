import CoreDataModel
import Diagnostics

/// Of which version of its model a store is, and how that is known.
package struct InspectedVersion: Sendable {
  /// What the model that the store caches has to say.
  enum Cached: String, Sendable {
    /// It has the hashes of the metadata.
    case agrees
    /// Its hashes are others.
    case differs
    case unreadable
    case none
  }

  enum Answer: String, Sendable {
    case version
    /// Several with the same hashes.
    case equals
    case ambiguous
    case newer
    case none
  }

  let answer: Answer
  /// Nil if nothing has the store's hashes.
  let name: String?
  let model: ManagedObjectModel?
  let recognisedBy: RecognitionEvidence?
  /// Names of other versions with the same hashes, in their order.
  let alike: [String]
  /// Versions, nearest first; nothing if one that was named or found is it.
  let candidates: [RecognitionCandidate]
  /// The first of these that anything speaks for.
  let nearest: RecognitionCandidate?
  let cached: Cached
  let findings: [Diagnostic]

  init(_ recogniser: VersionRecogniser, hasModels: Bool) {
    let recognition = recogniser.recognise()
    var findings: [Diagnostic] = []
    switch recognition.cached {
    case .agrees: cached = .agrees
    case .differs: cached = .differs
    case .unreadable(let error):
      cached = .unreadable
      findings.append(.cachedModelUnreadable(error))
    case .none: cached = .none
    }
    switch recognition.answer {
    case .known(let found, let equals):
      answer = equals.count > 1 ? .equals : .version
      name = found.name
      model = found.model
      recognisedBy = found.recognisedBy
      alike = recognition.alike(found)
      let isGiven = found.recognisedBy == .versionHashes || found.recognisedBy == .versionInfo
      candidates = isGiven ? [] : recognition.candidates
      nearest = isGiven ? nil : recognition.nearest
      findings += recognition.notes()
    case .ambiguous, .newer, .unknown:
      answer =
        switch recognition.answer {
        case .ambiguous: .ambiguous
        case .newer: .newer
        case .known, .unknown: .none
        }
      alike = []
      if case .newer = recognition.answer, case .agrees(let own) = recognition.cached {
        // What is in it can be told by its own model, whichever version that is.
        (name, model, recognisedBy) = (recognition.listedName ?? own.name, own, .cachedModel)
      } else {
        (name, model, recognisedBy) = (nil, nil, nil)
      }
      candidates = recognition.candidates
      nearest = recognition.nearest ?? Self.own(recognition, recogniser)
      findings += recognition.cacheNotes
      // Whoever inspects does not need the version: no more than a warning.
      for var obstacle in recognition.obstacle(hasModels: hasModels) {
        obstacle.severity = .warning
        findings.append(obstacle)
      }
    }
    self.findings = findings
  }

  /// Without any other model the cached one is the nearest, of whatever version it is.
  private static func own(_ recognition: Recognition, _ recogniser: VersionRecogniser)
    -> RecognitionCandidate?
  {
    guard recognition.candidates.isEmpty, case .differs(let own, _) = recognition.cached else { return nil }
    return recogniser.candidate(GivenVersion(own, isCompiled: true))
  }
}
