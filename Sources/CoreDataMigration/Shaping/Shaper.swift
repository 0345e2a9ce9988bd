import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import FileOperations
import SQLite

/// Carries out what a mapping step's rules say, on a private copy of the source.
///
/// Keys stay: a row is where it was, and further rows of it have its key in a table of their own. So whatever is found
/// later names the keys of the source.
package final class Shaper {
  let plan: ShapePlan
  let layout: ShapedLayout
  let session: ExpressionSession
  let connection: Connection
  let evaluation: RuleEvaluation
  var obstacles: [Obstacle] = []
  /// Rows that are to be left out, since rules have no usable answer for them and the file says so.
  package internal(set) var rejections: [Rejection] = []

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
    for copy in Set(plan.sources.flatMap(\.mappings).compactMap { $0.copyRoot ?? $0.copy }).sorted() {
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
      for value in mapping.values { try set(value, of: mapping, among: keys ?? rows) }
    }
  }

  /// Each row to the first rule that takes it, and further rows for the others.
  private func place(_ rows: KeySet, _ source: ShapedSource, _ taken: [KeySet?]) throws {
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
    var failure: (any Error)?
    var count = 0
    rows.forEachKey { key in
      guard failure == nil else { return }
      // Statements for one row each are too short for the connection to look.
      count += 1
      if count % 4096 == 0, Interruption.isRequested { failure = ExpressionError.interrupted }
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

  private func set(_ value: ShapedValue, of mapping: ShapedMapping, among rows: KeySet) throws {
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
    let table = value.table.map(ValueLookup.init)
    var (unfit, unmapped) = (RuleEvidence(), RuleEvidence())
    if let expression = value.expression {
      try evaluation.each(expression, at: value.place, among: rows) { key, result in
        let found: Value?
        if let table {
          guard let text = table.text(for: result) else {
            if result == .null { return }
            return try reject(key, .mappingValueUnmapped, value, mapping, entities) { unmapped.add(key) }
          }
          found = RuleValue.stored(text: text, as: value.attribute)
        } else {
          found = RuleValue.stored(result, as: value.attribute)
        }
        guard let found else {
          return try reject(key, .mappingValueUnfit, value, mapping, entities) { unfit.add(key) }
        }
        if found == .null { return }
        for writer in writers { try writer.statement.run(key, found) }
      }
    }
    if let fallback = value.fallback {
      try evaluation.each(fallback.expression, at: fallback.place, among: rows) { key, result in
        guard let stored = RuleValue.stored(result, as: value.attribute) else {
          return try reject(key, .mappingValueUnfit, value, mapping, entities) { unfit.add(key) }
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
  ) throws(DatabaseError) {
    guard plan.rejecting.contains(mapping.destination) else { return otherwise() }
    for entity in entities where try entity.isThere.answer(key) == 1 {
      rejections.append(
        Rejection(
          shapedEntity: entity.name, entity: plan.names.shown(entity.name), key: key,
          destination: mapping.destination, reason: reason, property: value.destination.name, because: nil))
    }
  }
}
