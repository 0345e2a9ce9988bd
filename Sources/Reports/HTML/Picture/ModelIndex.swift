/// A report's models, asked by name. What `became` does not list shares what became of its entity.
struct ModelIndex {
  struct Line {
    let name: String
    let type: String
    /// Of a relationship.
    let relationship: ReportedRelationship?

    var isRelationship: Bool { relationship != nil }
  }

  let models: ReportedModels
  let source: [String: ReportedEntity]
  let destination: [String: ReportedEntity]
  private let bySource: [ReportedChange.Name: [ReportedChange]]
  private let byDestination: [ReportedChange.Name: [ReportedChange]]

  init(_ models: ReportedModels) {
    self.models = models
    func named(_ entities: [ReportedEntity]) -> [String: ReportedEntity] {
      Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    source = named(models.source)
    destination = named(models.destination)
    var (bySource, byDestination):
      ([ReportedChange.Name: [ReportedChange]], [ReportedChange.Name: [ReportedChange]]) =
        ([:], [:])
    for change in models.became {
      if let name = change.source { bySource[name, default: []].append(change) }
      if let name = change.destination { byDestination[name, default: []].append(change) }
    }
    (self.bySource, self.byDestination) = (bySource, byDestination)
  }

  func destinations(of entity: String) -> [String] {
    (bySource[.init(entity)] ?? []).compactMap { $0.destination?.entity }
  }

  func sources(of entity: String) -> [String] {
    (byDestination[.init(entity)] ?? []).compactMap { $0.source?.entity }
  }

  func change(ofSource entity: String) -> ReportedChange.Change {
    bySource[.init(entity)]?.first?.change ?? .dropped
  }

  func change(ofDestination entity: String) -> ReportedChange.Change {
    byDestination[.init(entity)]?.first?.change ?? .new
  }

  func change(ofSource entity: String, _ property: String) -> ReportedChange.Change {
    if let own = bySource[.init(entity, property)]?.first?.change { return own }
    return destinations(of: entity).isEmpty ? .dropped : .kept
  }

  func change(ofDestination entity: String, _ property: String) -> ReportedChange.Change {
    if let own = byDestination[.init(entity, property)]?.first?.change { return own }
    return sources(of: entity).isEmpty ? .new : .kept
  }

  func destinations(of entity: String, _ property: String) -> [ReportedChange.Name] {
    if let own = bySource[.init(entity, property)] { return own.compactMap(\.destination) }
    return destinations(of: entity).filter { destination[$0]?.has(property) ?? false }.map {
      .init($0, property)
    }
  }

  func sources(of entity: String, _ property: String) -> [ReportedChange.Name] {
    if let own = byDestination[.init(entity, property)] { return own.compactMap(\.source) }
    return sources(of: entity).filter { source[$0]?.has(property) ?? false }.map { .init($0, property) }
  }
}

extension ReportedEntity {
  /// Attributes, then relationships.
  var lines: [ModelIndex.Line] {
    attributes.map { .init(name: $0.name, type: $0.type + ($0.isOptional ? "?" : ""), relationship: nil) }
      + relationships.map { .init(name: $0.name, type: $0.words, relationship: $0) }
  }

  func has(_ property: String) -> Bool {
    attributes.contains { $0.name == property } || relationships.contains { $0.name == property }
  }
}

extension ReportedRelationship {
  /// `to Author`, `to many Book, ordered`.
  var words: String { "to \(isToMany ? "many " : "")\(destination)\(isOrdered ? ", ordered" : "")" }
}
