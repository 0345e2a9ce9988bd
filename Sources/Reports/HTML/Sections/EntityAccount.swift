/// All that a report knows of one entity of the source, or of one that only the destination has.
struct EntityAccount {
  struct Property {
    let name: String
    let type: String?
    let isRelationship: Bool
    let change: ReportedChange.Change?
    /// `Entity.property` that it became, where it is another.
    let became: [String]
    let links: RelationshipCounts?
    let attribute: AttributeSummary?
    let findings: [Finding]
  }

  let name: String
  /// Nil in a report that does not tell.
  let change: ReportedChange.Change?
  let destinations: [String]
  let rows: [EntityCounts]
  let properties: [Property]
  /// About the entity as a whole.
  let findings: [Finding]

  /// By name; those that only the destination has last.
  static func all(_ body: ReportBody) -> [EntityAccount] {
    let builder = EntityAccountBuilder(body)
    return builder.source + builder.new
  }
}

private struct EntityAccountBuilder {
  private let body: ReportBody
  private let index: ModelIndex?
  private let findings: [String: [Finding]]
  private let links: [String: [RelationshipCounts]]
  private let attributes: [String: [AttributeSummary]]
  private let rows: [String: [EntityCounts]]

  init(_ body: ReportBody) {
    self.body = body
    index = body.models.map(ModelIndex.init)
    findings = Dictionary(grouping: body.findings.filter { $0.entity != nil }) { $0.entity ?? "" }
    links = Dictionary(grouping: body.relationships, by: \.entity)
    attributes = Dictionary(grouping: body.attributes, by: \.entity)
    rows = Dictionary(grouping: body.entities.filter { $0.source != nil }) { $0.source ?? "" }
  }

  var source: [EntityAccount] {
    let known = index?.models.source.map(\.name) ?? []
    let named = body.entities.compactMap(\.source) + body.relationships.map(\.entity)
    return Set(known + named).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(account)
  }

  var new: [EntityAccount] {
    let destinations = index.map { index in
      index.models.destination.map(\.name).filter { index.sources(of: $0).isEmpty }
    }
    let named = body.entities.filter { $0.source == nil }.compactMap(\.destination)
    return (destinations ?? named).map { name in
      EntityAccount(
        name: name, change: index == nil ? nil : .new, destinations: [name], rows: [],
        properties: properties(ofNew: name), findings: own(name))
    }
  }

  private func account(_ name: String) -> EntityAccount {
    let destinations =
      index?.destinations(of: name) ?? (rows[name] ?? []).compactMap(\.destination)
    return EntityAccount(
      name: name, change: index?.change(ofSource: name), destinations: destinations, rows: rows[name] ?? [],
      properties: properties(of: name, destinations), findings: own(name))
  }

  private func own(_ entity: String) -> [Finding] {
    (findings[entity] ?? []).filter { $0.property == nil }
  }

  private func findings(_ entity: String, _ property: String) -> [Finding] {
    (findings[entity] ?? []).filter { $0.property == property }
  }

  private func summary(_ entity: String, _ property: String) -> AttributeSummary? {
    attributes[entity]?.first { $0.name == property }
  }

  private func properties(of name: String, _ destinations: [String]) -> [EntityAccount.Property] {
    guard let index, let entity = index.source[name] else { return named(name, destinations) }
    var result = entity.lines.map { line -> EntityAccount.Property in
      let became = index.destinations(of: name, line.name)
      let values =
        became.compactMap { summary($0.entity, $0.property ?? "") }.first
        ?? destinations.compactMap { summary($0, became.first?.property ?? line.name) }.first
      return EntityAccount.Property(
        name: line.name, type: line.type, isRelationship: line.isRelationship,
        change: index.change(ofSource: name, line.name),
        became: became.map { destinations.contains($0.entity) ? $0.property ?? "" : $0.text }
          .filter { $0 != line.name },
        links: links[name]?.first { $0.name == line.name }, attribute: line.isRelationship ? nil : values,
        findings: findings(name, line.name))
    }
    for destination in destinations {
      result += (index.destination[destination]?.lines ?? []).filter {
        index.sources(of: destination, $0.name).isEmpty
      }.map { line in
        EntityAccount.Property(
          name: line.name, type: line.type, isRelationship: line.isRelationship,
          change: index.change(ofDestination: destination, line.name), became: [], links: nil,
          attribute: summary(destination, line.name), findings: [])
      }
    }
    let shown = Set(result.compactMap(\.attribute?.name))
    result += destinations.flatMap { attributes[$0] ?? [] }.filter { !shown.contains($0.name) }.map {
      EntityAccount.Property(
        name: $0.name, type: "inherited", isRelationship: false, change: nil, became: [], links: nil,
        attribute: $0, findings: findings(name, $0.name))
    }
    let told = Set(result.map(\.name))
    return result
      + (findings[name] ?? []).compactMap(\.property).filter { !told.contains($0) }.uniqued.map(bare(name))
  }

  private func properties(ofNew name: String) -> [EntityAccount.Property] {
    (index?.destination[name]?.lines ?? []).map { line in
      EntityAccount.Property(
        name: line.name, type: line.type, isRelationship: line.isRelationship, change: .new, became: [],
        links: nil, attribute: summary(name, line.name), findings: findings(name, line.name))
    }
  }

  /// Without models the accounts and findings tell which properties there are.
  private func named(_ name: String, _ destinations: [String]) -> [EntityAccount.Property] {
    let own = (links[name] ?? []).map(\.name) + (findings[name] ?? []).compactMap(\.property)
    let values = destinations.flatMap { attributes[$0] ?? [] }.map(\.name)
    return (own + values).uniqued.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { property in
      let counts = links[name]?.first { $0.name == property }
      return EntityAccount.Property(
        name: property, type: nil, isRelationship: counts != nil, change: nil, became: [], links: counts,
        attribute: destinations.compactMap { summary($0, property) }.first,
        findings: findings(name, property))
    }
  }

  /// What a finding names and no model has: an index, say.
  private func bare(_ entity: String) -> (String) -> EntityAccount.Property {
    { property in
      EntityAccount.Property(
        name: property, type: nil, isRelationship: false, change: nil, became: [], links: nil, attribute: nil,
        findings: findings(entity, property))
    }
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
