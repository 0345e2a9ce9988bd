import CoreDataModel
import CoreDataStore
import SQLite

/// Tells of which version a store is. What decides is the version hashes in its metadata; names and looks only rank, and
/// say where something does not go together.
struct VersionRecogniser {
  let metadata: StoreMetadata
  let models: GivenModels
  let cache: ModelCache?
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]

  private var stored: [String: [UInt8]] { metadata.versionHashes }

  /// - Parameter target: The version a run migrates to; a store that is newer than every model has what this one has.
  func recognise(target: GivenVersion? = nil) -> Recognition {
    let cached = cachedModel()
    func recognition(
      _ answer: Recognition.Answer, _ candidates: [RecognitionCandidate] = [], listed: String? = nil,
      isDiscovered: Bool = false
    ) -> Recognition {
      Recognition(
        answer: answer, cached: cached, candidates: candidates, listedName: listed,
        isDiscovered: isDiscovered)
    }

    let named = models.candidates(for: stored)
    // Several models that are merged may each be the store's all the same.
    for versions in [named, models.versions] {
      if let known = byHashes(versions) { return recognition(known) }
    }
    // Where no model was named, the store's own comes before one that happens to lie beside it.
    if models.versions.isEmpty, case .agrees(let own) = cached { return recognition(ownVersion(own, nil)) }
    let discovered = models.discovered?.versions ?? []
    if let known = byHashes(discovered) { return recognition(known, isDiscovered: true) }
    let candidates = ranked(models.versions + discovered)
    let listed = listedName()
    if case .agrees(let own) = cached {
      if let newer = newer(candidates, listed, own: own, target) {
        return recognition(.newer(newer), candidates, listed: listed)
      }
      return recognition(ownVersion(own, listed), candidates, listed: listed)
    }
    let fitting = candidates.filter(fitsButForUnproven)
    if let only = fitting.first {
      guard fitting.count == 1 else { return recognition(.ambiguous(fitting), candidates, listed: listed) }
      let isNamed = models.versions.contains(only.version)
      return recognition(
        .known(RecognisedModel(only.version, recognisedBy: .structure), equals: [only.version]),
        candidates, listed: listed, isDiscovered: !isNamed)
    }
    if let newer = newer(candidates, listed, own: nil, target) {
      return recognition(.newer(newer), candidates, listed: listed)
    }
    return recognition(.unknown, candidates, listed: listed)
  }

  /// The version that a `VersionInfo.plist` gives the store's hashes to, and whose model cannot be read.
  private func listedName() -> String? {
    let lists = [models.withoutModel, models.discovered?.withoutModel ?? [:]]
    return lists.flatMap { $0.filter { $0.value == stored }.keys }.min(by: VersionOrder.precedes)
  }

  private func ownVersion(_ own: ManagedObjectModel, _ name: String?) -> Recognition.Answer {
    let version = GivenVersion(own, isCompiled: true)
    return .known(RecognisedModel(version, recognisedBy: .cachedModel, name: name), equals: [version])
  }

  /// The versions that have the store's hashes: worked out, else as the compiler published them.
  private func byHashes(_ versions: [GivenVersion]) -> Recognition.Answer? {
    let kinds: [(RecognitionEvidence, (GivenVersion) -> [String: [UInt8]]?)] = [
      (.versionHashes, { $0.computed }), (.versionInfo, { $0.published }),
    ]
    for (evidence, hashes) in kinds {
      let matching = versions.filter { hashes($0) == stored }
        .sorted { VersionOrder.precedes($0.name, $1.name) }
      let equals = fitting(matching)
      if let first = equals.first {
        return .known(RecognisedModel(first, recognisedBy: evidence), equals: equals)
      }
    }
    return nil
  }

  /// Hashes do not cover the names of derived and composite attributes: of several versions that have the store's, those
  /// count whose columns the file has.
  private func fitting(_ matching: [GivenVersion]) -> [GivenVersion] {
    guard matching.count > 1 else { return matching }
    let fitting = matching.filter { isLaidOut(like: $0.model) }
    return fitting.isEmpty ? matching : fitting
  }

  private func isLaidOut(like model: ManagedObjectModel) -> Bool {
    let matcher = LayoutMatcher(model: model, catalog: catalog, primaryKeys: primaryKeys)
    return (try? matcher.match()) != nil
  }

  /// The same entities, other hashes for none but those where the rule is not proven, and not one column too many or too few.
  func fitsButForUnproven(_ candidate: RecognitionCandidate) -> Bool {
    let version = candidate.version
    guard Set(version.model.entities.map(\.name)) == Set(stored.keys), version.published == nil else {
      return false
    }
    return candidate.structure.isEqual && version.unprovenEntities.isSuperset(of: candidate.differing)
      && isLaidOut(like: version.model)
  }

  /// The store's own copy of its model says as much as a file with the same hashes would.
  private func cachedModel() -> Recognition.CachedModel {
    switch cache?.reading {
    case .model(let own)?: compared(own)
    case .unreadable(let error)?: .unreadable(error)
    case nil: .none
    }
  }

  private func compared(_ own: ManagedObjectModel) -> Recognition.CachedModel {
    let hashes = VersionHash.hashes(of: own)
    guard hashes != stored else { return .agrees(own) }
    let names = Set(stored.keys).union(hashes.keys).filter { stored[$0] != hashes[$0] }
    return .differs(own, entities: names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  private func ranked(_ versions: [GivenVersion]) -> [RecognitionCandidate] {
    versions.map(candidate).sorted(by: RecognitionCandidate.precedes)
  }

  func candidate(_ version: GivenVersion) -> RecognitionCandidate {
    let hashes = version.published ?? version.computed
    let names = Set(stored.keys).union(hashes.keys)
    let equal = names.filter { stored[$0] == hashes[$0] }
    let identifiers = version.model.versionIdentifiers.filter { !$0.isEmpty }
    return RecognitionCandidate(
      version: version, equal: equal.count,
      differing: names.subtracting(equal).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      hasIdentifiers: !identifiers.isEmpty && Set(identifiers) == Set(metadata.identifiers),
      structure: StructureComparison(of: version.model, catalog: catalog, primaryKeys: primaryKeys))
  }

  /// Whether the store is of a version that came after all that are known here. Nothing says so for certain; where it
  /// looks like that, a person decides.
  private func newer(
    _ candidates: [RecognitionCandidate], _ listed: String?, own: ManagedObjectModel?,
    _ target: GivenVersion?
  ) -> Recognition.NewerEvidence? {
    let names = candidates.map(\.name)
    if let listed, let last = names.max(by: VersionOrder.precedes),
      names.allSatisfy({ VersionOrder.isEarlier($0, than: listed) })
    {
      return .listed(listed, after: last)
    }
    if let store = metadata.identifiers.first, metadata.identifiers.count == 1, !candidates.isEmpty {
      let identifiers = candidates.map { $0.version.model.versionIdentifiers.first ?? "" }
      if identifiers.allSatisfy({ !$0.isEmpty && VersionOrder.isEarlier($0, than: store) }),
        let last = identifiers.max(by: VersionOrder.precedes)
      {
        return .identifier(store: store, model: last)
      }
    }
    let newest = target ?? candidates.map(\.version).max { VersionOrder.precedes($0.name, $1.name) }
    guard let newest, let candidate = candidates.first(where: { $0.version == newest }),
      candidate.structure.missing.isEmpty,
      candidates.allSatisfy({ !$0.structure.extra.isEmpty }),
      // The tables keep columns that no version has any more: the model itself must have more.
      own.map({ ModelExtent($0).isLarger(than: ModelExtent(newest.model)) }) ?? true
    else { return nil }
    return .structure(model: newest.name, extra: candidate.structure.extra)
  }
}
