/// The reference implementation: what a change of model does to a few rows, worked out row by row.
struct MatrixReference {
  let world: MatrixWorld
  let target: MatrixTarget
  var result = MatrixExpectation()
  /// Every row that comes about.
  private(set) var made: [Made] = []
  /// Obstacles by what makes them one.
  private var tally: [Question: [MatrixRef]] = [:]
  private var rejected: Set<MatrixRef> = []

  struct Made {
    let source: MatrixRow
    let ref: MatrixRef
    let rule: MatrixRule?
    /// Links lead to the first row that a source row becomes.
    let isFirst: Bool
    var cells: [String: MatrixCell] = [:]
  }

  struct Question: Hashable {
    let id: String
    let subject: String
    /// Apart from others of the same subject.
    let kind: String
    let consent: String?
  }

  static func expectation(_ world: MatrixWorld, _ target: MatrixTarget) -> MatrixExpectation {
    var reference = MatrixReference(world: world, target: target)
    reference.routeRows()
    reference.fillRows()
    reference.askUniqueness()
    reference.connect()
    reference.finish()
    return reference.result
  }

  init(world: MatrixWorld, target: MatrixTarget) { (self.world, self.target) = (world, target) }

  // MARK: Rows

  private mutating func routeRows() {
    for row in world.rows {
      let places = self.places(of: row)
      for (index, place) in places.enumerated() {
        let key = row.ref.key + shift(of: row.ref.entity, to: place.entity)
        made.append(
          Made(
            source: row, ref: MatrixRef(entity: place.entity, key: key), rule: place.rule,
            isFirst: index == 0))
      }
      if places.isEmpty {
        ask("plan.entity-dropped", row.ref.entity, row.ref, consent: "drop:\(row.ref.entity)")
      }
    }
  }

  private func places(of row: MatrixRow) -> [(entity: String, rule: MatrixRule?)] {
    let heir = target.model.entities.first { $0.origin == row.ref.entity && !$0.isAbstract }?.id
    let rules = target.rules.filter { $0.from == row.ref.entity }
    var places: [(entity: String, rule: MatrixRule?)] = []
    if let heir, !rules.contains(where: { $0.entity == heir }) { places.append((heir, nil)) }
    return places + rules.filter { $0.takes(row) }.map { ($0.entity, $0) }
  }

  /// Keys of the first source table stay, those of the next come behind the 1000 that `Scene` says were handed out.
  private func shift(of source: String, to entity: String) -> Int64 {
    let root = target.model.root(of: entity)
    var tables: Set<String> = []
    for heir in target.model.entities where target.model.root(of: heir.id) == root {
      if let origin = heir.origin, !heir.isAbstract { tables.insert(world.model.root(of: origin)) }
      for rule in target.rules where rule.entity == heir.id { tables.insert(world.model.root(of: rule.from)) }
    }
    let first = target.model[root].origin
    let order = tables.sorted { (($0 == first) ? 0 : 1, $0) < (($1 == first) ? 0 : 1, $1) }
    return 1000 * Int64(order.firstIndex(of: world.model.root(of: source)) ?? 0)
  }

  // MARK: Values

  private mutating func fillRows() {
    for index in made.indices {
      let item = made[index]
      for (entity, attribute) in target.model.attributes(of: item.ref.entity) {
        made[index].cells[attribute.id] = value(of: attribute, in: entity, for: item)
      }
      if item.isFirst { askLeftValues(item) }
    }
    made.removeAll { rejected.contains($0.source.ref) }
  }

  private mutating func value(of attribute: MatrixAttribute, in entity: MatrixEntity, for item: Made)
    -> MatrixCell
  {
    let row = item.source
    let old = world.model.attributes(of: row.ref.entity).first { $0.attribute.id == attribute.origin }
    var cell = MatrixCell.null
    let exact = "\(target.model[item.ref.entity].name).\(attribute.name)"
    if let setting = item.rule?.settings[attribute.id] {
      switch setting.answer(row) {
      case .value(let value): cell = value
      case .unfit: ask("mapping.value-unfit", exact, row.ref)
      case .unmapped: ask("mapping.value-unmapped", exact, row.ref)
      }
    } else if let old {
      cell = converted(row, old.entity, old.attribute, attribute)
    } else {
      cell = attribute.fallback ?? .null
    }
    guard cell == .null else { return cell }
    let given = target.defaults.first { $0.entity == entity.id && $0.attribute == attribute.id }
    if let given { return given.value }
    guard attribute.isRequired else { return .null }
    let subject = "\(entity.name).\(attribute.name)"
    if let value = attribute.fallback {
      let isSet = item.rule?.settings[attribute.id] != nil
      if let old, row.cells[old.attribute.id] ?? .null == .null, !isSet {
        note("plan.default-for-null", subject, row.ref)
      }
      return value
    }
    if let old,
      case .loss = MatrixConversion.convert(
        row.cells[old.attribute.id] ?? .null, from: old.attribute.type, to: attribute.type)
    {
      // Asked already, as a value that cannot be kept.
      return .null
    }
    if item.rule?.rejects == true {
      rejected.insert(row.ref)
      tally[Question(id: "rows.rejected", subject: exact, kind: row.ref.entity, consent: nil), default: []]
        .append(row.ref)
    } else {
      ask("plan.value-missing", subject, row.ref, kind: row.ref.entity)
    }
    return .null
  }

