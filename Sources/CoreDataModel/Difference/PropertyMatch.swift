/// Which property of an entity was which before, inherited ones included, as migration pairs them: what is stored first,
/// then what is left.
struct PropertyMatch {
  struct Property: Hashable {
    let declaring: String
    let name: String
    let renamingIdentifier: String?
    let isTransient: Bool

    fileprivate var item: IdentifierMatcher.Item {
      IdentifierMatcher.Item(name: name, renamingIdentifier: renamingIdentifier)
    }
  }

  /// New name to old name.
  private(set) var pairs: [String: String]
  /// Identifiers that more than one property of one side bears.
  private(set) var ambiguous: [String]

  init(old: [Property], new: [Property]) {
    let stored = IdentifierMatcher(
      source: old.filter { !$0.isTransient }.map(\.item),
      destination: new.filter { !$0.isTransient }.map(\.item))
    let used = Set(stored.pairs.values)
    let rest = IdentifierMatcher(
      source: old.filter { !used.contains($0.name) }.map(\.item),
      destination: new.filter { stored.pairs[$0.name] == nil }.map(\.item))
    pairs = stored.pairs.merging(rest.pairs) { first, _ in first }
    ambiguous = stored.ambiguous
  }

  /// How the one that an entity declares itself came about, or what became of it.
  enum Fate {
    case added(Property)
    case removed(Property)
    case kept(old: Property, new: Property)
  }

  /// What is the entity's own in at least one version; what both inherit is told of their ancestors.
  func fates(old: [Property], of oldEntity: String, new: [Property], of newEntity: String) -> [Fate] {
    let olds = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let used = Set(pairs.values)
    let kept: [Fate] = new.compactMap { property in
      guard let origin = pairs[property.name].flatMap({ olds[$0] }) else {
        return property.declaring == newEntity ? .added(property) : nil
      }
      let isOwn = property.declaring == newEntity || origin.declaring == oldEntity
      return isOwn ? .kept(old: origin, new: property) : nil
    }
    return kept
      + old.filter { $0.declaring == oldEntity && !used.contains($0.name) }.map { .removed($0) }
  }
}
