import CoreDataModel
import CoreDataStore

/// How near a version comes to a store.
struct RecognitionCandidate: Sendable, Hashable {
  let version: GivenVersion
  /// Entities with the store's hash.
  let equal: Int
  /// Entities that differ, or that only one side has; sorted.
  let differing: [String]
  /// Whether its version identifiers are the store's; false where there is none but the empty one.
  let hasIdentifiers: Bool
  let structure: StructureComparison

  var name: String { version.name }

  /// Nearest first.
  static func precedes(_ one: RecognitionCandidate, _ other: RecognitionCandidate) -> Bool {
    if one.equal != other.equal { return one.equal > other.equal }
    if one.differing.count != other.differing.count { return one.differing.count < other.differing.count }
    if one.hasIdentifiers != other.hasIdentifiers { return one.hasIdentifiers }
    let (left, right) = (one.structure.size, other.structure.size)
    if left != right { return left < right }
    return VersionOrder.precedes(one.name, other.name)
  }

  /// Whether there is anything that speaks for it.
  var isNear: Bool { equal > 0 || structure.isEqual }
}

extension StructureComparison {
  fileprivate var size: Int { missing.count + extra.count }
}