  private mutating func converted(
    _ row: MatrixRow, _ declaring: MatrixEntity, _ old: MatrixAttribute, _ new: MatrixAttribute
  ) -> MatrixCell {
    let subject = "\(row.ref.entity).\(old.id)"
    let cell = row.cells[old.id] ?? .null
    switch MatrixConversion.convert(cell, from: old.type, to: new.type) {
    case .value(let value): return value
    case .unclear:
      ask("plan.type-changed", subject, row.ref, consent: "drop:\(declaring.id).\(old.id)")
      return .null
    case .loss(let loss, let kept):
      let isAnswerable = kept != .null || !new.isRequired || new.value != nil
      ask(
        "plan.conversion-loses", subject, row.ref, kind: loss.rawValue,
        consent: isAnswerable ? "lossy:\(declaring.id).\(old.id)" : nil)
      return kept
    }
  }

  /// Values of a row that nothing carries.
  private mutating func askLeftValues(_ item: Made) {
    let heirs = Set(
      target.model.attributes(of: item.ref.entity).filter { item.rule?.settings[$0.attribute.id] == nil }
        .compactMap(\.attribute.origin))
    let read = Set(target.rules.filter { $0.from == item.source.ref.entity }.flatMap(\.reads))
    for (entity, attribute) in world.model.attributes(of: item.source.ref.entity)
    where item.source.cells[attribute.id] ?? .null != .null && !heirs.contains(attribute.id)
      && !read.contains(attribute.id)
    {
      let name = "\(entity.id).\(attribute.id)"
      ask("plan.attribute-dropped", name, item.source.ref, consent: "drop:\(name)")
    }
  }

  /// Rows of which the new model allows one.
  private mutating func askUniqueness() {
    for entity in target.model.entities {
      for id in entity.unique {
        let rows = made.filter {
          target.model.isKind($0.ref.entity, of: entity.id) && $0.cells[id] ?? .null != .null
        }
        let groups = Dictionary(grouping: rows) { $0.cells[id]?.shown ?? "" }.values.filter { $0.count > 1 }
        guard !groups.isEmpty else { continue }
        let name = target.model.attributes(of: entity.id).first { $0.attribute.id == id }?.attribute.name
        result.obstacles.append(
          MatrixObstacle(
            "plan.not-unique", "\(entity.name).\(name ?? id)",
            groups.compactMap { $0.map(\.source.ref.key).min() }, count: groups.map(\.count).reduce(0, +)))
      }
    }
  }

  // MARK: Asking

  mutating func ask(
    _ id: String, _ subject: String, _ ref: MatrixRef, kind: String = "", consent: String? = nil
  ) {
    tally[Question(id: id, subject: subject, kind: kind, consent: consent), default: []].append(ref)
  }

  private mutating func note(_ id: String, _ subject: String, _ ref: MatrixRef) {
    tally[Question(id: id, subject: subject, kind: "note " + ref.entity, consent: nil), default: []].append(
      ref)
  }

  private mutating func finish() {
    for (question, refs) in tally {
      let obstacle = MatrixObstacle(
        question.id, question.subject, refs.map(\.key), consent: question.consent)
      switch question.id {
      case "rows.rejected": result.warnings.append(obstacle)
      case _ where question.kind.hasPrefix("note"): result.notes.append(obstacle)
      default: result.obstacles.append(obstacle)
      }
    }
    for index in result.obstacles.indices {
      guard let consent = result.obstacles[index].consent,
        target.drops.contains(String(consent.dropFirst("drop:".count))), consent.hasPrefix("drop:")
      else { continue }
      (result.obstacles[index].consent, result.obstacles[index].isConsented) = (nil, true)
    }
    tellRows()
  }

  private mutating func tellRows() {
    result.rows = made.map { item in
      let cells = target.model.attributes(of: item.ref.entity).map { _, attribute in
        "\(attribute.name)=\((item.cells[attribute.id] ?? .null).shown)"
      }
      return "\(target.model[item.ref.entity].name) \(item.ref.key) \(cells.sorted().joined(separator: " "))"
    }.sorted()
    let read = Dictionary(grouping: world.rows) { $0.ref.entity }
    for (entity, rows) in read {
      let heirs = Dictionary(grouping: made.filter { $0.source.ref.entity == entity }) { $0.ref.entity }
      for (heir, items) in heirs {
        let number = items.count
        result.accounts.append("\(entity)>\(target.model[heir].name) \(number) migrated")
      }
      let taken = Set(made.map(\.source.ref))
      let left = rows.filter { !taken.contains($0.ref) && !rejected.contains($0.ref) }.count
      if left > 0 { result.accounts.append("\(entity) \(left) dropped") }
      let out = rows.filter { rejected.contains($0.ref) }.count
      if out > 0 { result.accounts.append("\(entity) \(out) rejected") }
    }
    result.accounts.sort()
    limits()
  }

  /// What a limit of the new model forbids is kept, with a warning.
  private mutating func limits() {
    for entity in target.model.entities {
      for (_, attribute) in target.model.attributes(of: entity.id) {
        guard let maximum = attribute.maximum else { continue }
        let rows = made.filter { item in
          guard item.ref.entity == entity.id else { return false }
          return switch item.cells[attribute.id] {
          case .integer(let number): number > maximum
          case .real(let number): number > Double(maximum)
          case .text(let text): text.utf16.count > maximum
          default: false
          }
        }
        guard !rows.isEmpty else { continue }
        let id = attribute.type == "String" ? "value.string-too-long" : "value.number-too-large"
        result.warnings.append(
          MatrixObstacle(id, "\(entity.name).\(attribute.name)", rows.map(\.source.ref.key)))
      }
    }
  }
}
