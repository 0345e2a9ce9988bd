/// How the value of a derived attribute follows from others.
package enum Derivation: Sendable, Hashable {
  /// `items.@count`: how many objects a to-many leads to.
  case count(PropertyKey)
  /// `owner.name`: an attribute of the object that a to-one leads to, and nothing where it leads nowhere.
  case value(through: PropertyKey, attribute: PropertyKey)
  /// Anything else: `canonical:`, `now()`, conditions, longer paths.
  case other

  /// Whether rows and links say what the value is.
  package var isComputable: Bool { self != .other }
}
