/// One thing the user agrees to lose, by name: the argument of `--allow`.
package struct Consent: Sendable, Hashable {
  /// `drop:Entity`, `drop:Entity.property`, `drop:table:NAME`, `drop:cloudkit`, `drop:history`,
  /// `lossy:Entity.property`, `orphans:Entity`, `unverified-hash:Entity`.
  package let name: String
  /// At most so many rows; nil for any number.
  package let limit: Int64?

  package enum Kind: String, Sendable, CaseIterable {
    case table = "drop:table:"
    case drop = "drop:"
    case lossy = "lossy:"
    case orphans = "orphans:"
    case unverifiedHash = "unverified-hash:"
  }

  /// Nil when the text is none of these forms.
  package init?(_ text: String) {
    var name = text
    var limit: Int64?
    if let equals = text.lastIndex(of: "=") {
      guard let number = Int64(text[text.index(after: equals)...]), number >= 0 else { return nil }
      limit = number
      name = String(text[..<equals])
    }
    guard let kind = Kind.allCases.first(where: { name.hasPrefix($0.rawValue) }),
      name.count > kind.rawValue.count
    else { return nil }
    self.name = name
    self.limit = limit
    self.kind = kind
  }

  package let kind: Kind

  /// What is left of it once so many rows were covered.
  package func less(_ rows: Int64) -> Consent {
    Consent(name: name, limit: limit.map { max(0, $0 - rows) }, kind: kind)
  }

  private init(name: String, limit: Int64?, kind: Kind) {
    (self.name, self.limit, self.kind) = (name, limit, kind)
  }

  /// What stands behind the kind: an entity, a property, a table.
  package var subject: String { String(name.dropFirst(kind.rawValue.count)) }
}
