import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import SQLite

/// Proves that a shaped source holds what its source holds, and what the rules make of it: nothing else.
///
/// It finds columns by itself, opens both files on connections of its own and works every rule out again.
package struct ShapeChecker {
  let plan: ShapePlan
  let connection: Connection
  let source: FoundLayout
  let shaped: FoundLayout
  let evaluation: RuleEvaluation
  private let session: ExpressionSession
  private let book = EvidenceBook()
  let notes = EvidenceBook()

  /// - Parameter session: another than the rules were carried out with.
  package init(
    _ plan: ShapePlan, source: ManagedObjectModel, sourcePath: String, shapedPath: String,
    session: ExpressionSession
  ) throws {
    self.plan = plan
    self.session = session
    connection = try Connection.finished(path: sourcePath)
    connection.obeyInterruption()
    try connection.execute("PRAGMA cache_size = -4096; PRAGMA temp_store = FILE")
    self.source = try ColumnFinder(connection: connection, model: source).find()
    shaped = try ColumnFinder(connection: Connection.finished(path: shapedPath), model: plan.model).find()
    try connection.attach(shapedPath, as: "shaped")
    evaluation = RuleEvaluation(session: session)
  }

  /// - Returns: differences, any of which fails the run, and notes on what rules have set.
  package func run() throws -> (differences: [Diagnostic], notes: [Diagnostic]) {
    for root in source.tables.keys.sorted() { try compareTable(root) }
    for join in source.joins { try compareJoin(join) }
    for source in plan.sources { try check(source) }
    for link in plan.links { try check(link) }
    return (book.diagnostics, notes.diagnostics)
  }

  func differ(_ entity: String, _ property: String? = nil) -> Evidence {
    book.difference(
      .validationRuleDiffers, entity: entity, property: property,
      "What the rules make of these rows is not what it should be.")
  }

  // MARK: - What is there stays

  /// But for the entity's number, which says whose the row is, and those beside keys.
  private func compareTable(_ root: String) throws {
    guard let old = source.tables[root], let new = shaped.tables[root] else { return }
    var conditions = ["new.Z_PK IS NULL"]
    for (role, column) in old.columns.sorted(by: { $0.value < $1.value }) {
      switch role {
      case .entityNumber, .toOneEntity: continue
      default: break
      }
      guard let own = new.columns[role] else {
        differ(root).add(nil)
        continue
      }
      let (a, b) = ("old.\(Identifier.quoted(column))", "new.\(Identifier.quoted(own))")
      conditions.append("\(a) IS NOT \(b) OR typeof(\(a)) <> typeof(\(b))")
    }
    let from = "main.\(Identifier.quoted(old.name)) AS old NOT INDEXED"
    // SQLite's limit on the depth of an expression is 1000.
    for start in stride(from: 0, to: conditions.count, by: 200) {
      let part = conditions[start..<min(start + 200, conditions.count)].joined(separator: " OR ")
      try gather(
        "SELECT old.Z_PK FROM \(from) LEFT JOIN shaped.\(Identifier.quoted(new.name)) AS new ON new.Z_PK = old.Z_PK WHERE \(part)",
        differ(root))
    }
    let extra = try connection.integer(
      "SELECT (SELECT count(*) FROM shaped.\(Identifier.quoted(new.name)) NOT INDEXED) - (SELECT count(*) FROM \(from))"
    )
    if extra != 0 { differ(root).addUncounted(abs(extra)) }
  }

  private func compareJoin(_ join: FoundLayout.Join) throws {
    let columns = [join.ownerColumn, join.targetColumn, join.targetOrder, join.ownerOrder].compactMap { $0 }
      .map(Identifier.quoted).joined(separator: ", ")
    let table = Identifier.quoted(join.name)
    let (old, new) = ("SELECT \(columns) FROM main.\(table)", "SELECT \(columns) FROM shaped.\(table)")
    let count = try connection.integer(
      """
      SELECT (SELECT count(*) FROM (\(old) EXCEPT \(new))) + (SELECT count(*) FROM (\(new) EXCEPT \(old)))
        + abs((SELECT count(*) FROM main.\(table)) - (SELECT count(*) FROM shaped.\(table)))
      """)
    if count > 0 { differ(join.relationship.entity, join.relationship.name).addUncounted(count) }
  }

  func gather(_ sql: String, _ evidence: Evidence) throws {
    let statement = try connection.prepare(sql)
    while try statement.step() { evidence.add(statement.integer(at: 0)) }
  }

  // MARK: - What rules make

  private func check(_ ruled: ShapedSource) throws {
    guard let table = source.table(of: ruled.entity), let number = source.numbers[ruled.entity] else {
      return
    }
    let rows = try KeySet.keys(
      of: "main.\(Identifier.quoted(table.name))", where: "Z_ENT = \(number)", connection)
    evaluation.rowCount = rows.count
    var taken: [KeySet] = []
    for mapping in ruled.mappings {
      guard let condition = mapping.condition else {
        taken.append(rows)
        continue
      }
      var keys = rows.emptyCopy()
      try evaluation.each(try again(condition), at: mapping.place, among: rows) { key, value in
        if value == .integer(1) { keys.append(key) }
      }
      keys.seal()
      taken.append(keys)
    }
    try checkPlaces(ruled, rows, taken)
    for (mapping, keys) in zip(ruled.mappings, taken) {
      if let copy = mapping.copy { try checkCopy(copy, mapping, of: table) }
      for value in mapping.values { try check(value, of: mapping, among: keys) }
    }
  }

  func again(_ expression: CompiledExpression) throws -> CompiledExpression {
    try session.compile(expression.text, over: expression.entity)
  }

  /// Each row is the first rule's that takes it, and of the others there are further rows.
  private func checkPlaces(_ ruled: ShapedSource, _ rows: KeySet, _ taken: [KeySet]) throws {
    guard let table = shaped.table(of: ruled.entity) else { return }
    let now = try connection.prepare(
      "SELECT Z_ENT FROM shaped.\(Identifier.quoted(table.name)) WHERE Z_PK = ?")
    let copies = try ruled.mappings.map { mapping throws -> Statement? in
      guard let copy = mapping.copy, let table = shaped.table(of: copy) else { return nil }
      return try connection.prepare("SELECT 1 FROM shaped.\(Identifier.quoted(table.name)) WHERE Z_PK = ?")
    }
    let wrong = differ(ruled.entity)
    var failure: DatabaseError?
    var copied = [Int64](repeating: 0, count: ruled.mappings.count)
    rows.forEachKey { key in
      guard failure == nil else { return }
      do throws(DatabaseError) {
        var owner = ruled.keepsOwnPlace ? ruled.entity : nil
        for (index, mapping) in ruled.mappings.enumerated() where taken[index].contains(key) {
          if owner == nil {
            owner = mapping.member
          } else {
            copied[index] += 1
            if try copies[index]?.answer(key) != 1 { wrong.add(key) }
          }
        }
        let found = shaped.entityOfNumber[try now.answer(key)]
        let expected = owner ?? ruled.entity
        if found != expected, found.map({ plan.rejected[expected] != $0 }) ?? true { wrong.add(key) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for (mapping, count) in zip(ruled.mappings, copied) {
      guard let copy = mapping.copy, let table = shaped.table(of: copy) else { continue }
      let there = try connection.integer(
        "SELECT count(*) FROM shaped.\(Identifier.quoted(table.name)) WHERE Z_ENT IN (\(numbers(of: copy)))")
      if there != count { wrong.addUncounted(abs(there - count)) }
    }
  }

  /// Further rows hold what the rows hold.
  private func checkCopy(_ copy: String, _ mapping: ShapedMapping, of table: FoundLayout.Table) throws {
    guard let own = shaped.table(of: copy) else { return }
    var conditions = ["old.Z_OPT IS NOT new.Z_OPT"]
    for (key, name) in mapping.carried {
      guard let from = table.columns[.attribute(key)],
        let to = own.columns[.attribute(PropertyKey(copy, name))]
      else { continue }
      let (a, b) = ("old.\(Identifier.quoted(from))", "new.\(Identifier.quoted(to))")
      conditions.append("\(a) IS NOT \(b) OR typeof(\(a)) <> typeof(\(b))")
    }
    try gather(
      """
      SELECT new.Z_PK FROM shaped.\(Identifier.quoted(own.name)) AS new
      LEFT JOIN main.\(Identifier.quoted(table.name)) AS old ON old.Z_PK = new.Z_PK
      WHERE new.Z_ENT IN (\(numbers(of: copy))) AND (old.Z_PK IS NULL OR \(conditions.joined(separator: " OR ")))
      """, differ(mapping.destination))
  }

  func numbers(of entity: String) -> String {
    plan.model.subtree(of: entity).compactMap { shaped.numbers[$0] }.map(String.init).joined(separator: ", ")
  }

  private func check(_ value: ShapedValue, of mapping: ShapedMapping, among rows: KeySet) throws {
    var readers: [Statement] = []
    for entity in [mapping.member, mapping.copy].compactMap({ $0 }) {
      guard let table = shaped.table(of: entity),
        let column = table.columns[.attribute(PropertyKey(entity, value.name))]
      else { continue }
      readers.append(
        try connection.prepare(
          "SELECT \(Identifier.quoted(column)) FROM shaped.\(Identifier.quoted(table.name)) WHERE Z_PK = ?1 AND Z_ENT IN (\(numbers(of: entity)))"
        ))
    }
    let wrong = differ(mapping.destination, value.destination.name)
    let right = notes.evidence(
      .mappingByRule, .note, entity: mapping.destination, property: value.destination.name,
      "A rule of the mapping file gives this attribute its values: worked out again on another connection, they are the same."
    )
    var count: Int64 = 0
    func compare(_ expected: Value, _ key: Int64) throws {
      for reader in readers {
        try reader.bind(.integer(key), at: 1)
        defer { reader.reset() }
        guard try reader.step() else { continue }
        let found = reader.value(at: 0)
        if !isSame(found, expected) { wrong.add(key) }
        count += 1
      }
    }
    let table = value.table.map(ValueLookup.init)
    let fallbacks = value.fallback
    if let expression = value.expression {
      var missing: Set<Int64> = []
      try evaluation.each(try again(expression), at: value.place, among: rows) { key, result in
        let expected: Value?
        if let table {
          expected = table.text(for: result).flatMap {
            RuleValue.stored(text: $0, as: value.attribute)
          }
        } else {
          expected = RuleValue.stored(result, as: value.attribute)
        }
        if let expected, expected != .null {
          try compare(expected, key)
        } else if fallbacks != nil {
          missing.insert(key)
        } else {
          try compare(.null, key)
        }
      }
      if let fallbacks {
        try evaluation.each(try again(fallbacks.expression), at: fallbacks.place, among: rows) {
          key, result in
          guard missing.contains(key) else { return }
          try compare(RuleValue.stored(result, as: value.attribute) ?? .null, key)
        }
      }
    } else if let fallbacks {
      try evaluation.each(try again(fallbacks.expression), at: fallbacks.place, among: rows) { key, result in
        try compare(RuleValue.stored(result, as: value.attribute) ?? .null, key)
      }
    }
    if count > 0 { right.addUncounted(count) }
  }

  /// A column's affinity may store a whole number as an integer.
  private func isSame(_ found: Value, _ expected: Value) -> Bool {
    switch (found, expected) {
    case (.integer(let number), .real(let real)): Double(number) == real
    case (.real(let real), .integer(let number)): Double(number) == real
    default: found == expected
    }
  }
}

extension DiagnosticID {
  package static let validationRuleDiffers = DiagnosticID("validation.rule-differs")
  package static let mappingByRule = DiagnosticID("mapping.by-rule")
}
