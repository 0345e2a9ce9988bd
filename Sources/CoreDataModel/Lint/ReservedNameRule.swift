import Diagnostics

/// Properties named like methods that every managed object has: the app would call one and mean the other.
enum ReservedNameRule: LintRule {
  /// Public methods and properties, without arguments, of `NSObject` and `NSManagedObject`; and without their `is`
  /// those that key-value coding finds under the shorter name too.
  private static let names: Set<String> = [
    "autorelease", "class", "copy", "dealloc", "debugDescription", "description", "entity", "fault",
    "faultingState", "hasChanges", "hasFault", "hasPersistentChangedValues", "hash", "init", "inserted",
    "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "deleted", "updated",
    "managedObjectContext",
    "mutableCopy", "objectID", "observationInfo", "prepareForDeletion", "changedValues", "release", "retain",
    "retainCount", "self", "superclass", "zone", "awakeFromFetch", "awakeFromInsert", "willSave", "didSave",
    "willTurnIntoFault", "didTurnIntoFault", "validateForDelete", "validateForInsert", "validateForUpdate",
  ]

  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.entities.flatMap { entity in
      let properties =
        entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.fetchedProperties
      return properties.filter(names.contains).map { name in
        Diagnostic(
          .lintReservedName, .warning, Subject(entity: entity.name, property: name),
          summary: "Every managed object has a method of this name.",
          recovery: ["Rename the property, with the former name as its renaming identifier."])
      }
    }
  }
}

extension DiagnosticID {
  package static let lintReservedName = DiagnosticID("lint.reserved-name")
}
