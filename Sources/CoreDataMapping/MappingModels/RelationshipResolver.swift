import CoreDataModel

/// Finds out which links a relationship of a mapping model gets, and translates them.
struct RelationshipResolver {
  enum Links {
    case nothing
    /// The source of a connection in a mapping file, and the path it goes.
    case connection(String, path: [String])
    /// Relationships by their names, several rows at the end of several.
    case rows(path: [String])
    case question(OpenQuestion.Kind, String)
  }

  /// SQL that leads to no row.
  static let nowhere = "(NULL)"

  let translator: MappingModelTranslator

  func translate(
    _ key: PropertyKey, _ relationship: RelationshipDescription, _ entity: inout EntityMappingTranslator
  ) {
    let name = relationship.name
    let place = entity.mapping.relationships.first { $0.name == name }?.place
    switch links(of: relationship, entity.mapping) {
    case .connection(let source, _):
      if inferredSource(of: name, entity) != source { entity.connect(name, source, at: place) }
    case .rows(let path):
      guard !isToldByInverse(of: key, path: path, entity) else { return }
      entity.ask(
        .unknownExpression, name, isRelationship: true, "$source.\(path.joined(separator: "."))", at: place)
    case .question(let kind, let text): entity.ask(kind, name, isRelationship: true, text, at: place)
    case .nothing:
      guard wouldBeFilled(name, entity), !isFilledByInverse(of: key) else { return }
      entity.connect(
        name, Self.nowhere, at: place, notes: ["The mapping model connects it to nothing."])
    }
  }

  func links(of relationship: RelationshipDescription, _ mapping: MappingModelEntity) -> Links {
    let said = mapping.relationships.first { $0.name == relationship.name }
    switch said?.value ?? .nothing {
    case .nothing, .expression(.constant(.null)): return .nothing
    case .unclear(let text): return .question(.unknownExpression, text)
    case .generated: return generated(relationship, mapping)
    case .expression(let expression): return links(expression, relationship, mapping)
    }
  }

  private func generated(
    _ relationship: RelationshipDescription, _ mapping: MappingModelEntity
  ) -> Links {
    let inferred = mapping.source.flatMap { translator.plan.mapping(ofSource: $0) }
    if let inferred, inferred.destination == mapping.destination,
      let pair = inferred.relationships.first(where: { $0.destination.name == relationship.name }),
      pair.source.name != relationship.name
    {
      return .question(
        .unknownExpression, "no expression, while its renaming identifier is that of \(pair.source.name)")
    }
    let path = SourcePath(model: translator.source, entity: mapping.source ?? "")
    guard path.relationships([relationship.name]) != nil else { return .nothing }
    return links(path: [relationship.name], relationship, mapping)
  }

  private func links(
    _ expression: ArchivedExpression, _ relationship: RelationshipDescription, _ mapping: MappingModelEntity
  ) -> Links {
    guard case .function(let target, let selector, let arguments) = expression else {
      return .question(.unknownExpression, expression.text)
    }
    guard target == .manager, arguments.count == 2, case .constant(.text(let name)) = arguments[0],
      let path = arguments[1].sourcePath
    else { return .question(.customFunction, expression.text) }
    switch selector {
    case DestinationInstances.ofMapping:
      if let objection = objection(to: name, path, relationship, mapping) {
        return .question(.unknownExpression, objection)
      }
    case DestinationInstances.ofRelationship:
      guard path == [name] else { return .question(.unknownExpression, expression.text) }
    default: return .question(.customFunction, expression.text)
    }
    return links(path: path, relationship, mapping)
  }

