import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Links that would be lost, and required links that would be missing. What led nowhere already is not counted here:
/// it loses nothing.
struct LinkPreflight {
  let query: SourceQuery
  let idMap: IDMapFunction

  private var context: MigrationContext { query.context }

  func run() throws(DatabaseError) -> Preflight.Result {
    var result = Preflight.Result()
    // Destination relationship, then source entity of the rows it starts from.
    var arriving: [PropertyKey: [String: Int64]] = [:]
    var valid: [PropertyKey: [String: Int64]] = [:]
    for entity in context.plan.source.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        guard isStoredHere(key), let census = try LinkCensus(key, query: query) else { continue }
        var lost: Int64 = 0
        for cell in census.valid {
          valid[key, default: [:]][cell.owner, default: 0] += cell.count
          switch fate(of: key, cell) {
          case .placed(let carriers):
            for carrier in carriers where reads(carrier, linksOf: key) {
              let near = carrier.isReversed ? cell.target : cell.owner
              arriving[carrier.relationship, default: [:]][near, default: 0] += cell.count
            }
          case .goesWithRows: break
          case .noPlace: lost += cell.count
          }
        }
        // What a rule reads is carried over in another form.
        if lost > 0, !context.plan.isReadByRule(key) {
          result.obstacles.append(try dropped(key, census, lost))
        }
        try LinkShapePreflight(query: query, idMap: idMap).check(key, census, &result)
      }
    }
    try required(arriving: arriving, valid: valid, &result)
    return result
  }

  /// One end of a pair stands for its storage; a one-to-one is stored at both ends.
  private func isStoredHere(_ key: PropertyKey) -> Bool {
    switch context.source.layout.storage(of: key) {
    case .foreignKey, .ownerColumn: true
    case .join(let join): join.second.relationship == key
    default: false
    }
  }

  /// Whether a destination relationship is filled from where the links of `key` are kept. A one-to-one is kept at each
  /// end apart: what stands at the other end fills the other end.
  private func reads(_ carrier: LinkPlan.Carrier, linksOf key: PropertyKey) -> Bool {
    // A self-inverse relationship carries its links both ways by name, and each row holds its own.
    if carrier.isReversed, context.plan.source.inverse(of: key) == key { return false }
    return (context.links.origins[carrier.relationship] ?? []).contains { origin in
      if origin.relationship == key { return true }
      guard context.plan.source.inverse(of: origin.relationship) == key else { return false }
      if case .foreignKey = context.source.layout.storage(of: origin.relationship) { return false }
      return true
    }
  }

  private enum Fate: Equatable {
    case placed([LinkPlan.Carrier])
    case goesWithRows
    case noPlace
  }

  private func fate(of key: PropertyKey, _ cell: LinkCensus.Cell) -> Fate {
    guard let owner = context.plan.destination(ofSource: cell.owner),
      let target = context.plan.destination(ofSource: cell.target)
    else { return .goesWithRows }
    let model = context.plan.destination
    let carriers = context.links.carriers(of: key).filter { carrier in
      guard let relationship = model.relationship(carrier.relationship) else { return false }
      let (near, far) = carrier.isReversed ? (target, owner) : (owner, target)
      return model.isKind(near, of: carrier.relationship.entity)
        && model.isKind(far, of: relationship.destinationEntity)
    }
    return carriers.isEmpty ? .noPlace : .placed(carriers)
  }

  private func dropped(_ key: PropertyKey, _ census: LinkCensus, _ count: Int64) throws(DatabaseError)
    -> Obstacle
  {
    let cells = census.valid.filter { fate(of: key, $0) == .noPlace }
    let pairs = cells.compactMap { cell -> String? in
      guard let owner = context.source.layout.number(of: cell.owner),
        let target = context.source.layout.number(of: cell.target)
      else { return nil }
      return "(\(owner), \(target))"
    }
    let keys = try query.keys(
      "SELECT DISTINCT owner FROM (\(census.validLinks(query))) WHERE (ownerEntity, targetEntity) IN (VALUES \(pairs.joined(separator: ", "))) ORDER BY owner"
    )
    return Obstacle(
      Diagnostic(
        .relationshipDropped, .error, Subject(entity: key.entity, property: key.name), count: count,
        oldKeys: keys,
        summary:
          "The new model has no place for these links. If the relationship was renamed, its new form needs this "
          + "name as renaming identifier.",
        recovery: [
          RuleHint.entity(key.entity, "connect: { RELATIONSHIP: \(key.name) }", context.plan),
          "Or leave the links behind with --allow drop:\(key).",
        ]),
      consents: consents("drop", key))
  }

  /// Either end names the links.
  private func consents(_ kind: String, _ key: PropertyKey) -> [String] {
    ["\(kind):\(key)"] + (context.plan.source.inverse(of: key).map { ["\(kind):\($0)"] } ?? [])
  }

  /// Where the step makes a link required, or takes the target of one away, rows without it stand in the way.
  private func required(
    arriving: [PropertyKey: [String: Int64]], valid: [PropertyKey: [String: Int64]],
    _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    for mapping in context.plan.entities {
      guard let destination = mapping.destination else { continue }
      let rows = context.keys.entry(ofSource: mapping.source)?.keys.count ?? 0
      for (declaring, relationship) in context.plan.destination.relationships(of: destination)
      where !relationship.isTransient && !relationship.isOptional && rows > 0 {
        let key = PropertyKey(declaring, relationship.name)
        let source = mapping.relationships.first { $0.destination == key }?.source
        let before = source.flatMap { context.plan.source.relationship($0) }
        // A required to-many may be empty, so it required no object.
        let wasRequired = before.map { !$0.isOptional && !$0.isToMany } ?? false
        if relationship.isToMany {
          // A to-many is never missing, only short of its least count: real stores hold many required ones that are
          // empty (format page 5.3).
          let least = before.map { $0.isOptional ? 0 : $0.minCount } ?? 0
          if relationship.minCount > least { try shortToMany(key, relationship, mapping, &result) }
          continue
        }
        let carried = arriving[key]?[mapping.source] ?? 0
        let sound = source.flatMap { valid[$0]?[mapping.source] } ?? 0
        let missing: Int64
        if let source, case .foreignKey = context.source.layout.storage(of: source) {
          missing =
            wasRequired
            ? sound - carried : hasOtherEnd(key) ? try withoutLink(key, mapping) : rows - carried
        } else {
          missing = wasRequired ? 0 : try withoutLink(key, mapping)
        }
        guard missing > 0 else { continue }
        result.obstacles.append(
          Obstacle(
            Diagnostic(
              .linkMissing, .error, Subject(entity: declaring, property: relationship.name), count: missing,
              oldKeys: try keysWithoutLink(key, mapping),
              summary:
                "The new model requires an object here, and these rows of \(mapping.source) would have none.",
              recovery: [
                "Make the relationship optional in the model, or keep the objects it leads to.",
                RuleHint.entity(mapping.source, "connect: { \(relationship.name): SQL }", context.plan)
                  + " Or leave these rows out by its `on-invalid: reject`.",
              ]),
            rows: RowSelection(
              entity: mapping.source, condition: linkless(key, mapping, least: 1),
              relationship: relationship.name)))
      }
    }
  }

  private func shortToMany(
    _ key: PropertyKey, _ relationship: RelationshipDescription, _ mapping: EntityMapping,
    _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    let least = Int64(relationship.minCount)
    let missing = try withoutLink(key, mapping, least: least)
    guard missing > 0 else { return }
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          .linkMissing, .error, Subject(entity: key.entity, property: key.name), count: missing,
          oldKeys: try keysWithoutLink(key, mapping, least: least),
          summary:
            "The new model requires at least \(least) objects here, and these rows of \(mapping.source) have fewer.",
          recovery: ["Lower the least count in the model, or make the relationship optional."]),
        rows: RowSelection(
          entity: mapping.source, condition: linkless(key, mapping, least: least),
          relationship: relationship.name)))
  }

  private func hasOtherEnd(_ key: PropertyKey) -> Bool {
    (context.links.origins[key] ?? []).contains { OtherEnd(key, $0, context: context) != nil }
  }

  /// Rows of a source entity that would be left with fewer links, as a condition on `Z_PK`.
  private func linkless(_ key: PropertyKey, _ mapping: EntityMapping, least: Int64) -> String {
    let owners = (context.links.origins[key] ?? []).compactMap { origin -> String? in
      guard let source = LinkSource(origin, context: context),
        let target = context.plan.destination.relationship(key)?
          .destinationEntity
      else { return nil }
      let mapped = idMap.call(source: source.targetEntity, destination: target, "target")
      let kept = "SELECT owner, target, ownerOrder FROM (\(source.select)) WHERE \(mapped) IS NOT NULL"
      if let taken = OtherEnd(key, origin, context: context)?.taken(idMap) {
        return "SELECT owner FROM (\(kept)) UNION ALL SELECT owner FROM (\(taken))"
      }
      // A to-many without inverse gives each object one owner: the first of several keeps it.
      guard let slot = LinkSlot(key, context: context), !slot.isHeldByOwner,
        slot.alignedColumn(origin, context: context) == nil
      else { return "SELECT owner FROM (\(kept))" }
      let owner = idMap.call(source: source.ownerEntity, destination: key.entity, "owner")
      return """
        SELECT owner FROM (
          SELECT owner, row_number() OVER (
            PARTITION BY target ORDER BY \(Place.number("ownerOrder")) NULLS FIRST, owner) AS position
          FROM (\(kept) AND \(owner) IS NOT NULL)) WHERE position = 1
        """
    }
    guard !owners.isEmpty else { return "TRUE" }
    return """
      Z_PK NOT IN (SELECT owner FROM (\(owners.joined(separator: " UNION ALL ")))
        GROUP BY owner HAVING count(*) >= \(least))
      """
  }

  private func withoutLink(_ key: PropertyKey, _ mapping: EntityMapping, least: Int64 = 1)
    throws(DatabaseError) -> Int64
  {
    try query.connection.integer(
      "SELECT count(*) FROM \(query.table(of: mapping.source)) NOT INDEXED WHERE \(query.isEntity(mapping.source)) AND \(linkless(key, mapping, least: least))"
    )
  }

  private func keysWithoutLink(_ key: PropertyKey, _ mapping: EntityMapping, least: Int64 = 1)
    throws(DatabaseError) -> [Int64]
  {
    try query.keys(of: mapping.source, where: linkless(key, mapping, least: least))
  }
}
