/// The table of one step for people: entities, and below each the properties that are not simply kept.
struct PlanTablesText {
  let tables: PlannedTables
  /// Also what is simply kept.
  let isVerbose: Bool
  /// Where little is about entities that are kept, these are not listed.
  let hidesKeptEntities: Bool

  var lines: [String] {
    guard !tables.entities.isEmpty else { return [] }
    var hidden = 0
    var rows: [PlanTable.Row] = []
    var (placed, left) = properties()
    for (entity, properties) in zip(tables.entities, placed) {
      let own = properties.filter { isVerbose || !$0.goesWithRows }
      let told = own.filter { isVerbose || $0.fate != .kept }
      hidden += own.count - told.count
      if hidesKeptEntities, !isVerbose, entity.fate == .kept, told.isEmpty { continue }
      rows += [row(entity)] + told.map(row)
    }
    left.removeAll { !isVerbose && ($0.fate == .kept || $0.goesWithRows) }
    rows += left.map(row)
    var lines =
      rows.isEmpty
      ? [] : PlanTable(header: ["entity", "rows", "what becomes of it, and why"], rows: rows).lines
    if hidden > 0 {
      lines += PlainText.wrap(
        hidden == 1
          ? "1 property is kept as it is; --verbose lists it."
          : "\(hidden) properties are kept as they are; --verbose lists them.", columns: PlainText.columns)
    }
    return lines
  }

  /// Those of each entity's row, and those of none: with the row that goes the same way, else the first of the entity.
  private func properties() -> (placed: [[PlannedProperty]], left: [PlannedProperty]) {
    var placed = tables.entities.map { _ in [PlannedProperty]() }
    var left: [PlannedProperty] = []
    for property in tables.properties {
      let (source, destination) = (property.source?.entity, property.destination?.entity)
      let place =
        tables.entities.firstIndex { entity in
          entity.fate != .rejected
            && source.map { $0 == entity.source } ?? (destination == entity.destination)
            && destination.map { $0 == entity.destination } ?? true
        }
        ?? tables.entities.firstIndex { source != nil && $0.source == source && $0.destination != nil }
        ?? tables.entities.firstIndex { source != nil && $0.source == source }
        ?? tables.entities.firstIndex { destination != nil && $0.destination == destination }
      if let place { placed[place].append(property) } else { left.append(property) }
    }
    return (placed, left)
  }

  private func row(_ entity: PlannedEntity) -> PlanTable.Row {
    let isPlain = entity.source == entity.destination || entity.source == nil || entity.fate == .rejected
    let becomes = entity.destination.map { isPlain ? "" : " -> \($0)" } ?? ""
    return PlanTable.Row(
      name: (entity.source ?? entity.destination ?? "") + (entity.isAbstract ? " (abstract)" : ""),
      rows: entity.isAbstract || entity.source == nil ? nil : entity.rows,
      text: "\(entity.fate.rawValue)\(becomes): \(entity.why)", depth: 0)
  }

  private func row(_ property: PlannedProperty) -> PlanTable.Row {
    var becomes = ""
    if let source = property.source, let destination = property.destination {
      let isElsewhere =
        property.fate == .moved || property.fate == .byRule && source.entity != destination.entity
      if source.property != destination.property || isElsewhere {
        becomes = " -> \(isElsewhere ? destination.text : destination.property)"
      }
    }
    return PlanTable.Row(
      name: (property.source ?? property.destination)?.property ?? "",
      rows: property.rows, text: "\(property.fate.rawValue)\(becomes): \(property.why)", depth: 1)
  }
}
