import CoreDataModel
import CoreDataStore
import SQLite

/// Resolves every link through the old-id map: key columns, join tables, entity columns, order.
struct SecondPass {
  let context: MigrationContext
  let idMap: IDMapFunction

  func run(on connection: Connection) throws(DatabaseError) {
    for entity in context.plan.destination.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        guard let slot = LinkSlot(key, context: context) else { continue }
        for origin in context.links.origins[key] ?? [] {
          if let column = slot.alignedColumn(origin, context: context) {
            try resolve(slot, origin, column, on: connection)
          } else {
            try turn(slot, origin, on: connection)
          }
          if let other = OtherEnd(key, origin, context: context) {
            try turn(slot, other.origin, whereEmpty: true, on: connection)
          }
        }
      }
    }
    for join in context.destination.joins { try fill(join, on: connection) }
    try OrderRepair(context: context).run(on: connection)
  }

  /// The key stands where it belongs, by its old name: nothing is written where the new one is the same.
  private func resolve(
    _ slot: LinkSlot, _ origin: LinkOrigin, _ column: LinkSource.Column, on connection: Connection
  ) throws(DatabaseError) {
    guard let source = LinkSource(origin, context: context) else { return }
    let referenced = slot.isHeldByOwner ? source.targetEntity : source.ownerEntity
    // The row's own column, by the table's name in this statement: a subquery may read the same table.
    let key = "held.\(Identifier.quoted(slot.column))"
    let new = idMap.call(source: referenced, destination: slot.referencedEntity, key)
    var assignments = ["\(Identifier.quoted(slot.column)) = \(new)"]
    var condition = "\(key) IS NOT NULL"
    if let entityColumn = slot.entityColumn {
      assignments.append(
        "\(Identifier.quoted(entityColumn)) = \(entityNumber(slot, of: new))")
    } else {
      condition += " AND \(key) IS NOT \(new)"
    }
    let holders = context.plan.entities.filter { mapping in
      guard let destination = mapping.destination,
        context.plan.destination.isKind(destination, of: slot.holderEntity)
      else { return false }
      return slot.origin(for: mapping.source, context: context) == origin
    }.compactMap { $0.destination.flatMap { context.destination.number(of: $0) } }
    try connection.execute(
      """
      UPDATE main.\(Identifier.quoted(slot.table)) AS held SET \(assignments.joined(separator: ", "))
      WHERE \(condition) AND Z_ENT IN (\(holders.sorted().map(String.init).joined(separator: ", ")))
      """)
  }

  /// The source keeps the links elsewhere, perhaps several for one row: the first by place, then key, is taken.
  private func turn(
    _ slot: LinkSlot, _ origin: LinkOrigin, whereEmpty: Bool = false, on connection: Connection
  ) throws(DatabaseError) {
    guard let source = LinkSource(origin, context: context) else { return }
    let (holder, referenced) = slot.isHeldByOwner ? ("owner", "target") : ("target", "owner")
    let (holderSource, referencedSource) =
      slot.isHeldByOwner
      ? (source.ownerEntity, source.targetEntity) : (source.targetEntity, source.ownerEntity)
    let choice = slot.isHeldByOwner ? "targetOrder" : "ownerOrder"
    let place = slot.isHeldByOwner ? "ownerOrder" : "targetOrder"
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.link;
      CREATE TEMP TABLE link (holder INTEGER PRIMARY KEY, referenced INTEGER, place);
      INSERT OR IGNORE INTO temp.link
      SELECT newHolder, newReferenced, place FROM (
        SELECT \(idMap.call(source: holderSource, destination: slot.holderEntity, holder)) AS newHolder,
          \(idMap.call(source: referencedSource, destination: slot.referencedEntity, referenced)) AS newReferenced,
          \(choice) AS choice, \(place) AS place
        FROM (\(source.select)))
      WHERE newHolder IS NOT NULL AND newReferenced IS NOT NULL
      ORDER BY newHolder, \(Place.number("choice")) NULLS FIRST, newReferenced;
      """)
    var assignments = ["\(Identifier.quoted(slot.column)) = link.referenced"]
    if let entityColumn = slot.entityColumn {
      assignments.append("\(Identifier.quoted(entityColumn)) = \(entityNumber(slot, of: "link.referenced"))")
    }
    if let orderColumn = slot.orderColumn {
      assignments.append("\(Identifier.quoted(orderColumn)) = link.place")
    }
    let table = Identifier.quoted(slot.table)
    try connection.execute(
      """
      UPDATE main.\(table) SET \(assignments.joined(separator: ", ")) FROM temp.link
      WHERE main.\(table).Z_PK = link.holder
        \(whereEmpty ? "AND main.\(table).\(Identifier.quoted(slot.column)) IS NULL" : "");
      DROP TABLE temp.link;
      """)
  }

  private func entityNumber(_ slot: LinkSlot, of key: String) -> String {
    let table = context.destination.table(of: slot.referencedEntity)?.name ?? ""
    return "(SELECT far.Z_ENT FROM main.\(Identifier.quoted(table)) AS far WHERE far.Z_PK = \(key))"
  }

  private func fill(_ join: JoinTable, on connection: Connection) throws(DatabaseError) {
    let key = join.second.relationship
    for origin in context.links.origins[key] ?? [] {
      guard let source = LinkSource(origin, context: context) else { continue }
      try fill(join, from: source, on: connection)
      if let other = OtherEnd(key, origin, context: context) {
        try fill(join, from: other.source, unlessThere: true, on: connection)
      }
    }
  }

  private func fill(
    _ join: JoinTable, from source: LinkSource, unlessThere: Bool = false, on connection: Connection
  ) throws(DatabaseError) {
    let key = join.second.relationship
    guard let relationship = context.plan.destination.relationship(key) else { return }
    let owner = idMap.call(source: source.ownerEntity, destination: key.entity, "owner")
    let target = idMap.call(
      source: source.targetEntity, destination: relationship.destinationEntity, "target")
    var columns = [join.first.column, join.second.column]
    var values = ["newOwner", "newTarget"]
    if let order = join.first.orderColumn {
      columns.append(order)
      values.append("ownerOrder")
    }
    if let order = join.second.orderColumn {
      columns.append(order)
      values.append("targetOrder")
    }
    let same = """
      SELECT 1 FROM main.\(Identifier.quoted(join.name)) AS there
      WHERE there.\(Identifier.quoted(join.first.column)) = newOwner AND there.\(Identifier.quoted(join.second.column)) = newTarget
      """
    // In a table without a key (format page 3.3) a link that the source holds twice stays so.
    try connection.execute(
      """
      INSERT OR IGNORE INTO main.\(Identifier.quoted(join.name)) (\(columns.map(Identifier.quoted).joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM (
        SELECT \(owner) AS newOwner, \(target) AS newTarget, targetOrder, ownerOrder FROM (\(source.select)))
      WHERE newOwner IS NOT NULL AND newTarget IS NOT NULL \(unlessThere ? "AND NOT EXISTS (\(same))" : "")
      """)
  }
}
