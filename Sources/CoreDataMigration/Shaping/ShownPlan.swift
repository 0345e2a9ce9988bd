import CoreDataMapping
import CoreDataModel

/// A step's plan for people to read: over the source's own entities and properties, with what each rule does.
///
/// Unlike `ShapePlan.shownMigration` it tells of all rows: an entity that rules part has several mappings.
package struct ShownPlan: Sendable {
  package let mappings: [ShownMapping]
  /// Of the two models. It may have several mappings of one entity.
  package let migration: MigrationPlan

  /// Of a step without rules.
  package init(_ plan: MigrationPlan) {
    mappings = plan.entities.map { ShownMapping($0) }
    migration = plan
  }

  /// - Parameters:
  ///   - source: the model of the source as it was.
  ///   - step: as the mapping file says it.
  package init(_ plan: ShapePlan, source: ManagedObjectModel, step: MappingStep, file: String) {
    let builder = ShownPlanBuilder(plan: plan, source: source, step: step, file: file)
    mappings = plan.migration.entities.map(builder.shown)
    migration = MigrationPlan(
      source: source, destination: plan.migration.destination,
      entities: mappings.filter { !$0.isRejected }.map(\.mapping), pairs: plan.migration.pairs,
      ambiguities: plan.migration.ambiguities, readByRules: plan.migration.readByRules, hasRules: true)
  }
}

private struct ShownPlanBuilder {
  let plan: ShapePlan
  let source: ManagedObjectModel
  let step: MappingStep
  let file: String

  func shown(_ mapping: EntityMapping) -> ShownMapping {
    let entity = plan.names.shown(mapping.source)
    guard mapping.dropped != .rejected else {
      let own = plan.rejected.first { $0.value == mapping.source }?.key
      let target = own.flatMap { plan.migration.destination(ofSource: $0) }
      return ShownMapping(
        EntityMapping(source: entity, destination: target, dropped: .rejected), rowsOf: mapping.source,
        part: .rejected(target.flatMap(rejecting)), isFurther: plan.copies.contains(mapping.source))
    }
    let ruled = plan.sources.first { $0.entity == entity }
    guard let ruled,
      let rule = ruled.mappings.first(where: { $0.member == mapping.source || $0.copy == mapping.source })
    else {
      let part: ShownMapping.Part = mapping.dropped == .notTaken ? .notTaken : .inferred
      return shown(mapping, as: entity, part: part, nil)
    }
    // What defaults alone ask for goes where it is inferred to.
    let isAsked = step.entities.contains { $0.value.name.place == rule.place.place }
    return shown(
      mapping, as: entity, part: isAsked ? .rule(rule.place, all: rule.condition == nil) : .inferred, rule)
  }

  private func shown(
    _ mapping: EntityMapping, as entity: String, part: ShownMapping.Part, _ rule: ShapedMapping?
  )
    -> ShownMapping
  {
    var fillings: [PropertyKey: ShownMapping.Filling] = [:]
    let attributes = mapping.attributes.map { attribute -> AttributeMapping in
      guard let source = attribute.source, let rule, plan.names.isMadeUp(source.name) else {
        return attribute
      }
      if let carried = rule.carried.first(where: { $0.name == source.name }) {
        return changed(attribute, to: carried.source)
      }
      fillings[attribute.destination] = rule.values.first { $0.name == source.name }.map(filling)
      return changed(attribute, to: nil)
    }
    var pairs: [EntityMapping.RelationshipPair] = []
    for pair in mapping.relationships {
      let link = plan.links.first { $0.owner == mapping.source && $0.name == pair.source.name }
      var origin: PropertyKey? = pair.source
      if let link {
        if case .relationship(let key) = link.source { origin = key } else { origin = nil }
      }
      if let origin { pairs.append(.init(destination: pair.destination, source: origin)) }
      guard let place = connection(pair.destination.name, rule) else { continue }
      fillings[pair.destination] = .init(means: .connect, place: place, from: origin)
    }
    return ShownMapping(
      EntityMapping(
        source: entity, destination: mapping.destination, dropped: mapping.dropped, attributes: attributes,
        droppedAttributes: mapping.droppedAttributes, relationships: pairs,
        droppedRelationships: mapping.droppedRelationships, addedRelationships: mapping.addedRelationships,
        carriedElsewhere: mapping.carriedElsewhere),
      rowsOf: mapping.source, part: part, isFurther: plan.copies.contains(mapping.source), fillings: fillings)
  }

  private func rejecting(_ destination: String) -> RulePlace? {
    step.entities.first { $0.value.name.value == destination && $0.value.onInvalid?.value == .reject }
      .flatMap(\.value.onInvalid).map { RulePlace(file: file, place: $0.place) }
  }

  private func changed(_ attribute: AttributeMapping, to source: PropertyKey?) -> AttributeMapping {
    AttributeMapping(
      destination: attribute.destination, destinationAttribute: attribute.destinationAttribute,
      source: source,
      sourceAttribute: source.flatMap { self.source.storedAttribute($0) },
      conversion: source == nil ? .copy : attribute.conversion)
  }

  private func filling(_ value: ShapedValue) -> ShownMapping.Filling {
    let isFallback = value.fallback.map { $0.place == value.place } ?? false
    let read = value.expression?.properties ?? []
    return ShownMapping.Filling(
      means: isFallback ? .fallback : value.table != nil ? .values : .set, place: value.place,
      from: read.count == 1 ? read.first : nil)
  }

  /// Where the rule says whereto a relationship leads.
  private func connection(_ relationship: String, _ rule: ShapedMapping?) -> RulePlace? {
    rule?.connections.first { $0.key.value == relationship }
      .map { RulePlace(file: file, place: $0.value.place) }
  }
}
