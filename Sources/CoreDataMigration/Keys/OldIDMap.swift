import CoreDataModel

/// (entity mapping, source root table, old key) to (destination root table, new key).
package struct OldIDMap: Sendable {
  /// The rows of one concrete source entity.
  package struct Entry: Sendable {
    package let sourceEntity: String
    package let sourceRoot: String
    /// Nil when the rows have no place in the new model.
    package let destinationEntity: String?
    package let destinationRoot: String?
    package let assignment: KeyAssignment
    /// Keys of exactly this entity in the source.
    package let keys: KeySet
    /// Keys that are ranked together, where `assignment` ranks.
    let ranking: KeySet
    /// Of rows that have another place too: a rule made these of them.
    var isFurther = false
    /// Of rows that are left out because they do not fit.
    var isRejected = false

    /// The new key; nil for a key that is not there, or whose row has no place.
    package func newKey(_ oldKey: Int64) -> Int64? {
      guard destinationEntity != nil, keys.contains(oldKey) else { return nil }
      switch assignment {
      case .kept: return oldKey
      case .shifted(let offset): return oldKey + offset
      case .ranked: return rankedKey(oldKey)
      }
    }

    /// The new key by rank, for any row of the source table that goes the same way.
    func rankedKey(_ oldKey: Int64) -> Int64? {
      guard case .ranked(let base) = assignment else { return nil }
      return ranking.rank(of: oldKey).map { base + $0 + 1 }
    }
  }

  /// By source entity's name.
  package let entries: [Entry]
  private let entryOf: [String: Int]

  init(entries: [Entry]) {
    // Rows where they are before what else is made of them.
    self.entries = entries.sorted {
      $0.sourceEntity == $1.sourceEntity
        ? !$0.isFurther && $1.isFurther : $0.sourceEntity < $1.sourceEntity
    }
    entryOf = Dictionary(
      self.entries.enumerated().map { ($1.sourceEntity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// In people's words, where rules had a part in the step: rows of the source as it was.
  ///
  /// - Parameter root: the root entity of a source entity.
  package func shown(
    _ names: ShapedNames, further: Set<String>, rejected: Set<String>, root: (String) -> String
  ) -> OldIDMap {
    OldIDMap(
      entries: entries.map { entry in
        let name = names.shown(entry.sourceEntity)
        return Entry(
          sourceEntity: name, sourceRoot: root(name), destinationEntity: entry.destinationEntity,
          destinationRoot: entry.destinationRoot, assignment: entry.assignment, keys: entry.keys,
          ranking: entry.ranking, isFurther: further.contains(entry.sourceEntity),
          isRejected: rejected.contains(entry.sourceEntity))
      })
  }

  /// How many rows there will be in the destination, those of entities.
  package var destinationRows: Int64 {
    entries.filter { $0.destinationEntity != nil }.reduce(0) { $0 + $1.keys.count }
  }

  package func entry(ofSource entity: String) -> Entry? { entryOf[entity].map { entries[$0] } }

  /// The entries of a source entity and its subentities.
  package func entries(below entity: String, in model: ManagedObjectModel) -> [Entry] {
    let kin = Set(model.subtree(of: entity))
    return entries.filter { kin.contains($0.sourceEntity) && !$0.isFurther }
  }
}
