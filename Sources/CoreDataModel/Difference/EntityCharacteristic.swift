/// What two versions of one entity can differ in, its name, its properties, constraints and indexes apart.
package enum EntityCharacteristic: String, Sendable, Hashable, CaseIterable {
  case parent
  case abstract
  case className = "class"
  case renamingIdentifier = "renaming identifier"
  case hashModifier = "hash modifier"

  /// For people and for comparison; nil where there is nothing.
  package func text(of entity: EntityDescription) -> String? {
    switch self {
    case .parent: entity.superentity
    case .abstract: yesOrNo(entity.isAbstract)
    case .className: entity.managedObjectClassName
    case .renamingIdentifier: entity.renamingIdentifier
    case .hashModifier: entity.versionHashModifier
    }
  }

  /// Makes one entity like another in this alone.
  func copy(from new: EntityDescription, to entity: inout EntityDescription) {
    switch self {
    case .parent: entity.superentity = new.superentity
    case .abstract: entity.isAbstract = new.isAbstract
    case .className: entity.managedObjectClassName = new.managedObjectClassName
    case .renamingIdentifier: entity.renamingIdentifier = new.renamingIdentifier
    case .hashModifier: entity.versionHashModifier = new.versionHashModifier
    }
  }

  /// Another parent means another table, or other columns beside those of the entity.
  var changesStorage: Bool { self == .parent }
}
