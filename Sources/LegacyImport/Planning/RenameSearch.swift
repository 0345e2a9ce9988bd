import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports
import Spelling

/// Looks for what may be one thing under two names: something that goes, and something new of its kind.
struct RenameSearch {
  /// What looks renamed, and the rows of a mapping file that would take it for renamed.
  struct Rename {
    let planned: PlannedRename
    let rules: [EntityRule]
  }

  private struct Candidate {
    let kind: PlannedRename.Kind
    let source: PropertyKey
    let destination: PropertyKey
    var reasons: Set<PlannedRename.Reason>

    /// Names say more than types.
    var weight: Int {
      reasons.reduce(0) { sum, reason in
        sum
          + (reason == .similarName ? 8 : reason == .sameProperties ? 4 : reason == .valuesFit ? 2 : 1)
      }
    }
  }

  private let plan: MigrationPlan
  private let keys: OldIDMap
  private let counts: PlannedCounts
  private let values: ValuePreflight
  /// Rules give rows entities of their own, which nobody knows.
  private let names: ShapedNames?

  init(_ context: MigrationContext, names: ShapedNames?, counts: PlannedCounts, values: ValuePreflight) {
    plan = context.plan
    keys = context.keys
    self.counts = counts
    self.values = values
    self.names = names
  }

  func renames() throws -> [Rename] {
    var properties: [Candidate] = []
    for mapping in plan.entities where mapping.destination != nil {
      properties += try attributes(mapping) + relationships(mapping)
    }
    return best(entities()).map(entity) + best(properties).map(property)
  }

  // MARK: Candidates

  private func entities() -> [Candidate] {
    let fed = Set(plan.entities.compactMap(\.destination))
    let new = plan.destination.entities.filter {
      !$0.isAbstract && plan.pairs[$0.name] == nil && !fed.contains($0.name)
    }
    return plan.entities.filter { $0.dropped == .removed }.flatMap { mapping in
      new.compactMap { entity in
        var reasons: Set<PlannedRename.Reason> = []
        if Likeness.areAlike(mapping.source, entity.name) { reasons.insert(.similarName) }
        if haveSameProperties(mapping.source, entity.name) { reasons.insert(.sameProperties) }
        guard !reasons.isEmpty else { return nil }
        return Candidate(
          kind: .entity, source: PropertyKey(mapping.source, ""), destination: PropertyKey(entity.name, ""),
          reasons: reasons)
      }
    }
  }

  /// Half of those of the larger one, by name and type.
  private func haveSameProperties(_ source: String, _ destination: String) -> Bool {
    func properties(_ entity: String, _ model: ManagedObjectModel) -> Set<String> {
      Set(
        model.attributes(of: entity).map { "\($0.attribute.name) \($0.attribute.type)" }
          + model.relationships(of: entity).map { "\($0.relationship.name) \($0.relationship.isToMany)" })
    }
    let (one, other) = (properties(source, plan.source), properties(destination, plan.destination))
    return max(one.count, other.count) > 0
      && one.intersection(other).count * 2 >= max(one.count, other.count)
  }

  private func attributes(_ mapping: EntityMapping) throws -> [Candidate] {
    let gone = mapping.droppedAttributes.filter { !plan.source.canBeWorkedOut($0) }.compactMap { key in
      plan.source.storedAttribute(key).map { (key: key, type: $0.type) }
    }
    let new = mapping.attributes.filter {
      $0.source == nil && !plan.destination.canBeWorkedOut($0.destination)
    }
    var result: [Candidate] = []
    for (key, type) in gone {
      for attribute in new where type.isCarriedOver(to: attribute.destinationAttribute.type) {
        let target = attribute.destinationAttribute.type
        var reasons: Set<PlannedRename.Reason> = type == target ? [.sameType] : []
        if Likeness.areAlike(key.name, attribute.destination.name) { reasons.insert(.similarName) }
        // What has a default was made as something new.
        if type == target, attribute.destinationAttribute.defaultValue == nil,
          gone.filter({ $0.type == type }).count == 1,
          new.filter({ $0.destinationAttribute.type == type }).count == 1
        {
          reasons.insert(.onlyOne)
        }
        if try values.fits(key, of: mapping.source, attribute.destinationAttribute) == true {
          reasons.insert(.valuesFit)
        }
        guard reasons.subtracting([.sameType]).isEmpty == false else { continue }
        result.append(
          Candidate(kind: .attribute, source: key, destination: attribute.destination, reasons: reasons))
      }
    }
    return result
  }

