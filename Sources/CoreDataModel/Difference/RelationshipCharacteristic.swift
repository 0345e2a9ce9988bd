/// What two versions of one relationship can differ in, its name apart.
package enum RelationshipCharacteristic: String, Sendable, Hashable, CaseIterable {
  case destination
  case inverse
  case toMany = "to-many"
  case minimumCount = "minimum count"
  case maximumCount = "maximum count"
  case ordered
  case optional
  case transient
  case deleteRule = "delete rule"
  case indexed
  case renamingIdentifier = "renaming identifier"
  case hashModifier = "hash modifier"

  /// For people and for comparison; nil where there is nothing.
  package func text(of relationship: RelationshipDescription) -> String? {
    switch self {
    case .destination: relationship.destinationEntity
    case .inverse: relationship.inverseName
    case .toMany: yesOrNo(relationship.isToMany)
    case .minimumCount: RelationshipDescription.text(count: relationship.minCount)
    case .maximumCount: RelationshipDescription.text(count: relationship.maxCount)
    case .ordered: yesOrNo(relationship.isOrdered)
    case .optional: yesOrNo(relationship.isOptional)
    case .transient: yesOrNo(relationship.isTransient)
    case .deleteRule: relationship.deleteRule.modelName
    case .indexed: yesOrNo(relationship.isIndexed)
    case .renamingIdentifier: relationship.renamingIdentifier
    case .hashModifier: relationship.versionHashModifier
    }
  }

  /// Makes one relationship like another in this alone.
  func copy(from new: RelationshipDescription, to relationship: inout RelationshipDescription) {
    switch self {
    case .destination: relationship.destinationEntity = new.destinationEntity
    case .inverse:
      relationship.inverseName = new.inverseName
      relationship.inverseEntity = new.inverseEntity
    case .toMany: relationship.isToMany = new.isToMany
    case .minimumCount: relationship.minCount = new.minCount
    case .maximumCount: relationship.maxCount = new.maxCount
    case .ordered: relationship.isOrdered = new.isOrdered
    case .optional: relationship.isOptional = new.isOptional
    case .transient: relationship.isTransient = new.isTransient
    case .deleteRule: relationship.deleteRule = new.deleteRule
    case .indexed: relationship.isIndexed = new.isIndexed
    case .renamingIdentifier: relationship.renamingIdentifier = new.renamingIdentifier
    case .hashModifier: relationship.versionHashModifier = new.versionHashModifier
    }
  }

  /// Whether tables, columns, indexes or the form of the links differ (format page 3). The key of a to-one is where it
  /// is whatever its inverse; a to-many is kept by its inverse, or for want of one by a column of its own.
  func changesStorage(from old: RelationshipDescription, to new: RelationshipDescription) -> Bool {
    guard !(old.isTransient && new.isTransient) else { return false }
    return switch self {
    case .destination, .toMany, .transient: true
    case .inverse, .ordered: old.isToMany || new.isToMany
    case .minimumCount, .maximumCount, .optional, .deleteRule, .indexed, .renamingIdentifier, .hashModifier:
      false
    }
  }
}
