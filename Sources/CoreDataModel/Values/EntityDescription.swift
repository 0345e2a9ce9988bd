/// An entity as its model describes it, with what it declares itself; inherited properties are the model's to find.
package struct EntityDescription: Sendable, Hashable {
  package var name: String
  package var managedObjectClassName: String?
  package var superentity: String?
  package var isAbstract = false
  /// In the order of the model's file, which means nothing.
  package var attributes: [AttributeDescription] = []
  package var relationships: [RelationshipDescription] = []
  /// Names only: fetched properties store nothing.
  package var fetchedProperties: [String] = []
  package var uniquenessConstraints: [[String]] = []
  package var fetchIndexes: [FetchIndexDescription] = []
  /// The old `compoundIndexes`, before fetch indexes.
  package var compoundIndexes: [[String]] = []
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: [String: UserInfoValue] = [:]
  /// As of an attribute.
  package var otherSettings: [String] = []

  package init(name: String) {
    self.name = name
  }

  /// What matches this entity to one of another version.
  package var identifier: String { renamingIdentifier ?? name }
}
