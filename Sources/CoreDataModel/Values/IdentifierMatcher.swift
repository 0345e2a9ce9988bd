/// Pairs the things of two model versions by what identifies them.
///
/// An identifier is the `elementID`, else the name; equal identifiers belong together, so an id stays good through
/// later versions. Only what is left on both sides may pair an explicit `elementID` with a *name* of the source,
/// because some models write the previous name there. Equal names alone never do.
package struct IdentifierMatcher {
  package struct Item: Hashable {
    package let name: String
    package let renamingIdentifier: String?

    package init(name: String, renamingIdentifier: String?) {
      self.name = name
      self.renamingIdentifier = renamingIdentifier
    }

    package var identifier: String { renamingIdentifier ?? name }
  }

  /// Destination name to source name.
  package private(set) var pairs: [String: String] = [:]
  /// Identifiers that more than one thing of one side bears, where the other side has it too; sorted.
  package private(set) var ambiguous: [String] = []

  package init(source: [Item], destination: [Item]) {
    // Where nothing changed, each thing is its own counterpart, however their identifiers collide.
    if Set(source) == Set(destination) {
      pairs = Dictionary(source.map { ($0.name, $0.name) }, uniquingKeysWith: { first, _ in first })
      return
    }
    let sources = Dictionary(grouping: source, by: \.identifier)
    let destinations = Dictionary(grouping: destination, by: \.identifier)
    var used: Set<String> = []
    for (identifier, candidates) in destinations {
      guard let origins = sources[identifier] else { continue }
      guard candidates.count == 1, origins.count == 1 else {
        ambiguous.append(identifier)
        used.formUnion(origins.map(\.name))
        continue
      }
      pairs[candidates[0].name] = origins[0].name
      used.insert(origins[0].name)
    }
    let byName = Dictionary(source.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for item in destination.sorted(by: { $0.name < $1.name }) where pairs[item.name] == nil {
      guard let identifier = item.renamingIdentifier, !ambiguous.contains(identifier),
        let origin = byName[identifier], !used.contains(origin.name)
      else { continue }
      pairs[item.name] = origin.name
      used.insert(origin.name)
    }
    ambiguous.sort()
  }
}