  private func relationships(_ mapping: EntityMapping) -> [Candidate] {
    func alike(_ old: RelationshipDescription, _ new: RelationshipDescription) -> Bool {
      old.isToMany == new.isToMany && plan.pairs[new.destinationEntity] == old.destinationEntity
    }
    var result: [Candidate] = []
    let gone = mapping.droppedRelationships.filter { plan.carriedByInverse($0) == nil }
    for source in gone {
      guard let old = plan.source.relationship(source) else { continue }
      let suitable = mapping.addedRelationships.filter { key in
        plan.destination.relationship(key).map { alike(old, $0) } ?? false
      }
      for destination in suitable {
        var reasons: Set<PlannedRename.Reason> = [.sameDestination]
        if Likeness.areAlike(source.name, destination.name) { reasons.insert(.similarName) }
        let rivals = gone.filter { key in
          guard let rival = plan.source.relationship(key),
            let new = plan.destination.relationship(destination)
          else { return false }
          return alike(rival, new)
        }
        if suitable.count == 1, rivals.count == 1 { reasons.insert(.onlyOne) }
        guard reasons.count > 1 else { continue }
        result.append(
          Candidate(kind: .relationship, source: source, destination: destination, reasons: reasons))
      }
    }
    return result
  }

  /// Each thing once: what there is most to be said for first.
  private func best(_ candidates: [Candidate]) -> [Candidate] {
    var taken: Set<PropertyKey> = []
    var given: Set<PropertyKey> = []
    let inOrder = candidates.sorted { one, other in
      one.weight != other.weight
        ? one.weight > other.weight : (one.source, one.destination) < (other.source, other.destination)
    }
    return inOrder.filter { candidate in
      guard !taken.contains(candidate.source), !given.contains(candidate.destination) else { return false }
      taken.insert(candidate.source)
      given.insert(candidate.destination)
      return true
    }
  }

  // MARK: Proposals

  private func entity(_ candidate: Candidate) -> Rename {
    var rule = EntityRule(name: Located(candidate.destination.entity))
    rule.from = [Located(candidate.source.entity)]
    return rename(
      candidate, from: candidate.source.entity, to: candidate.destination.entity,
      rows: keys.entry(ofSource: candidate.source.entity)?.keys.count ?? 0,
      identifier: plan.source.entity(candidate.source.entity)?.identifier, [rule])
  }

  private func property(_ candidate: Candidate) -> Rename {
    let name = candidate.destination.name
    var rules: [EntityRule] = []
    for mapping in plan.entities {
      guard let destination = mapping.destination,
        mapping.attributes.contains(where: { $0.destination == candidate.destination })
          || mapping.addedRelationships.contains(candidate.destination),
        mapping.droppedAttributes.contains(candidate.source)
          || mapping.droppedRelationships.contains(candidate.source)
      else { continue }
      var rule = EntityRule(name: Located(destination))
      let source = names?.shown(mapping.source) ?? mapping.source
      if plan.pairs[destination] != source { rule.from = [Located(source)] }
      if candidate.kind == .attribute {
        rule.set = [MappingEntry(Located(name), Located(MappingDraft.expression(candidate.source.name)))]
      } else {
        rule.connect = [MappingEntry(Located(name), Located(ConnectionSource(candidate.source.name)))]
      }
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rename(
      candidate, from: candidate.source.description, to: candidate.destination.description,
      rows: counts.count(candidate.source, in: plan.source), identifier: identifier(of: candidate), rules)
  }

  private func rename(
    _ candidate: Candidate, from source: String, to destination: String, rows: Int64, identifier: String?,
    _ rules: [EntityRule]
  ) -> Rename {
    var step = MappingStep()
    step.entities = rules.map { Located($0) }
    return Rename(
      planned: PlannedRename(
        kind: candidate.kind, source: source, destination: destination, rows: rows,
        reasons: Array(candidate.reasons), mapping: MappingDraft.lines(of: step),
        renamingIdentifier: identifier ?? candidate.source.name), rules: rules)
  }

  /// By which the source knows it.
  private func identifier(of candidate: Candidate) -> String? {
    let key = candidate.source
    if candidate.kind == .relationship { return plan.source.relationship(key)?.identifier }
    return plan.source.storedAttribute(key)?.identifier
  }
}
