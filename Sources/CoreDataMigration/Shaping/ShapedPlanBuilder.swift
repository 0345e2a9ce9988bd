import CoreDataMapping
import CoreDataModel
import Diagnostics
import Expressions

/// Adds to the source's model what the rules make, and pairs it with the new model.
struct ShapedPlanBuilder {
  let planner: ShapePlanner
  let sources: [ShapedSource]
  var faults: [Diagnostic] = []

  var names: ShapedNames
  var read: Set<PropertyKey>
  var entities: [String: EntityDescription]
  private var mappings: [EntityMapping] = []
  var links: [ShapedLink] = []
  private var rejected: [String: String] = [:]
  let places: RowPlaces

  init(_ planner: ShapePlanner, _ sources: [ShapedSource]) throws {
    self.planner = planner
    self.sources = sources
    names = planner.names
    read = planner.read
    entities = Dictionary(
      planner.source.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    places = RowPlaces(planner: planner, sources: sources)
    // All of them are there before links lead to any.
    for shaped in sources { addEntities(of: shaped) }
    for mapping in planner.inferred.entities {
      if let shaped = sources.first(where: { $0.entity == mapping.source }) {
        add(shaped, inferred: mapping)
      } else {
        mappings.append(repaired(mapping))
      }
    }
    addRejected()
    refuseBothEnds()
  }

  func plan() throws(ModelError) -> ShapePlan {
    let model = try ManagedObjectModel(
      name: planner.source.name, versionIdentifiers: planner.source.versionIdentifiers,
      entities: Array(entities.values), isCompiled: planner.source.isCompiled)
    return ShapePlan(
      model: model,
      migration: MigrationPlan(
        source: model, destination: planner.destination,
        entities: mappings.map(withoutRead).sorted { $0.source < $1.source },
        pairs: planner.inferred.pairs, ambiguities: planner.inferred.ambiguities, readByRules: read,
        hasRules: true),
      names: names, sources: sources, links: links, rejecting: Self.rejecting(planner.step),
      rejected: rejected)
  }

  /// What any rule reads counts as carried over, of whatever entity.
  private func withoutRead(_ mapping: EntityMapping) -> EntityMapping {
    var result = mapping
    result.droppedAttributes.removeAll(where: read.contains)
    result.droppedRelationships.removeAll(where: read.contains)
    return result
  }

  private static func rejecting(_ step: MappingStep) -> Set<String> {
    Set(step.entities.map(\.value).filter { $0.onInvalid?.value == .reject }.map(\.name.value))
  }

  /// A subentity for the rows of each entity that are left out.
  private mutating func addRejected() {
    guard !Self.rejecting(planner.step).isEmpty else { return }
    for mapping in mappings where mapping.destination != nil {
      let name = names.make(names.shown(mapping.source))
      var entity = EntityDescription(name: name)
      entity.superentity = mapping.source
      entities[name] = entity
      rejected[mapping.source] = name
      mappings.append(EntityMapping(source: name, destination: nil, dropped: .rejected))
    }
  }

  // MARK: - Entities

  private mutating func add(_ shaped: ShapedSource, inferred: EntityMapping) {
    let copies = shaped.mappings.compactMap { mapping in mapping.copy.map { (mapping, $0) } }
    // A property that a further row of each row carries on is not lost.
    func carriedElsewhere(except own: ShapedMapping?) -> [PropertyKey: [String]] {
      var result: [PropertyKey: [String]] = [:]
      for (mapping, copy) in copies where mapping.copy != own?.copy {
        for (key, _) in mapping.carried { result[key, default: []].append(copy) }
      }
      return result
    }
    if shaped.keepsOwnPlace {
      mappings.append(
        finished(repaired(inferred), carriedElsewhere: carriedElsewhere(except: nil)))
    } else {
      mappings.append(EntityMapping(source: shaped.entity, destination: nil, dropped: .notTaken))
    }
    for mapping in shaped.mappings {
      let base = planner.inference.mapping(of: shaped.entity, to: mapping.destination)
      if let member = mapping.member {
        let attributes = base.attributes.map { attribute($0, mapping, in: member, isCopy: false) }
        let pairs = pairs(base, mapping, of: shaped, in: member, isCopy: false)
        mappings.append(
          finished(
            EntityMapping(
              source: member, destination: mapping.destination, dropped: nil, attributes: attributes,
              droppedAttributes: base.droppedAttributes + overridden(base, mapping), relationships: pairs,
              droppedRelationships: base.droppedRelationships),
            carriedElsewhere: carriedElsewhere(except: mapping)))
      }
      if let copy = mapping.copy {
        let attributes = base.attributes.map { attribute($0, mapping, in: copy, isCopy: true) }
        mappings.append(
          EntityMapping(
            source: copy, destination: mapping.destination, dropped: nil, attributes: attributes,
            relationships: pairs(base, mapping, of: shaped, in: copy, isCopy: true)))
      }
    }
  }

  private mutating func addEntities(of shaped: ShapedSource) {
    for mapping in shaped.mappings {
      if let member = mapping.member {
        var entity = EntityDescription(name: member)
        entity.superentity = shaped.entity
        entity.attributes = mapping.values.map(Self.attribute)
        entities[member] = entity
      }
      guard let copy = mapping.copy else { continue }
      var entity = EntityDescription(name: copy)
      if let root = mapping.copyRoot {
        var parent = EntityDescription(name: root)
        parent.isAbstract = true
        entities[root] = entities[root] ?? parent
        entity.superentity = root
      }
      entity.attributes =
        mapping.carried.compactMap { key, name in carriedAttribute(key, name) }
        + mapping.values.map(Self.attribute)
      entities[copy] = entity
    }
  }

  /// With what other rows carry.
  private func finished(_ mapping: EntityMapping, carriedElsewhere: [PropertyKey: [String]]) -> EntityMapping
  {
    let carried = Set(mapping.attributes.compactMap(\.source))
    let paired = Set(mapping.relationships.map(\.source))
    let fed = Set(mapping.relationships.map(\.destination))
    var result = mapping
    result.droppedAttributes = Set(mapping.droppedAttributes).subtracting(carried).sorted()
    result.droppedRelationships = Set(mapping.droppedRelationships).subtracting(paired).sorted()
    result.addedRelationships = planner.destination.relationships(of: mapping.destination ?? "")
      .filter { !$0.relationship.isTransient }
      .map { PropertyKey($0.declaring, $0.relationship.name) }.filter { !fed.contains($0) }
    result.carriedElsewhere = carriedElsewhere
    return result
  }

  /// Source attributes whose place a rule's value takes.
  private func overridden(_ base: EntityMapping, _ mapping: ShapedMapping) -> [PropertyKey] {
    let ruled = Set(mapping.values.map(\.destination))
    return base.attributes.filter { ruled.contains($0.destination) }.compactMap(\.source)
  }

  private func attribute(_ base: AttributeMapping, _ mapping: ShapedMapping, in entity: String, isCopy: Bool)
    -> AttributeMapping
  {
    if let value = mapping.values.first(where: { $0.destination == base.destination }) {
      return AttributeMapping(
        destination: base.destination, destinationAttribute: base.destinationAttribute,
        source: PropertyKey(entity, value.name), sourceAttribute: Self.attribute(value), conversion: .copy)
    }
    guard isCopy, let key = base.source, let carried = mapping.carried.first(where: { $0.source == key })
    else {
      return base
    }
    return AttributeMapping(
      destination: base.destination, destinationAttribute: base.destinationAttribute,
      source: PropertyKey(entity, carried.name), sourceAttribute: base.sourceAttribute,
      conversion: base.conversion)
  }

  /// Of the new model's form; missing values are looked for as everywhere else.
  private static func attribute(_ value: ShapedValue) -> AttributeDescription {
    var attribute = AttributeDescription(name: value.name, type: value.attribute.type)
    attribute.isOptional = true
    attribute.allowsExternalBinaryDataStorage = value.attribute.allowsExternalBinaryDataStorage
    return attribute
  }

  private func carriedAttribute(_ key: PropertyKey, _ name: String) -> AttributeDescription? {
    guard let leaf = planner.source.storedAttribute(key) else { return nil }
    var attribute = AttributeDescription(name: name, type: leaf.type)
    attribute.isOptional = leaf.isOptional
    attribute.allowsExternalBinaryDataStorage = leaf.allowsExternalBinaryDataStorage
    return attribute
  }
}
