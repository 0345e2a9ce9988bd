import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports

/// What becomes of each stored property of either version, and why.
struct PlannedProperties {
  private let plan: MigrationPlan
  private let keys: OldIDMap
  private let counts: PlannedCounts
  /// By source entity, abstract ones too.
  private let destinationOf: [String: String]

  /// What makes two lines one: the same fate of the same property, in several subentities.
  private struct Line: Hashable {
    let kind: PlannedProperty.Kind
    let source: PropertyKey?
    let destination: PropertyKey?
    let fate: PlannedProperty.Fate
    let why: String
    var goesWithRows = false
  }

  init(_ context: MigrationContext, counts: PlannedCounts) {
    plan = context.plan
    keys = context.keys
    self.counts = counts
    destinationOf = Dictionary(
      context.plan.pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
  }

  var list: [PlannedProperty] {
    var rows: [Line: Int64] = [:]
    for mapping in plan.entities {
      let own = keys.entry(ofSource: mapping.source)?.keys.count ?? 0
      for line in lines(mapping) { rows[line, default: 0] += own }
    }
    return rows.map { line, rows in
      let counted = line.fate == .dropped && !line.goesWithRows
      return PlannedProperty(
        kind: line.kind, source: line.source.map { .init($0.entity, $0.name) },
        destination: line.destination.map { .init($0.entity, $0.name) }, fate: line.fate, why: line.why,
        rows: counted ? line.source.map { counts.count($0, in: plan.source) } ?? 0 : rows,
        goesWithRows: line.goesWithRows)
    }
  }

  private func lines(_ mapping: EntityMapping) -> [Line] {
    guard mapping.destination != nil else {
      let attributes = plan.source.attributes(of: mapping.source).filter { !$0.attribute.isTransient }.map {
        Line(
          kind: .attribute, source: PropertyKey($0.declaring, $0.attribute.name), destination: nil,
          fate: .dropped, why: "its rows have no place (\(mapping.source))", goesWithRows: true)
      }
      let relationships = plan.source.relationships(of: mapping.source).filter {
        !$0.relationship.isTransient
      }
      return attributes
        + relationships.map {
          Line(
            kind: .relationship, source: PropertyKey($0.declaring, $0.relationship.name), destination: nil,
            fate: .dropped, why: "its rows have no place (\(mapping.source))", goesWithRows: true)
        }
    }
    var result = mapping.attributes.flatMap(lines) + mapping.relationships.map(line)
    for key in mapping.droppedAttributes {
      let isDerived = plan.source.canBeWorkedOut(key)
      result.append(
        Line(
          kind: .attribute, source: key, destination: nil, fate: .dropped,
          why: isDerived ? "derived: its value follows from others" : nothing(like: key)))
    }
    var carried: Set<PropertyKey> = []
    for key in mapping.droppedRelationships {
      let other = plan.carriedByInverse(key).flatMap { mapping.addedRelationships.contains($0) ? $0 : nil }
      if let other { carried.insert(other) }
      let fate: PlannedProperty.Fate =
        other.map { $0.name == key.name ? .kept : .renamed } ?? .dropped
      result.append(
        Line(
          kind: .relationship, source: key, destination: other, fate: fate,
          why: other == nil
            ? nothing(like: key) : "its inverse has its counterpart, and the links are the same"))
    }
    for key in mapping.addedRelationships where !carried.contains(key) {
      result.append(
        Line(
          kind: .relationship, source: nil, destination: key, fate: .new, why: "rows lead nowhere by it"))
    }
    return result
  }

  /// Said of the entity that would declare it, so that it is said once for all subentities.
  private func nothing(like key: PropertyKey) -> String {
    let counterpart = destinationOf[key.entity] ?? "what becomes of \(key.entity)"
    return "\(counterpart) has nothing of its name or renaming identifier"
  }

  /// One, or two where nothing is carried from the one to the other.
  private func lines(_ attribute: AttributeMapping) -> [Line] {
    let target = attribute.destination
    func line(_ fate: PlannedProperty.Fate, _ why: String) -> Line {
      Line(kind: .attribute, source: nil, destination: target, fate: fate, why: why)
    }
    if plan.destination.canBeWorkedOut(target) {
      return [
        Line(
          kind: .attribute, source: attribute.source, destination: target, fate: .derived,
          why: "worked out from other values")
      ]
    }
    guard let source = attribute.source, let before = attribute.sourceAttribute,
      attribute.conversion != .incompatible
    else {
      let isRequired = !attribute.destinationAttribute.isOptional
      let new =
        attribute.valueForNull != nil
        ? line(.default, "new; rows get the model's default")
        : line(.new, isRequired ? "required, without a default: rows have none" : "rows have no value for it")
      return lost(attribute) + [new]
    }
    return [self.line(attribute, from: source, before)]
  }

  private func lost(_ attribute: AttributeMapping) -> [Line] {
    guard let source = attribute.source, let before = attribute.sourceAttribute else { return [] }
    let after = attribute.destinationAttribute.type.modelName
    return [
      Line(
        kind: .attribute, source: source, destination: nil, fate: .dropped,
        why: "\(before.type.modelName) becomes \(after): how values change is not known")
    ]
  }

  private func line(_ attribute: AttributeMapping, from source: PropertyKey, _ before: AttributeDescription)
    -> Line
  {
    let target = attribute.destination
    let after = attribute.destinationAttribute
    var reasons = [reason(source, target)]
    var fate: PlannedProperty.Fate = source.name == target.name ? .kept : .renamed
    if fate == .kept, plan.pairs[target.entity] != source.entity {
      fate = .moved
      reasons.append("\(target.entity) declares it now")
    }
    if before.type != after.type {
      fate = .converted
      reasons.append("\(before.type.modelName) becomes \(after.type.modelName)")
    }
    switch attribute.conversion {
    case .addTag:
      fate = .converted
      reasons.append("values may lie in files now")
    case .removeTag:
      fate = .converted
      reasons.append("values in files move into the store")
    case .copy, .convert, .incompatible: break
    }
    if attribute.becomesRequired {
      reasons.append(
        "required now"
          + (attribute.valueForNull == nil ? ", without a default" : ": rows without a value get the default")
      )
    }
    return Line(
      kind: .attribute, source: source, destination: target, fate: fate, why: reasons.joined(separator: "; "))
  }

  private func line(_ pair: EntityMapping.RelationshipPair) -> Line {
    let before = plan.source.relationship(pair.source)
    let after = plan.destination.relationship(pair.destination)
    var reasons = [
      Counterpart(pair.source.name, before?.renamingIdentifier).reason(
        for: Counterpart(pair.destination.name, after?.renamingIdentifier))
    ]
    var fate: PlannedProperty.Fate = pair.source.name == pair.destination.name ? .kept : .renamed
    if fate == .kept, plan.pairs[pair.destination.entity] != pair.source.entity {
      fate = .moved
      reasons.append("\(pair.destination.entity) declares it now")
    }
    if let before, let after {
      let changes = [
        (before.isToMany && !after.isToMany, "to-many becomes to-one"),
        (!before.isToMany && after.isToMany, "to-one becomes to-many"),
        (before.isToMany && after.isToMany && before.isOrdered && !after.isOrdered, "its order goes"),
        (before.isToMany && after.isToMany && !before.isOrdered && after.isOrdered, "ordered now"),
      ].filter(\.0).map(\.1)
      if !changes.isEmpty { fate = .converted }
      reasons += changes
      if before.isOptional, !after.isOptional { reasons.append("required now") }
    }
    return Line(
      kind: .relationship, source: pair.source, destination: pair.destination, fate: fate,
      why: reasons.joined(separator: "; "))
  }

  /// Of a composite's leaf the composite bears the identifier.
  private func reason(_ source: PropertyKey, _ destination: PropertyKey) -> String {
    func counterpart(_ key: PropertyKey, _ model: ManagedObjectModel) -> Counterpart {
      let name = key.name.split(separator: ".").first.map(String.init) ?? key.name
      return Counterpart(
        name,
        model.attributes(of: key.entity).first { $0.attribute.name == name }?.attribute.renamingIdentifier)
    }
    return counterpart(source, plan.source).reason(for: counterpart(destination, plan.destination))
  }
}
