/// Reads `relationship` elements.
enum RelationshipReader {
  static func relationship(_ plain: ModelElement) throws(ModelError) -> RelationshipDescription {
    var element = plain
    let name = try element.required("name")
    element.property = name
    var relationship = RelationshipDescription(
      name: name, destinationEntity: try element.required("destinationEntity"))
    relationship.inverseName = element.text("inverseName")
    relationship.inverseEntity = element.text("inverseEntity")
    relationship.minCount = try element.count("minCount")
    relationship.maxCount = try element.count("maxCount")
    relationship.isToMany = try isToMany(element, maxCount: relationship.maxCount)
    relationship.isOrdered = try element.flag("ordered")
    relationship.isOptional = try element.flag("optional")
    relationship.isTransient = try element.flag("transient")
    relationship.isIndexed = try element.flag("indexed")
    relationship.deleteRule = try deleteRule(element)
    relationship.renamingIdentifier = element.renamingIdentifier
    relationship.versionHashModifier = element.text("versionHashModifier")
    relationship.userInfo = element.userInfo
    relationship.otherSettings = element.otherSettings(beyond: .relationship)
    return relationship
  }

  /// Xcode writes either `maxCount="1"` or `toMany="YES"`, never both.
  private static func isToMany(_ element: ModelElement, maxCount: UInt32) throws(ModelError) -> Bool {
    let isToMany = try element.flag("toMany")
    if isToMany, maxCount == 1 { throw element.invalid("toMany contradicts maxCount 1") }
    if !isToMany, maxCount > 1 { throw element.invalid("a to-one relationship has a maxCount above 1") }
    return isToMany
  }

  private static func deleteRule(
    _ element: ModelElement
  ) throws(ModelError) -> RelationshipDescription.DeleteRule {
    switch element.text("deletionRule") {
    case nil, "Nullify": return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    default: throw element.invalid("the deletionRule is unknown")
    }
  }
}
