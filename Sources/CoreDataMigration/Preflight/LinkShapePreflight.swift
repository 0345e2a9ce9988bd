import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Losses in the shape of links that are carried: several where one fits, an order, the other side of a one-to-one.
struct LinkShapePreflight {
  let query: SourceQuery
  let idMap: IDMapFunction

  private var context: MigrationContext { query.context }

  func check(_ key: PropertyKey, _ census: LinkCensus, _ result: inout Preflight.Result) throws(DatabaseError)
  {
    guard !census.valid.isEmpty else { return }
    let model = context.plan.destination
    if let reshaped = reshapedSelfInverse(key) {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .selfInverseReshaped, .error, Subject(entity: key.entity, property: key.name),
            count: census.valid.reduce(0) { $0 + $1.count },
            summary:
              "A relationship that is its own inverse becomes \(reshaped), another kind of relationship: what becomes of "
              + "each link at both its ends cannot be inferred.",
            recovery: ["Keep its kind, or add the new relationship under a name of its own."])))
      return
    }
    for carrier in Set(context.links.carriers(of: key).map(\.relationship)).sorted() {
      guard let relationship = model.relationship(carrier)
      else { continue }
      for origin in context.links.origins[carrier] ?? [] {
        guard isSame(origin.relationship, key), let source = LinkSource(origin, context: context) else {
          continue
        }
        if let slot = LinkSlot(carrier, context: context),
          slot.alignedColumn(origin, context: context) == nil
        {
          try narrowed(origin, carrier, relationship, source, &result)
        }
      }
    }
    for end in Set([key, inverse(of: key) ?? key]).sorted() { try order(of: end, &result) }
    try otherSide(key, &result)
  }

  /// The destination relationship a self-inverse one becomes, or that becomes self-inverse, where the kind changes.
  private func reshapedSelfInverse(_ key: PropertyKey) -> PropertyKey? {
    guard let before = context.plan.source.relationship(key) else { return nil }
    let model = context.plan.destination
    let wasOwn = inverse(of: key) == key
    return context.links.carriers(of: key).map(\.relationship).first { carrier in
      let isOwn = model.inverse(of: carrier) == carrier
      return (wasOwn || isOwn)
        && (wasOwn != isOwn || model.relationship(carrier)?.isToMany != before.isToMany)
    }
  }

  private func isSame(_ one: PropertyKey, _ other: PropertyKey) -> Bool {
    one == other || inverse(of: one) == other
  }

  private func inverse(of key: PropertyKey) -> PropertyKey? { context.plan.source.inverse(of: key) }

  private func names(_ kind: String, _ key: PropertyKey) -> [String] {
    ["\(kind):\(key)"] + (inverse(of: key).map { ["\(kind):\($0)"] } ?? [])
  }

  /// Links with both ends carried over.
  private func carried(_ carrier: PropertyKey, _ relationship: RelationshipDescription, _ source: LinkSource)
    -> String
  {
    let owner = idMap.call(source: source.ownerEntity, destination: carrier.entity, "owner")
    let target = idMap.call(
      source: source.targetEntity, destination: relationship.destinationEntity, "target")
    return "SELECT owner, target FROM (\(source.select)) WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL"
  }

  private func narrowed(
    _ origin: LinkOrigin, _ carrier: PropertyKey, _ relationship: RelationshipDescription,
    _ source: LinkSource,
    _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    let holder = relationship.isToMany ? "target" : "owner"
    let several = """
      SELECT \(holder) AS holder, count(*) AS links FROM (\(carried(carrier, relationship, source)))
      GROUP BY \(holder) HAVING count(*) > 1
      """
    let lost = try query.connection.integer("SELECT sum(links - 1) FROM (\(several))")
    guard lost > 0 else { return }
    // Named by the end whose objects hold several.
    let isSeenFromHolder = (holder == "owner") != origin.isReversed
    let named =
      isSeenFromHolder ? origin.relationship : inverse(of: origin.relationship) ?? origin.relationship
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          .relationshipNarrowed, .error, Subject(entity: named.entity, property: named.name), count: lost,
          oldKeys: try query.keys("SELECT holder FROM (\(several)) ORDER BY holder"),
          summary:
            "The new model has room for one object here, and these rows lead to several: the others' links would be lost.",
          recovery: ["Keep the first link (by order, then lowest key) with --allow lossy:\(named)."]),
        consents: names("lossy", named)))
  }

  /// An ordered list that becomes a set, or whose end is gone while its links live on at the other.
  private func order(of ordered: PropertyKey, _ result: inout Preflight.Result) throws(DatabaseError) {
    guard context.plan.source.relationship(ordered)?.isOrdered == true else { return }
    let model = context.plan.destination
    let carriers = context.links.carriers(of: ordered)
    let ownWay = carriers.filter { !$0.isReversed }.compactMap { model.relationship($0.relationship) }
    // A list narrowed to its first object has no order left to lose.
    guard !ownWay.contains(where: { $0.isOrdered || !$0.isToMany }) else { return }
    for carrier in carriers {
      guard let relationship = model.relationship(carrier.relationship),
        let origin = context.links.origins[carrier.relationship]?.first,
        let source = LinkSource(origin, context: context)
      else { continue }
      let owner = carrier.isReversed ? "target" : "owner"
      let lists = """
        SELECT \(owner) AS list FROM (\(carried(carrier.relationship, relationship, source)))
        GROUP BY \(owner) HAVING count(*) > 1
        """
      let count = try query.connection.integer("SELECT count(*) FROM (\(lists))")
      guard count > 0 else { continue }
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .orderDropped, .error, Subject(entity: ordered.entity, property: ordered.name), count: count,
            oldKeys: try query.keys("SELECT list FROM (\(lists)) ORDER BY list"),
            summary:
              "This relationship is ordered and the new model has no place for its order: that of these rows' lists would be lost.",
            recovery: [
              "Keep it ordered in the model, or go on without the order with --allow lossy:\(ordered)."
            ]),
          consents: ["lossy:\(ordered)"]))
      return
    }
  }

  /// A one-to-one is stored at both ends, which may disagree. Where its new form is stored once, what only the other
  /// end says is taken if it fits, and else would be lost.
  private func otherSide(_ key: PropertyKey, _ result: inout Preflight.Result) throws(DatabaseError) {
    guard let inverse = inverse(of: key) else { return }
    for carrier in Set(context.links.carriers(of: key).map(\.relationship)).sorted() {
      for origin in context.links.origins[carrier] ?? [] where origin.relationship == inverse {
        guard let other = OtherEnd(carrier, origin, context: context) else { continue }
        // The owner of what `key` says, whichever way the carrier leads.
        let owner = other.origin.isReversed ? "target" : "owner"
        let taken = other.taken(idMap)
        let filled = try query.connection.integer("SELECT count(*) FROM (\(taken))")
        if filled > 0 {
          result.notes.append(
            Diagnostic(
              .inverseTaken, .note, Subject(entity: key.entity, property: key.name), count: filled,
              oldKeys: try query.keys("SELECT \(owner) AS key FROM (\(taken)) ORDER BY key"),
              summary:
                "These links of a one-to-one stood only at this end. The new form has one place for both ends, and the "
                + "other had none in it: they were taken over."))
        }
        let lost = other.lost(idMap)
        let count = try query.connection.integer("SELECT count(*) FROM (\(lost))")
        guard count > 0 else { continue }
        result.obstacles.append(
          Obstacle(
            Diagnostic(
              .inverseDropped, .error, Subject(entity: key.entity, property: key.name), count: count,
              oldKeys: try query.keys("SELECT \(owner) AS key FROM (\(lost)) ORDER BY key"),
              summary:
                "The two ends of this one-to-one disagree, and the new form has one place for both: these links stand "
                + "only here, and the other end leads elsewhere.",
              recovery: ["Leave them behind with --allow lossy:\(key)."]),
            consents: ["lossy:\(key)"]))
        return
      }
    }
  }
}
