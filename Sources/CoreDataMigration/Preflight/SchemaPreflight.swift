import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// What of the file is not the model's: rows nobody owns, columns, tables, views, triggers.
struct SchemaPreflight {
  let query: SourceQuery
  let schema: StoreSchema

  func run() throws(DatabaseError) -> Preflight.Result {
    var result = Preflight.Result()
    for table in query.context.source.layout.tables {
      try orphans(in: table, &result)
      try siblingValues(in: table, &result)
    }
    for column in query.context.source.unownedColumns { try unowned(column, &result) }
    for table in ["Z_METADATA", "Z_MODELCACHE"] { try surplusRows(table, &result) }
    eliminated(&result)
    foreignTypes(&result)
    for object in query.context.source.unexplained where !isFrameworkTrigger(object) {
      let rows = object.kind == .table && !object.isVirtual ? try count(object.name) : 0
      if rows == 0, isLeftByAnEarlierVersion(object) {
        result.notes.append(
          Diagnostic(
            .unknownObject, .note, count: 0,
            summary:
              "The table \(object.name) belongs to no entity of the model, and is empty: it is left out."))
        continue
      }
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .unknownObject, .error, count: rows,
            summary:
              "The \(object.kind.rawValue) \(object.name) belongs to no entity of the model and would be left out.",
            recovery: ["Leave it behind with --allow drop:table:\(object.name)."]),
          consents: ["drop:table:\(object.name)"]))
    }
    frameworkTriggers(&result)
    try IndexPreflight(query: query).run(&result)
    for (old, new) in query.context.source.staleNames.sorted(by: { $0.key < $1.key }) {
      result.notes.append(
        Diagnostic(
          .staleEntityName, .note, Subject(entity: new),
          summary: "Z_PRIMARYKEY still lists this entity under its earlier name \(old)."))
    }
    return result
  }

  /// A table of an entity or of a many-to-many (format page 2.1, 3.3) that is no longer in the model.
  private func isLeftByAnEarlierVersion(_ object: SchemaCatalog.Object) -> Bool {
    guard object.kind == .table, object.name.hasPrefix("Z"), let sql = object.sql else { return false }
    let isJoin = object.name.hasPrefix("Z_") && object.name.dropFirst(2).first?.isWholeNumber ?? false
    return isJoin || sql.contains("( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER")
  }

  /// Columns of the new store that are declared as the source's are (`ColumnForms`).
  private func foreignTypes(_ result: inout Preflight.Result) {
    let layout = query.context.destination
    for column in layout.tables.flatMap(\.columns) {
      guard case .attribute(let key) = column.role, let attribute = layout.model.storedAttribute(key) else {
        continue
      }
      let usual = ColumnAffinity(declaredType: DeclaredType.of(attribute.type))
      guard !ColumnAffinity(declaredType: column.declaredType).isLike(usual) else { continue }
      result.notes.append(
        Diagnostic(
          .foreignColumnType, .note, Subject(entity: key.entity, property: key.name),
          summary:
            "The attribute's column is not declared as Core Data does it. Its type is kept: another would change values."
        ))
    }
  }

  /// Core Data's own triggers keep derived attributes and the like up to date (format page 2.6); they hold no data.
  private func isFrameworkTrigger(_ object: SchemaCatalog.Object) -> Bool {
    object.kind == .trigger && ["Z_DA_", "ZT_", "Z_RT_"].contains { object.name.hasPrefix($0) }
  }

  private func frameworkTriggers(_ result: inout Preflight.Result) {
    let source = query.context.source
    let count = source.unexplained.count(where: isFrameworkTrigger) - replacedTriggers
    guard count > 0 else { return }
    result.notes.append(
      Diagnostic(
        .triggersLeftOut, .note, count: Int64(count),
        summary: "Triggers that Core Data made are left out. They hold no data."))
  }

  /// Triggers of derived attributes that have triggers in the new store too.
  private var replacedTriggers: Int {
    let created = Set(schema.triggers.map(\.attribute))
    let carried = Set(
      query.context.plan.entities.flatMap(\.attributes).filter { created.contains($0.destination) }
        .compactMap(\.source))
    return SourceTriggers(layout: query.context.source.layout, objects: query.context.source.unexplained)
      .byAttribute.filter { carried.contains($0.key) }.values.reduce(0) { $0 + $1.count }
  }

  private func count(_ table: String) throws(DatabaseError) -> Int64 {
    try query.connection.integer(
      "SELECT count(*) FROM \(MigrationContext.schema).\(Identifier.quoted(table)) NOT INDEXED")
  }

  /// Rows of an unknown entity, and rows of an abstract one: no object can be made of either.
  private func orphans(in table: EntityTable, _ result: inout Preflight.Result) throws(DatabaseError) {
    let root = table.rootEntity
    let model = query.context.plan.source
    let members = model.subtree(of: root)
    let abstract = query.context.numbers(members.filter { query.context.plan.mapping(ofSource: $0) == nil })
    try orphans(
      .orphanRows, where: "Z_ENT IS NULL OR Z_ENT NOT IN \(query.context.numbers(members))", in: table,
      summary:
        "Rows of the table \(table.name) have an entity number that no entity of the model bears here: no object can "
        + "be made of them, and what they hold would be lost.", &result)
    try orphans(
      .abstractRows, where: "Z_ENT IN \(abstract)", in: table,
      summary:
        "Rows of the table \(table.name) are of an abstract entity: no object can be made of them, and what they hold "
        + "would be lost.", &result)
  }

  private func orphans(
    _ id: DiagnosticID, where condition: String, in table: EntityTable, summary: String,
    _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    let root = table.rootEntity
    let rows = try query.connection.integer(
      "SELECT count(*) FROM \(query.table(of: root)) NOT INDEXED WHERE \(condition)")
    guard rows > 0 else { return }
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          id, .error, Subject(entity: root), count: rows,
          oldKeys: try query.keys(
            "SELECT Z_PK FROM \(query.table(of: root)) NOT INDEXED WHERE \(condition) ORDER BY Z_PK"),
          summary: summary, recovery: ["Leave them behind with --allow orphans:\(root)."]),
        consents: ["orphans:\(root)"]))
  }

  /// A migration in place fills a new column for every row of its table, of whatever entity (format page 6.2). What
  /// stands in a column that the row's own entity does not have is no property's value.
  private func siblingValues(in table: EntityTable, _ result: inout Preflight.Result) throws(DatabaseError) {
    let model = query.context.plan.source
    let members = model.subtree(of: table.rootEntity)
    guard members.count > 1 else { return }
    let questions = table.columns.compactMap { column -> String? in
      guard let owner = column.role.declaringEntity(in: model) else { return nil }
      let strangers = members.filter {
        query.context.plan.mapping(ofSource: $0) != nil && !model.isKind($0, of: owner)
      }
      guard !strangers.isEmpty else { return nil }
      return
        "count(CASE WHEN Z_ENT IN \(query.context.numbers(strangers)) THEN \(Identifier.quoted(column.name)) END)"
    }
    var total: Int64 = 0
    for start in stride(from: 0, to: questions.count, by: 500) {
      let part = questions[start..<min(start + 500, questions.count)].joined(separator: ", ")
      total += try query.counts("SELECT \(part) FROM \(query.table(of: table.rootEntity)) NOT INDEXED")
        .reduce(0, +)
    }
    guard total > 0 else { return }
    result.notes.append(
      Diagnostic(
        .siblingValues, .note, Subject(entity: table.rootEntity), count: total,
        summary:
          "Cells of \(table.name) hold something in columns that their row's entity does not have: left over from a "
          + "migration in place, or from deleted rows. No property ever shows them; they are left out."))
  }

  /// The framework keeps one row in each of these.
  private func surplusRows(_ table: String, _ result: inout Preflight.Result) throws(DatabaseError) {
    guard query.context.source.systemTables.contains(table) else { return }
    let rows = try count(table) - 1
    guard rows > 0 else { return }
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          .surplusRows, .error, count: rows,
          summary:
            "The table \(table) holds more rows than the one that Core Data keeps there: the others would be left out.",
          recovery: ["Leave them behind with --allow drop:table:\(table)."]),
        consents: ["drop:table:\(table)"]))
  }

  private func eliminated(_ result: inout Preflight.Result) {
    for column in query.context.source.eliminated {
      result.notes.append(
        Diagnostic(
          .columnByElimination, .note, count: 1,
          summary:
            "The column \(column.table).\(column.column) was taken for the one property it can belong to, though a fresh "
            + "store would name it otherwise."))
    }
  }

  private func unowned(_ column: LayoutMatch.UnownedColumn, _ result: inout Preflight.Result)
    throws(DatabaseError)
  {
    let name = "\(column.table).\(column.column)"
    let values = try query.connection.integer(
      "SELECT count(\(Identifier.quoted(column.column))) FROM \(MigrationContext.schema).\(Identifier.quoted(column.table)) NOT INDEXED"
    )
    let diagnostic = Diagnostic(
      .unownedColumn, values > 0 ? .error : .note, count: values,
      summary: "The column \(name) belongs to no property of the model and would be left out.",
      recovery: values > 0 ? ["Leave it behind with --allow drop:table:\(name)."] : [])
    if values > 0 {
      result.obstacles.append(Obstacle(diagnostic, consents: ["drop:table:\(name)"]))
    } else {
      result.notes.append(diagnostic)
    }
  }
}
