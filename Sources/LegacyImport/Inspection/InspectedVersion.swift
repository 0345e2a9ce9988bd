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

  /// Nil if nothing has the store's hashes.
  let model: ManagedObjectModel?
  /// Nil if nothing has the store's hashes.
  let recognisedBy: String?
  /// Names of other versions with the same hashes, in their order.
  let alike: [String]
  /// What comes nearest of the models given, or else of the cached one; nil if a version given is it.
  let nearest: VersionRecogniser.Nearest?
  let cached: Cached
  let findings: [Diagnostic]

  init(_ recogniser: VersionRecogniser) {
    let merged = recogniser.matching()
    let matching = merged.isEmpty ? recogniser.matchingSingly() : merged
    let own = recogniser.cachedModel()
    var findings: [Diagnostic] = []
    switch own {
    case .agrees: cached = .agrees
    case .differs(let other):
      cached = .differs
      findings.append(.cachedModelDiffers(recogniser.comparison(with: other)))
    case .unreadable(let error):
      cached = .unreadable
      findings.append(.cachedModelUnreadable(error))
    case .none: cached = .none
    }
    if let found = matching.first {
      model = found
      recognisedBy = RecognisedModel.byVersionHashes
      alike = VersionRecogniser.alike(matching, to: found)
      nearest = nil
      if let note = VersionRecogniser.note(alike: alike, to: found) { findings.append(note) }
    } else {
      alike = []
      nearest =
        if case .differs(let other) = own, recogniser.models.versions.isEmpty {
          recogniser.comparison(with: other)
        } else {
          recogniser.nearest()
        }
      if case .agrees(let own) = own {
        model = own
        recognisedBy = RecognisedModel.byCachedModel
      } else {
        model = nil
        recognisedBy = nil
        findings.append(Self.unknown(recogniser))
      }
    }
    self.findings = findings
  }

  /// Whoever inspects does not need the version: no more than a warning.
  private static func unknown(_ recogniser: VersionRecogniser) -> Diagnostic {
    var diagnostic =
      recogniser.models.versions.isEmpty
      ? recogniser.noOwnModel() ?? recogniser.unknownVersion() : recogniser.unknownVersion()
    diagnostic.severity = .warning
    return diagnostic
  }
}
