import CoreDataModel

/// The models that a run was given: what the store may be a version of.
struct GivenModels {
  /// The versions of each bundle named with `--model`.
  var bundles: [[GivenVersion]] = []
  /// Of `--source-model`.
  var others: [GivenVersion] = []
  /// Of models that nobody named: they count where no version that was named is the store's.
  var discovered: DiscoveredModels?
  /// Versions that a compiled bundle that was named lists and that cannot be read there: name to hashes.
  var withoutModel: [String: [String: [UInt8]]] = [:]

  /// Every single version that was named, of whatever bundle.
  var versions: [GivenVersion] { bundles.flatMap { $0 } + others }

  /// The versions a store with these hashes may be of. Of several bundles, which an app merges, those versions count
  /// whose entities the store all has; if none of these is the store's, each version by itself.
  func candidates(for stored: [String: [UInt8]]) -> [GivenVersion] {
    guard bundles.count > 1 else { return versions }
    var combinations: [[GivenVersion]] = [[]]
    for bundle in bundles {
      let fitting = bundle.filter { version in
        [version.computed, version.published ?? [:]].contains { hashes in
          !hashes.isEmpty && hashes.allSatisfy { stored[$0.key] == $0.value }
        }
      }
      combinations = Array(combinations.flatMap { left in fitting.map { left + [$0] } }.prefix(Self.maximum))
    }
    return combinations.compactMap { try? GivenVersion(merging: $0) } + others
  }

  /// Versions with equal hashes multiply; whoever has more than this has a model nobody can tell apart.
  private static let maximum = 1000

  /// What a run migrates to: the current version of each bundle, or the version named, merged.
  ///
  /// - Returns: nil without any bundle.
  static func target(of bundles: [ModelBundle], version: String?) throws(ModelError) -> GivenVersion? {
    guard let first = bundles.first else { return nil }
    guard bundles.count > 1 else {
      if let version { return try given(first.entry(named: version)) }
      return try given(first.currentVersion())
    }
    var named: [GivenVersion?] = []
    for bundle in bundles { named.append(try Self.version(version, of: bundle)) }
    if let version, named.allSatisfy({ $0 == nil }) {
      // Says what versions there are.
      _ = try first.entry(named: version)
    }
    var parts: [GivenVersion] = []
    for (part, bundle) in zip(named, bundles) {
      if let part { parts.append(part) } else { parts.append(try given(bundle.currentVersion())) }
    }
    return try GivenVersion(merging: parts)
  }

  /// - Returns: nil if the bundle has no such version; one that it has and that cannot be read is an error.
  private static func version(_ name: String?, of bundle: ModelBundle) throws(ModelError) -> GivenVersion? {
    guard let name else { return nil }
    do throws(ModelError) {
      return try given(bundle.entry(named: name))
    } catch {
      if case .noSuchVersion = error { return nil }
      throw error
    }
  }

  static func given(_ version: ModelVersion) throws(ModelError) -> GivenVersion {
    GivenVersion(
      try version.result.get(), published: version.publishedHashes, isCompiled: version.isCompiled)
  }
}
