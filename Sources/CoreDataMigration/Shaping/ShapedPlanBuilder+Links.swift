import CoreDataMapping
import CoreDataModel
import Diagnostics
import Expressions

extension ShapedPlanBuilder {
  /// The same links of the source, said of both ends of a relationship, would be there twice.
  mutating func refuseBothEnds() {
    var said: [(end: PropertyKey, source: PropertyKey, place: RulePlace)] = []
    for source in sources {
      for mapping in source.mappings {
        for entry in mapping.connections {
          guard
            let end = planner.destination.relationships(of: mapping.destination)
              .first(where: { $0.relationship.name == entry.key.value }),
            let origin = planner.source.relationships(of: source.entity)
              .first(where: { $0.relationship.name == entry.value.value.text })
          else { continue }
          said.append(
            (
              PropertyKey(end.declaring, entry.key.value),
              PropertyKey(origin.declaring, origin.relationship.name),
              RulePlace(file: planner.compiler.file, place: entry.value.place)
            ))
        }
      }
    }
    for each in said {
      guard let far = planner.destination.inverse(of: each.end), each.end < far,
        planner.destination.relationship(each.end)?.isToMany == true,
        planner.destination.relationship(far)?.isToMany == true,
        let other = planner.source.inverse(of: each.source),
        said.contains(where: { $0.end == far && $0.source == other })
      else { continue }
      let diagnostic = Diagnostic(
        .mappingConnectUnclear, .error, Subject(entity: each.end.entity, property: each.end.name),
        summary:
          "\(each.place.text): \(each.end) and \(far), which are the two ends of one relationship, are both "
          + "connected to the same links of the source, \(each.source).",
        recovery: ["Connect one end, and say `NULL` of the other."])
      if !faults.contains(diagnostic) { faults.append(diagnostic) }
    }
  }

  /// An inferred mapping whose relationships lead to rows that a rule puts elsewhere leads there.
  mutating func repaired(_ mapping: EntityMapping) -> EntityMapping {
    guard mapping.destination != nil else { return mapping }
    var pairs: [EntityMapping.RelationshipPair] = []
    for pair in mapping.relationships {
      guard let relationship = planner.source.relationship(pair.source),
        let far = planner.destination.relationship(pair.destination)?.destinationEntity
      else { continue }
      let place = places.place(of: relationship.destinationEntity, as: far)
      guard place.entity != relationship.destinationEntity else {
        pairs.append(pair)
        continue
      }
      if place.isForAllRows { read.insert(pair.source) }
      pairs.append(
        .init(
          destination: pair.destination,
          source: link(
            from: mapping.source, of: mapping.source, .relationship(pair.source), to: place.entity,
            pair.destination,
            at: nil)))
    }
    var result = mapping
    result.relationships = pairs
    return result
  }

  mutating func pairs(
    _ base: EntityMapping, _ mapping: ShapedMapping, of shaped: ShapedSource, in owner: String, isCopy: Bool
  ) -> [EntityMapping.RelationshipPair] {
    var pairs: [EntityMapping.RelationshipPair] = []
    var used: Set<PropertyKey> = []
    // Links of rows that have a place already stay with it, unless the rule says otherwise.
    let carriesAll = !shaped.keepsOwnPlace
    for (declaring, relationship) in planner.destination.relationships(of: mapping.destination)
    where !relationship.isTransient {
      let key = PropertyKey(declaring, relationship.name)
      let entry = mapping.connections.first { $0.key.value == relationship.name }
      var source: ShapedLink.Source?
      if let entry {
        source = connection(entry, of: shaped.entity)
      } else if let pair = base.relationships.first(where: { $0.destination == key }),
        carriesAll || planner.source.relationship(pair.source)?.isToMany == false
      {
        source = .relationship(pair.source)
      }
      guard let source,
        let target = target(of: source, shaped.entity, as: relationship.destinationEntity, entry)
      else { continue }
      if case .relationship(let origin) = source {
        if entry != nil { read.insert(origin) }
        let isDirect = !isCopy && target == planner.source.relationship(origin)?.destinationEntity
        if isDirect, used.insert(origin).inserted {
          pairs.append(.init(destination: key, source: origin))
          continue
        }
      }
      pairs.append(
        .init(
          destination: key,
          source: link(
            from: owner, of: shaped.entity, source, to: target, key,
            at: entry.map { RulePlace(file: planner.compiler.file, place: $0.value.place) })))
    }
    return pairs
  }

  private mutating func connection(_ entry: MappingEntry<String, ConnectionSource>, of entity: String)
    -> ShapedLink.Source?
  {
    switch entry.value.value.kind {
    case .objectID: return .ownKey
    case .relationship:
      return planner.source.relationships(of: entity)
        .first { $0.relationship.name == entry.value.value.text }
        .map { .relationship(PropertyKey($0.declaring, $0.relationship.name)) }
    case .expression where entry.value.value.isNothing: return nil
    case .expression:
      var compiler = RuleCompiler(session: planner.session, file: planner.compiler.file)
      let sql = Located(entry.value.value.text, at: entry.value.place)
      let expression = compiler.value(sql, over: entity)
      faults += compiler.faults
      guard let expression else { return nil }
      read.formUnion(expression.properties)
      return .expression(expression)
    }
  }

  /// The entity of the shaped model that a link leads to.
  private mutating func target(
    of source: ShapedLink.Source, _ entity: String, as far: String,
    _ entry: MappingEntry<String, ConnectionSource>?
  ) -> String? {
    switch source {
    case .ownKey: return places.place(of: entity, as: far).entity
    case .relationship(let key):
      return planner.source.relationship(key).map { places.place(of: $0.destinationEntity, as: far).entity }
    case .expression:
      if let feeding = places.feeding(far) { return places.place(of: feeding, as: far).entity }
      if let entry {
        faults.append(
          Diagnostic(
            .mappingConnectUnclear, .error, Subject(entity: far),
            summary:
              "\(RulePlace(file: planner.compiler.file, place: entry.value.place).text): rows of several tables, "
              + "or none, become rows of \(far), so that a key does not say which row is meant.",
            recovery: ["Name a relationship of the source, or objectID."]))
      }
      return nil
    }
  }

  private mutating func link(
    from owner: String, of entity: String, _ source: ShapedLink.Source, to target: String,
    _ destination: PropertyKey, at place: RulePlace?
  ) -> PropertyKey {
    let name = names.make(destination.name)
    var relationship = RelationshipDescription(name: name, destinationEntity: target)
    relationship.isOptional = true
    if case .relationship(let key) = source, let origin = planner.source.relationship(key), origin.isToMany {
      relationship.isToMany = true
      relationship.isOrdered = origin.isOrdered
      // Many-to-many, so that the links have a table of their own.
      let back = names.make(destination.name)
      var inverse = RelationshipDescription(name: back, destinationEntity: owner)
      inverse.isOptional = true
      inverse.isToMany = true
      inverse.inverseName = name
      inverse.inverseEntity = owner
      relationship.inverseName = back
      relationship.inverseEntity = target
      entities[target]?.relationships.append(inverse)
    }
    entities[owner]?.relationships.append(relationship)
    links.append(
      ShapedLink(
        owner: owner, sourceEntity: entity, name: name, source: source, target: target,
        isToMany: relationship.isToMany, destination: destination, place: place))
    return PropertyKey(owner, name)
  }
}
