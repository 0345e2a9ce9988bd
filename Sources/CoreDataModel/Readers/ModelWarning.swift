/// What a reader noticed in a model without stopping.
package enum ModelWarning: Sendable, Hashable {
  /// `renamingIdentifier` instead of Xcode's `elementID`. It was honoured, but Xcode ignores it.
  case renamingIdentifierSpelling(entity: String, property: String?, line: Int)
  /// A default on a type that cannot have one.
  case defaultIgnored(entity: String, property: String, line: Int)
  /// A configuration lists an entity that the model does not have.
  case unknownConfigurationMember(configuration: String, entity: String, line: Int)
}
