import CoreDataModel
import Reports

/// A version that a store may be of, and what is known of its hashes.
struct GivenVersion: Sendable, Hashable {
  let model: ManagedObjectModel
  /// As the compiler computed them, from the `VersionInfo.plist` beside it; nil where there is none.
  let published: [String: [UInt8]]?
  /// Where these are from.
  private(set) var publisher = StoreSummary.HashOrigin.versionInfo
  /// Whether it was read from an archive, where more of the rule for hashes is proven than from XML.
  let isCompiled: Bool

  init(_ model: ManagedObjectModel, published: [String: [UInt8]]? = nil, isCompiled: Bool = false) {
    self.model = model
    self.published = published
    self.isCompiled = isCompiled
  }

  /// Several as one, as `NSManagedObjectModel(byMerging:)` does.
  init(merging parts: [GivenVersion]) throws(ModelError) {
    if let only = parts.first, parts.count == 1 {
      self = only
      return
    }
    let published = parts.compactMap(\.published)
    self.init(
      try ManagedObjectModel(merging: parts.map(\.model)),
      // Where one part has none, nothing is known of the whole.
      published: published.count == parts.count ? published.reduce(into: [:]) { $0.merge($1) { $1 } } : nil,
      isCompiled: parts.allSatisfy(\.isCompiled))
  }

  /// The same with hashes that somebody who knows has for it.
  func publishing(_ hashes: [String: [UInt8]], from publisher: StoreSummary.HashOrigin) -> GivenVersion {
    var version = GivenVersion(model, published: hashes, isCompiled: isCompiled)
    version.publisher = publisher
    return version
  }

  /// Where the hash of each entity is from that a new store gets.
  var hashOrigin: StoreSummary.HashOrigin { published == nil ? .computed : publisher }

  var name: String { model.name }

  /// Worked out from the model.
  var computed: [String: [UInt8]] { VersionHash.hashes(of: model) }

  /// As the compiler published them, else worked out.
  var hashes: [String: [UInt8]] { published ?? computed }

  /// The same with the hashes that a compiled model of the very version publishes: of its name, with the same entities, and
  /// with the hashes of all those for which the rule is proven.
  func supplied(by others: @autoclosure () -> [GivenVersion]) -> GivenVersion {
    let (computed, unproven) = (computed, unprovenEntities)
    guard !unproven.isEmpty else { return self }
    let supplier = others().first { other in
      guard other.name == name, let published = other.published else { return false }
      return Set(published.keys) == Set(computed.keys)
        && computed.allSatisfy { unproven.contains($0.key) || published[$0.key] == $0.value }
        && ModelExtent(other.model) == ModelExtent(model)
    }
    return GivenVersion(model, published: supplier?.published, isCompiled: isCompiled)
  }

  /// Entities whose hash is worked out by a rule that is not proven for all that is in them.
  var unprovenEntities: Set<String> {
    Set(model.entities.map(\.name).filter { !unproven(in: $0).isEmpty })
  }

  func unproven(in entity: String) -> [UnverifiedConstruct] {
    VersionHash.unverifiedConstructs(of: entity, in: model, isCompiled: isCompiled)
  }

  /// Entities for which the compiler's hash is another than the one worked out by a rule that is proven for them; sorted.
  var contradictions: [String] {
    guard let published else { return [] }
    let (computed, unproven) = (computed, unprovenEntities)
    return Set(computed.keys).union(published.keys)
      .filter { computed[$0] != published[$0] && !unproven.contains($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
