import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports

/// What becomes of each stored property of either version, and why.
struct PlannedProperties {
  private let shown: ShownPlan
  private let plan: MigrationPlan
  private let keys: OldIDMap
  private let counts: PlannedCounts
  private let words: RuleWords
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

  init(_ shown: ShownPlan, keys: OldIDMap, counts: PlannedCounts, words: RuleWords) {
    self.shown = shown
    self.words = words
    plan = shown.migration
    self.keys = keys
    self.counts = counts
    destinationOf = Dictionary(
      plan.pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
  }

  var list: [PlannedProperty] {
    var rows: [Line: Int64] = [:]
    for mapping in shown.mappings where !mapping.isRejected {
      let own = count(mapping)
      if mapping.part == .notTaken, own == 0 { continue }
      for line in lines(mapping) { rows[line, default: 0] += own }
    }
    for line in read(besides: Set(rows.keys.compactMap(\.source))) {
      let entities = Set(line.source.map { plan.source.subtree(of: $0.entity) } ?? [])
      rows[line] = shown.mappings.filter { !$0.isFurther && entities.contains($0.mapping.source) }
        .reduce(0) { $0 + count($1) }
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

  private func count(_ mapping: ShownMapping) -> Int64 {
    keys.entry(ofSource: mapping.rowsOf)?.keys.count ?? 0
  }

  /// What rules read, and nothing else is made of.
  private func read(besides told: Set<PropertyKey>) -> [Line] {
    plan.readByRules.subtracting(told).map { key in
      Line(
        kind: plan.source.relationship(key) == nil ? .attribute : .relationship, source: key,
        destination: nil,
        fate: .byRule, why: "read by rules, so it counts as carried over")
    }
  }

  private func lines(_ shown: ShownMapping) -> [Line] {
    let mapping = shown.mapping
    guard mapping.destination != nil else { return lost(mapping) }
    var result = mapping.attributes.flatMap { attribute in
      shown.fillings[attribute.destination].map { [line($0, .attribute, attribute.destination)] }
        ?? lines(attribute, shown)
    }
    let connected = shown.fillings.filter { $0.value.means == .connect }
    result += connected.map { line($0.value, .relationship, $0.key) }
    result += mapping.relationships.filter { connected[$0.destination] == nil }.map { line($0, shown) }
    for key in mapping.droppedAttributes {
      // Further rows of these rows may have all there is of it.
      if mapping.carriedElsewhere[key] != nil, counts.count(key, in: plan.source) == 0 { continue }
      result.append(
        Line(kind: .attribute, source: key, destination: nil, fate: .dropped, why: whyDropped(key, shown)))
    }
    var carried: Set<PropertyKey> = []
    for key in mapping.droppedRelationships {
      if plan.isReadByRule(key) {
        result.append(
          Line(
            kind: .relationship, source: key, destination: nil, fate: .byRule,
            why: "read by rules, so it counts as carried over"))
        continue
      }
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
    for key in mapping.addedRelationships where !carried.contains(key) && connected[key] == nil {
      let isFilled = plan.destination.inverse(of: key).map { inverse in
        self.shown.mappings.contains { $0.fillings[inverse]?.means == .connect }
      }
      result.append(
        isFilled ?? false
          ? Line(
            kind: .relationship, source: nil, destination: key, fate: .byRule,
            why: "a rule connects its inverse, and the links are the same")
          : Line(
            kind: .relationship, source: nil, destination: key, fate: .new, why: "rows lead nowhere by it"))
    }
    return result
  }

  private func line(_ filling: ShownMapping.Filling, _ kind: PlannedProperty.Kind, _ destination: PropertyKey)
    -> Line
  {
    Line(
      kind: kind, source: filling.from, destination: destination, fate: .byRule, why: words.text(of: filling))
  }

  /// With the rows.
  private func lost(_ mapping: EntityMapping) -> [Line] {
    func line(_ kind: PlannedProperty.Kind, _ entity: String, _ name: String) -> Line {
      Line(
        kind: kind, source: PropertyKey(entity, name), destination: nil, fate: .dropped,
        why: "its rows have no place (\(mapping.source))", goesWithRows: true)
    }
    return plan.source.attributes(of: mapping.source).filter { !$0.attribute.isTransient }.map {
      line(.attribute, $0.declaring, $0.attribute.name)
    }
      + plan.source.relationships(of: mapping.source).filter { !$0.relationship.isTransient }.map {
        line(.relationship, $0.declaring, $0.relationship.name)
      }
  }

  private func whyDropped(_ key: PropertyKey, _ shown: ShownMapping) -> String {
    if plan.source.canBeWorkedOut(key) { return "derived: its value follows from others" }
    let counterpart = shown.mapping.attributes.first { attribute in
      shown.fillings[attribute.destination] != nil
        && (attribute.destinationAttribute.renamingIdentifier ?? attribute.destination.name) == key.name
    }
    return counterpart.map { "a rule fills \($0.destination), and does not read this" } ?? nothing(like: key)
  }

  /// Said of the entity that would declare it, so that it is said once for all subentities.
  private func nothing(like key: PropertyKey) -> String {
    let counterpart = destinationOf[key.entity] ?? "what becomes of \(key.entity)"
    return "\(counterpart) has nothing of its name or renaming identifier"
  }

  /// One, or two where nothing is carried from the one to the other.
  private func lines(_ attribute: AttributeMapping, _ shown: ShownMapping) -> [Line] {
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
    return [self.line(attribute, from: source, before, shown)]
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

  private func line(
    _ attribute: AttributeMapping, from source: PropertyKey, _ before: AttributeDescription,
    _ shown: ShownMapping
  )
    -> Line
  {
    let target = attribute.destination
    let after = attribute.destinationAttribute
    var reasons = [reason(source, target)]
    var fate: PlannedProperty.Fate = source.name == target.name ? .kept : .renamed
    if fate == .kept, isElsewhere(target, source, shown) {
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

  private func line(_ pair: EntityMapping.RelationshipPair, _ shown: ShownMapping) -> Line {
    let before = plan.source.relationship(pair.source)
    let after = plan.destination.relationship(pair.destination)
    var reasons = [
      Counterpart(pair.source.name, before?.renamingIdentifier).reason(
        for: Counterpart(pair.destination.name, after?.renamingIdentifier))
    ]
    var fate: PlannedProperty.Fate = pair.source.name == pair.destination.name ? .kept : .renamed
    if fate == .kept, isElsewhere(pair.destination, pair.source, shown) {
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

  /// Whether another entity of the line declares it. Where a rule says what rows become, it goes with them.
  private func isElsewhere(_ destination: PropertyKey, _ source: PropertyKey, _ shown: ShownMapping) -> Bool {
    let isInferred = shown.mapping.destination.map { plan.pairs[$0] == shown.mapping.source } ?? true
    return isInferred && plan.pairs[destination.entity] != source.entity
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
