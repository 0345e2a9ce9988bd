import CoreDataModel

/// The models that a run was given: what the store may be a version of.
struct GivenModels {
  /// The versions of each bundle named with `--model`.
  var bundles: [[ManagedObjectModel]] = []
  /// Of `--source-model`.
  var others: [ManagedObjectModel] = []

  /// Every single version, of whatever bundle.
  var versions: [ManagedObjectModel] { bundles.flatMap { $0 } + others }

  /// The versions a store with these hashes may be of. Of several bundles, which an app merges, those versions count
  /// whose entities the store all has.
  func candidates(for stored: [String: [UInt8]]) -> [ManagedObjectModel] {
    guard bundles.count > 1 else { return versions }
    var combinations: [[ManagedObjectModel]] = [[]]
    for bundle in bundles {
      let fitting = bundle.filter { version in
        VersionHash.hashes(of: version).allSatisfy { stored[$0.key] == $0.value }
      }
      combinations = Array(combinations.flatMap { left in fitting.map { left + [$0] } }.prefix(Self.maximum))
    }
    return combinations.compactMap { try? ManagedObjectModel(merging: $0) } + others
  }

  /// Versions with equal hashes multiply; whoever has more than this has a model nobody can tell apart.
  private static let maximum = 1000

  /// What a run migrates to: the current version of each bundle, or the version named, merged.
  ///
  /// - Returns: nil without any bundle.
  static func target(of bundles: [ModelBundle], version: String?) throws(ModelError) -> ManagedObjectModel? {
    guard let first = bundles.first else { return nil }
    guard bundles.count > 1 else {
      if let version { return try first.version(named: version) }
      return try first.current()
    }
    var named: [ManagedObjectModel?] = []
    for bundle in bundles { named.append(try Self.version(version, of: bundle)) }
    if let version, named.allSatisfy({ $0 == nil }) {
      // Says what versions there are.
      _ = try first.version(named: version)
    }
    var parts: [ManagedObjectModel] = []
    for (part, bundle) in zip(named, bundles) {
      if let part { parts.append(part) } else { parts.append(try bundle.current()) }
    }
    return try ManagedObjectModel(merging: parts)
  }

  /// - Returns: nil if the bundle has no such version; one that it has and that cannot be read is an error.
  private static func version(_ name: String?, of bundle: ModelBundle) throws(ModelError)
    -> ManagedObjectModel?
  {
    guard let name else { return nil }
    do throws(ModelError) {
      return try bundle.version(named: name)
    } catch {
      if case .noSuchVersion = error { return nil }
      throw error
    }
  }
}
