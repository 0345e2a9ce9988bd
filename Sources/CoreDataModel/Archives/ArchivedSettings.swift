import PropertyLists

/// What an object of an archive says beyond the keys that are read, and the `userInfo` it has.
struct ArchivedSettings {
  private static let property: Set<String> = [
    "$class", "NSEntity", "NSIsIndexed", "NSIsOptional", "NSIsTransient", "NSPropertyName",
    "NSRenamingIdentifier", "NSUserInfo", "NSVersionHashModifier", "_P",
  ]
  static let attribute = property.union([
    "NSAllowsCloudEncryption", "NSAttributeType", "NSAttributeValueClassName", "NSCompositeElements",
    "NSDefaultValue", "NSDerivationExpression", "NSFlagsKey", "NSIndexedBySpotlight",
    "NSValidationPredicates", "NSValidationWarnings", "NSValueTransformerName",
  ])
  static let relationship = property.union([
    "NSDeleteRule", "NSDestinationEntity", "NSInverseRelationship", "NSIsOrdered", "NSMaxCount", "NSMinCount",
    "_NSDestinationEntityName", "_NSInverseRelationshipName",
  ])
  static let entity: Set<String> = [
    "$class", "NSClassNameForEntity", "NSCompoundIndexes", "NSEntityName", "NSFetchIndexDescriptions",
    "NSIsAbstract", "NSManagedObjectModel", "NSProperties", "NSRenamingIdentifier", "NSSubentities",
    "NSSuperentity", "NSUniqueTuples", "NSUserInfo", "NSVersionHashModifier",
  ]
  /// The compiler's version says nothing of the model.
  static let model: Set<String> = [
    "$class", "CDMCompilerToolVersion", "CDMCompilerXcodeVersion", "NSConfigurations", "NSEntities",
    "NSVersionIdentifiers",
  ]

  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  /// Keys beyond the known ones that lead to something; sorted.
  func others(of object: PropertyList, beyond known: Set<String>) throws(ModelError) -> [String] {
    var others: [String] = []
    for entry in object.entries ?? [] where !known.contains(entry.key) {
      guard entry.value.uid != 0, try archive.object(entry.value) != nil else { continue }
      others.append(entry.key)
    }
    return others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Returns: nil for one that has keys of another kind than texts.
  func userInfo(of object: PropertyList) throws(ModelError) -> [String: UserInfoValue]? {
    guard let entries = try? archive.entries(object["NSUserInfo"]) else { return nil }
    var info: [String: UserInfoValue] = [:]
    for (key, value) in entries {
      if let text = try archive.string(value) {
        info[key] = .text(text)
      } else {
        info[key] = texts(value).map { .texts($0) } ?? .other
      }
    }
    return info
  }

  /// Nil for what is no list of texts.
  private func texts(_ value: PropertyList) -> [String]? {
    guard let members = try? archive.members(value), !members.isEmpty else { return nil }
    let texts = members.compactMap { try? archive.string($0) }
    return texts.count == members.count ? texts : nil
  }

  /// Both in one.
  func read(
    _ object: PropertyList, beyond known: Set<String>, userInfo: inout [String: UserInfoValue],
    others: inout [String]
  ) throws(ModelError) {
    others = try self.others(of: object, beyond: known)
    if let info = try self.userInfo(of: object) { userInfo = info } else { others.append("NSUserInfo") }
  }
}
