/// Something in an entity for which no real hash was ever found to check the computed one against.
package struct UnverifiedConstruct: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    case rootWithoutProperties = "a root entity without stored properties"
    case textOutsideASCII = "a name outside ASCII"
    case uriAttribute = "a URI attribute"
    case objectIDAttribute = "an Object ID attribute"
    case compositeAttribute = "a composite attribute"
    case nestedComposite = "a composite inside a composite"
    case derivedAttribute = "a derived attribute"
    case derivationExpression = "a derivation other than a key path or a count"
    case modifierOnDerivedOrComposite = "a hash modifier on a derived or composite attribute"
    case externalStorageWithPreservation = "external storage and preserve after deletion on one attribute"
    case inheritedSelfInverse = "an inherited relationship that is its own inverse"

    /// 1,122 hashes of stores against the models that they cache, and 191 of `VersionInfo.plist` against the compiled models
    /// beside it, agree; these constructs are among them.
    var isProvenInArchives: Bool {
      switch self {
      case .uriAttribute, .compositeAttribute, .derivedAttribute: true
      default: false
      }
    }
  }

  package let reason: Reason
  /// Where it is declared: the entity asked about, or an ancestor.
  package let entity: String
  package let property: String?
}
