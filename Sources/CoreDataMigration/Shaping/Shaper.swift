import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import SQLite

/// Carries out what a mapping step's rules say, on a private copy of the source.
///
/// Keys stay: a row is where it was, and further rows of it have its key in a table of their own. So whatever is found
/// later names the keys of the source.
package final class Shaper {
  private let plan: ShapePlan
  private let layout: ShapedLayout
  private let session: ExpressionSession
  private let connection: Connection
  private let evaluation: RuleEvaluation
  private var obstacles: [Obstacle] = []
  /// Rows that are to be left out, since rules have no usable answer for them and the file says so.
  package private(set) var rejections: [Rejection] = []

  /// - Parameters:
  ///   - path: a copy of the source, which nobody else reads or writes.
  ///   - source: the source's layout.
  ///   - session: over the source itself.
  package init(_ plan: ShapePlan, path: String, source: StoreLayout, session: ExpressionSession)
    throws(DatabaseError)
  {
    self.plan = plan
    self.session = session
    layout = ShapedLayout(plan.model, over: source)
    connection = try Connection(path: path, mode: .readWrite)
    connection.obeyInterruption()
    try connection.execute(
      """
      PRAGMA main.locking_mode = EXCLUSIVE; PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
      PRAGMA main.cache_size = -4096; PRAGMA temp_store = FILE;
      """)
    evaluation = RuleEvaluation(session: session)
  }

  /// - Returns: rows that rules have no usable answer for; the copy is of no use then.
  /// - Throws: `DiagnosticError` where an expression fails, `DatabaseError` where the copy cannot be written.
  package func run() throws -> [Obstacle] {
    try connection.execute("BEGIN")
    let triggers = try Triggers.takeAway(from: connection)
    try layout.create(on: connection)
    for source in plan.sources { try shape(source) }
    for link in plan.links { try fill(link) }
    try fillEntityColumns()
    for copy in plan.sources.flatMap(\.mappings).compactMap(\.copy) {
      try connection.execute(
        """
        UPDATE main.Z_PRIMARYKEY SET Z_MAX = (SELECT ifnull(max(Z_PK), 0) FROM \(layout.table(of: copy)))
        WHERE Z_ENT = \(number(copy))
        """)
    }
    for trigger in triggers { try connection.prepare(trigger).run() }
    try connection.execute("COMMIT")
    try connection.close()
    return obstacles
  }

  private func number(_ entity: String) -> Int64 { layout.shaped.number(of: entity) ?? 0 }

  // MARK: - Rows and values

  private func shape(_ source: ShapedSource) throws {
    let rows = try KeySet.keys(
      of: layout.table(of: source.entity), where: "Z_ENT = \(number(source.entity))", connection)
    evaluation.rowCount = rows.count
    var taken: [KeySet?] = []
    for mapping in source.mappings {
      taken.append(
        try mapping.condition.map { condition in
          var keys = rows.emptyCopy()
          try evaluation.each(condition, at: mapping.place, among: rows) { key, value in
            if value == .integer(1) { keys.append(key) }
          }
          keys.seal()
          return keys
        })
    }
    try place(rows, source, taken)
    for (mapping, keys) in zip(source.mappings, taken) {
      for value in mapping.values { try set(value, of: mapping, source, among: keys ?? rows) }
    }
  }

  /// Each row to the first rule that takes it, and further rows for the others.
  private func place(_ rows: KeySet, _ source: ShapedSource, _ taken: [KeySet?]) throws(DatabaseError) {
    let table = layout.table(of: source.entity)
    let move = try connection.prepare("UPDATE \(table) SET Z_ENT = ?2 WHERE Z_PK = ?1")
    let copies = try source.mappings.map { mapping throws(DatabaseError) -> Statement? in
      guard let copy = mapping.copy, let target = layout.shaped.table(of: copy) else { return nil }
      let carried = mapping.carried.compactMap { key, name -> (String, String)? in
        guard let from = layout.source.column(of: key),
          let to = target.column(.attribute(PropertyKey(copy, name)))
        else { return nil }
        return (Identifier.quoted(from), Identifier.quoted(to.name))
      }
      return try connection.prepare(
        """
        INSERT INTO \(layout.table(of: copy)) (\((["Z_PK", "Z_ENT", "Z_OPT"] + carried.map(\.1)).joined(separator: ", ")))
        SELECT \((["Z_PK", "\(number(copy))", "Z_OPT"] + carried.map(\.0)).joined(separator: ", "))
        FROM \(table) WHERE Z_PK = ?1
        """)
    }
    var failure: DatabaseError?
    rows.forEachKey { key in
      guard failure == nil else { return }
      var hasPlace = source.keepsOwnPlace
      do throws(DatabaseError) {
        for (index, mapping) in source.mappings.enumerated() {
          guard taken[index]?.contains(key) ?? true else { continue }
          if !hasPlace, let member = mapping.member {
            try move.run(key, number(member))
            hasPlace = true
          } else {
            try copies[index]?.run(key)
          }
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func set(
    _ value: ShapedValue, of mapping: ShapedMapping, _ source: ShapedSource, among rows: KeySet
  )
    throws
  {
    var writers: [(statement: Statement, missing: Statement)] = []
    let entities = try [mapping.member, mapping.copy].compactMap(\.self).map { entity throws(DatabaseError) in
      (
        entity,
        try connection.prepare(
          "SELECT 1 FROM \(layout.table(of: entity)) WHERE Z_PK = ?1 AND Z_ENT = \(number(entity))")
      )
    }
    for (entity, _) in entities {
      guard let column = layout.shaped.column(of: PropertyKey(entity, value.name)).map(Identifier.quoted)
      else {
        continue
      }
      let update =
        "UPDATE \(layout.table(of: entity)) SET \(column) = ?2 WHERE Z_PK = ?1 AND Z_ENT = \(number(entity))"
      writers.append(
        (try connection.prepare(update), try connection.prepare(update + " AND \(column) IS NULL")))
    }
    let subject = Subject(entity: mapping.destination, property: value.destination.name)
    var (unfit, unmapped) = (RuleEvidence(), RuleEvidence())
    if let expression = value.expression {
      try evaluation.each(expression, at: value.place, among: rows) { key, result in
        var answer = result
        var type: Value?
        if let table = value.table {
          guard let text = ValueLookup.text(for: result, in: table) else {
            if result != .null {
              reject(key, .mappingValueUnmapped, value, mapping, entities) { unmapped.add(key) }
            }
            return
          }
          type = RuleValue.stored(text: text, as: value.attribute)
          answer = .text(text)
        } else {
          type = RuleValue.stored(result, as: value.attribute)
        }
        guard let stored = type else {
          return reject(key, .mappingValueUnfit, value, mapping, entities) { unfit.add(key) }
        }
        if answer == .null { return }
        for writer in writers { try writer.statement.run(key, stored) }
      }
    }
    if let fallback = value.fallback {
      try evaluation.each(fallback.expression, at: fallback.place, among: rows) { key, result in
        guard let stored = RuleValue.stored(result, as: value.attribute) else {
          return reject(key, .mappingValueUnfit, value, mapping, entities) { unfit.add(key) }
        }
        if stored == .null { return }
        for writer in writers { try writer.missing.run(key, stored) }
      }
    }
    obstacles += [
      unfit.obstacle(
        .mappingValueUnfit, subject, at: value.place,
        "the rule gives these rows a value that an attribute of this type cannot hold.",
        "Let the rule give a value of the attribute's own type; Documentation/Expressions.md lists them."),
      unmapped.obstacle(
        .mappingValueUnmapped, subject, at: value.place,
        "the table of values has no entry for what these rows hold.",
        "Add the missing values to `map`, or give a `default`."),
    ].compactMap { $0 }
  }

  /// A row without a usable value is left out where the file says so, and else stands in the way.
  private func reject(
    _ key: Int64, _ reason: DiagnosticID, _ value: ShapedValue, _ mapping: ShapedMapping,
    _ entities: [(name: String, isThere: Statement)], otherwise: () -> Void
  ) {
    guard plan.rejecting.contains(mapping.destination) else { return otherwise() }
    for entity in entities where (try? entity.isThere.answer(key)) == 1 {
      rejections.append(
        Rejection(
          shapedEntity: entity.name, entity: plan.names.shown(entity.name), key: key,
          destination: mapping.destination, reason: reason, property: value.destination.name, because: nil))
    }
  }

  // MARK: - Links

  private func fill(_ link: ShapedLink) throws {
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
  private func fillEntityColumns() throws(DatabaseError) {
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