  private func links(
    path: [String], _ relationship: RelationshipDescription, _ mapping: MappingModelEntity
  ) -> Links {
    let source = SourcePath(model: translator.source, entity: mapping.source ?? "")
    switch source.end(path) {
    case .row: return .connection(ConnectionSource.objectID, path: [])
    case .toOne(let sql, _): return .connection(path.count == 1 ? path[0] : sql, path: path)
    case .toMany(let names):
      guard relationship.isToMany else {
        return .question(.unknownExpression, "$source.\(path.joined(separator: ".")), which leads to several")
      }
      return names.count == 1 ? .connection(names[0], path: names) : .rows(path: names)
    default: return .question(.unknownExpression, "$source.\(path.joined(separator: "."))")
    }
  }

  /// Why what rows became by this entity mapping is not all that they became, or not what the relationship leads to.
  private func objection(
    to name: String, _ path: [String], _ relationship: RelationshipDescription, _ mapping: MappingModelEntity
  ) -> String? {
    let candidates = translator.mappingModel.entityMappings.filter { $0.name == name }
    guard candidates.count == 1, let named = candidates.first, let origin = named.source,
      let result = named.destination,
      translator.destination.isKind(result, of: relationship.destinationEntity)
    else { return "the entity mapping \(name), which leads elsewhere" }
    let source = SourcePath(model: translator.source, entity: mapping.source ?? "")
    let target: String?
    switch source.end(path) {
    case .row: target = mapping.source
    case .toOne(_, let entity): target = entity
    case .toMany(let names):
      target =
        source.relationships(names)?.last.flatMap { translator.source.relationship($0) }?
        .destinationEntity
    default: target = nil
    }
    guard let target,
      translator.source.isKind(origin, of: target) || translator.source.isKind(target, of: origin)
    else { return "the entity mapping \(name), which starts elsewhere" }
    let others = translator.mappingModel.entityMappings.filter { other in
      other.name != name && other.source == origin
        && other.destination.map {
          translator.destination.isKind($0, of: relationship.destinationEntity)
        } == true
    }
    return others.first.map { "the entity mapping \(name) alone, and not \($0.name)" }
  }

  private func inferredSource(of name: String, _ entity: EntityMappingTranslator) -> String? {
    entity.inferred?.relationships.first { $0.destination.name == name }?.source.name
  }

  /// Whether there would be links if nothing was said. Properties are paired by their identifiers whichever entities a
  /// rule pairs.
  private func wouldBeFilled(_ name: String, _ entity: EntityMappingTranslator) -> Bool {
    MappingInference(source: translator.source, destination: translator.destination)
      .mapping(of: entity.source, to: entity.destination)
      .relationships.contains { $0.destination.name == name }
  }

  /// Entity mappings that make rows at the other end.
  private func mappings(atInverseOf key: PropertyKey) -> (RelationshipDescription, [MappingModelEntity])? {
    guard let other = translator.destination.inverse(of: key),
      let relationship = translator.destination.relationship(other)
    else { return nil }
    return (
      relationship,
      translator.mappingModel.entityMappings.filter { mapping in
        mapping.source != nil
          && mapping.destination.map { translator.destination.isKind($0, of: other.entity) } == true
      }
    )
  }

  /// Core Data sets both ends of a link when it sets one.
  private func isFilledByInverse(of key: PropertyKey) -> Bool {
    guard let (relationship, mappings) = mappings(atInverseOf: key) else { return false }
    return mappings.contains { mapping in
      if case .nothing = links(of: relationship, mapping) { false } else { true }
    }
  }

  /// Whether every entity mapping at the other end goes the same path the other way.
  private func isToldByInverse(
    of key: PropertyKey, path: [String], _ entity: EntityMappingTranslator
  ) -> Bool {
    guard let steps = entity.path.relationships(path),
      let (relationship, mappings) = mappings(atInverseOf: key)
    else { return false }
    let back = steps.reversed().map { translator.source.inverse(of: $0)?.name }
    return !mappings.isEmpty
      && mappings.allSatisfy { mapping in
        guard case .connection(_, let path) = links(of: relationship, mapping) else { return false }
        return path.map(Optional.some) == back
      }
  }
}
