import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import SQLite

extension Shaper {
  /// The links that a rule makes or carries.
  func fill(_ link: ShapedLink) throws {
    let key = PropertyKey(link.owner, link.name)
    let isThere =
      "EXISTS (SELECT 1 FROM \(layout.table(of: link.target)) AS far WHERE far.Z_PK = %@ AND far.Z_ENT IN \(layout.numbers(below: link.target)))"
    func exists(_ key: String) -> String { isThere.replacing("%@", with: key) }
    let owners = "\(layout.table(of: link.owner)) AS own"
    let isOwner = "own.Z_ENT IN \(layout.numbers(below: link.owner))"
    switch (link.source, layout.shaped.storage(of: key)) {
    case (.ownKey, .foreignKey(let table, let column, _)):
      try connection.execute(
        """
        UPDATE main.\(Identifier.quoted(table)) AS own SET \(Identifier.quoted(column)) = own.Z_PK
        WHERE \(isOwner) AND \(exists("own.Z_PK"))
        """)
    case (.relationship(let origin), .foreignKey(let table, let column, _)):
      try connection.execute(
        """
        UPDATE main.\(Identifier.quoted(table)) AS own SET \(Identifier.quoted(column)) = link.target
        FROM (\(layout.links(of: origin))) AS link
        WHERE link.owner = own.Z_PK AND \(isOwner) AND \(exists("link.target"))
        """)
    case (.relationship(let origin), .join(let join)):
      let (near, far) = (join.opposite(of: key), join.side(of: key))
      let columns = [near.column, far.column, far.orderColumn].compactMap { $0 }.map(Identifier.quoted)
      try connection.execute(
        """
        INSERT OR IGNORE INTO main.\(Identifier.quoted(join.name)) (\(columns.joined(separator: ", ")))
        SELECT link.owner, link.target\(far.orderColumn == nil ? "" : ", link.place")
        FROM (\(layout.links(of: origin))) AS link JOIN \(owners) ON own.Z_PK = link.owner
        WHERE \(isOwner) AND \(exists("link.target"))
        """)
    case (.expression(let expression), .foreignKey(let table, let column, _)):
      try fill(
        link, expression,
        "UPDATE main.\(Identifier.quoted(table)) AS own SET \(Identifier.quoted(column)) = ?2 "
          + "WHERE own.Z_PK = ?1 AND \(isOwner)", "SELECT \(exists("?1"))")
    default: break
    }
  }

  private func fill(_ link: ShapedLink, _ expression: CompiledExpression, _ update: String, _ check: String)
    throws
  {
    let place = link.place ?? RulePlace(file: "", place: .init())
    let rows = try KeySet.keys(
      of: layout.table(of: link.owner), where: "Z_ENT IN \(layout.numbers(below: link.owner))", connection)
    evaluation.rowCount = rows.count
    let writer = try connection.prepare(update)
    let lookup = try connection.prepare(check)
    var unfit = RuleEvidence()
    let destination = plan.migration.destination(ofSource: link.owner) ?? ""
    let isRejecting = plan.rejecting.contains(destination)
    try evaluation.each(expression, at: place, among: rows) { key, value in
      guard value != .null else { return }
      guard case .integer(let target) = value, try lookup.answer(target) == 1 else {
        guard isRejecting else { return unfit.add(key) }
        return rejections.append(
          Rejection(
            shapedEntity: link.owner, entity: plan.names.shown(link.owner), key: key,
            destination: destination,
            reason: .mappingLinkUnfit, property: link.destination.name, because: nil))
      }
      try writer.run(key, target)
    }
    let obstacle = unfit.obstacle(
      .mappingLinkUnfit, Subject(entity: link.destination.entity, property: link.destination.name), at: place,
      "the rule gives these rows no objectID of a row that becomes a \(layout.shownTarget(link, plan.migration.destination)).",
      "Let the rule give the objectID of such a row, or NULL.")
    if let obstacle { obstacles.append(obstacle) }
  }

  /// Beside a key stands the entity of the row that it leads to; rows have moved to entities of their own, and columns
  /// are new.
  func fillEntityColumns() throws(DatabaseError) {
    for table in layout.shaped.tables {
      for column in table.columns {
        guard case .toOneEntity(let key) = column.role,
          let target = layout.shaped.model.relationship(key)?.destinationEntity,
          case .foreignKey(_, let foreign, _)? = layout.shaped.storage(of: key)
        else { continue }
        let (own, name) = (Identifier.quoted(foreign), Identifier.quoted(column.name))
        let isNew =
          layout.source.tables.first { $0.rootEntity == table.rootEntity }?.column(column.role) == nil
        // What stood there wrongly before goes on standing there: it is the source's.
        let old = layout.shaped.model.subtree(of: target).compactMap { entity in
          layout.source.number(of: entity)
        }
        let condition =
          isNew
          ? "TRUE"
          : """
          far.Z_ENT NOT IN (\(old.map(String.init).joined(separator: ", ")))
          AND held.\(name) = \(parentNumber("far.Z_ENT", below: target))
          """
        try connection.execute(
          """
          UPDATE main.\(Identifier.quoted(table.name)) AS held SET \(name) = far.Z_ENT
          FROM \(layout.table(of: target)) AS far
          WHERE far.Z_PK = held.\(own) AND held.Z_ENT IN \(layout.numbers(below: key.entity)) AND \(condition)
          """)
      }
    }
  }

  /// The number that rows had before they moved.
  private func parentNumber(_ number: String, below target: String) -> String {
    let moved = layout.shaped.model.subtree(of: target).compactMap { entity -> String? in
      guard layout.source.number(of: entity) == nil, let now = layout.shaped.number(of: entity),
        let before = layout.shaped.model.entity(entity)?.superentity.flatMap({ layout.source.number(of: $0) })
      else { return nil }
      return "WHEN \(now) THEN \(before)"
    }
    return moved.isEmpty ? "NULL" : "CASE \(number) \(moved.joined(separator: " ")) END"
  }
}
