/// One difference between two versions of a model, and what it means for a store.
package struct ModelChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case model
    case configuration
    case entity
    case attribute
    case relationship
    case fetchedProperty = "fetched property"
    case constraint
    case index
    case compoundIndex = "compound index"
  }

  package enum Action: String, Sendable, Hashable, CaseIterable {
    case added
    case removed
    case renamed
    /// Declared by another entity of the same line.
    case moved
    case changed
    /// Which of several is meant, the identifiers do not tell.
    case ambiguous
  }

  package let kind: Kind
  package let action: Action
  /// The entity that declares it; its name in the new version, where it has one there. Nil for the model's own.
  package let entity: String?
  /// Property, index, constraint or configuration; its name in the new version, where it has one there.
  package let name: String?
  /// What changed in it, for `changed`; for `model`, what of the model.
  package let characteristic: String?
  /// What it was, for `changed`; for `renamed` and `moved` the earlier name or entity.
  package let old: String?
  package let new: String?
  /// Tables, columns, indexes, or the form of the values. Persistent history is not considered.
  package let changesStorage: Bool
  /// Whether this alone would change the version hash of the entity.
  package let changesHash: Bool
  /// Why Core Data cannot infer it; nil where lightweight migration can, as far as the models tell.
  package let obstacle: String?

  package var isInferable: Bool { obstacle == nil }

  init(
    _ kind: Kind, _ action: Action, entity: String? = nil, name: String? = nil, characteristic: String? = nil,
    old: String? = nil, new: String? = nil, storage: Bool, hash: Bool, obstacle: String? = nil
  ) {
    self.kind = kind
    self.action = action
    self.entity = entity
    self.name = name
    self.characteristic = characteristic
    self.old = old
    self.new = new
    changesStorage = storage
    changesHash = hash
    self.obstacle = obstacle
  }
}

extension ModelChange: Comparable {
  /// The model's own first, then by entity; within one the entity itself before its properties, all by name.
  package static func < (lhs: ModelChange, rhs: ModelChange) -> Bool {
    let (left, right) = (lhs.sortKey, rhs.sortKey)
    for (one, other) in zip(left, right) where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return false
  }

  private var sortKey: [String] {
    func place<Case: CaseIterable & Equatable>(_ value: Case) -> String {
      String(Case.allCases.prefix { $0 != value }.count)
    }
    return [
      entity ?? "", place(kind), name ?? "", place(action), characteristic ?? "", old ?? "", new ?? "",
    ]
  }
}
