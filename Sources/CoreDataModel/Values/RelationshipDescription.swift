/// A relationship as its model describes it, seen from the entity that declares it.
package struct RelationshipDescription: Sendable, Hashable {
  /// What becomes of the other end when an object is deleted, with Core Data's codes.
  package enum DeleteRule: UInt32, Sendable, Hashable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  package var name: String
  package var destinationEntity: String
  package var inverseName: String?
  /// The entity the model names beside `inverseName`; it may be an ancestor of the destination.
  package var inverseEntity: String?
  package var isToMany = false
  package var minCount: UInt32 = 0
  /// 1 for a to-one, unless the model leaves it out; 0 means no bound.
  package var maxCount: UInt32 = 0
  package var isOrdered = false
  package var isOptional = false
  package var isTransient = false
  package var deleteRule: DeleteRule = .nullify
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isIndexed = false
  package var userInfo: [String: UserInfoValue] = [:]
  /// As of an attribute.
  package var otherSettings: [String] = []

  package init(name: String, destinationEntity: String) {
    self.name = name
    self.destinationEntity = destinationEntity
  }

  /// What matches this relationship to one of another version.
  package var identifier: String { renamingIdentifier ?? name }
}
