import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Rows that a uniqueness constraint of the new model does not allow together. Bytes are compared; NULL equals nothing.
struct UniquenessPreflight {
  let query: SourceQuery
  let idMap: IDMapFunction

  private var context: MigrationContext { query.context }

  func run() throws(DatabaseError) -> Preflight.Result {
    var result = Preflight.Result()
    for table in context.destination.tables {
      for entity in context.plan.destination.subtree(of: table.rootEntity) {
        for constraint in context.plan.destination.entity(entity)?.uniquenessConstraints ?? [] {
          try check(constraint, of: entity, in: table, &result)
        }
      }
    }
    return result
  }

  private func check(
    _ constraint: [String], of entity: String, in table: EntityTable, _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    let columns = constraint.compactMap { property in column(property, of: entity, in: table) }
    // What is worked out after the links is not known here: the index tells.
    let isComputed = columns.contains { column in
      guard case .attribute(let key) = column.role else { return false }
      return context.plan.destination.derivation(of: key)?.isComputable ?? false
    }
    guard columns.count == constraint.count, !isComputed else { return }
    let expressions = RowExpressions(context: context, table: table)
    let rows = expressions.feeds().map { feed in
      let values = columns.enumerated().map { index, column in
        "\(value(column, expressions.expression(column, feed), feed)) AS c\(index)"
      }
      return """
        SELECT Z_PK AS old, \(values.joined(separator: ", "))
        FROM \(MigrationContext.schema).\(Identifier.quoted(feed.sourceTable.name)) NOT INDEXED
        WHERE Z_ENT IN \(context.numbers(feed.mappings.map(\.source)))
        """
    }
    guard !rows.isEmpty else { return }
    let names = columns.indices.map { "c\($0)" }
    let all =
      "SELECT * FROM (\(rows.joined(separator: " UNION ALL "))) WHERE \(names.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))"
    let groups = """
      SELECT count(*) AS members, min(old) AS first, \(names.joined(separator: ", ")) FROM (\(all))
      GROUP BY \(names.joined(separator: ", ")) HAVING count(*) > 1
      """
    let counts = try query.counts("SELECT count(*), sum(members) FROM (\(groups))")
    guard let number = counts.first, number > 0, counts.count == 2 else { return }
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          .notUnique, .error, Subject(entity: entity, property: constraint.joined(separator: ",")),
          count: counts[1],
          oldKeys: try query.keys("SELECT first FROM (\(groups)) ORDER BY first"),
          summary:
            "The new model allows each value (or combination) once, and these rows share theirs, in \(number) groups. "
            + "The keys named are the lowest of each group.",
          recovery: [
            "Remove or change the duplicates in the app, or take the constraint out of the model.",
            "Or say in a mapping file which of them stays: `merge: [{ entity: \(entity), by: "
              + "[\(constraint.joined(separator: ", "))], keep: objectID }]`.",
          ]),
        groups: try members(of: all, sharing: names), rows: surplus(of: expressions, all, names)))
  }

  /// All but the lowest key of each group; nil where rows of several tables share values.
  private func surplus(of expressions: RowExpressions, _ all: String, _ names: [String]) -> RowSelection? {
    let feeds = expressions.feeds()
    guard feeds.count == 1, let feed = feeds.first, feed.mappings.count == 1,
      let mapping = feed.mappings.first
    else { return nil }
    return RowSelection(
      entity: mapping.source,
      condition: """
        own.Z_PK IN (SELECT old FROM (
          SELECT old, row_number() OVER (PARTITION BY \(names.joined(separator: ", ")) ORDER BY old) AS place FROM (\(all)))
        WHERE place > 1)
        """)
  }

  /// Keys of the rows of each group, the groups by their lowest key.
  private func members(of rows: String, sharing names: [String]) throws(DatabaseError) -> [[Int64]] {
    let list = names.joined(separator: ", ")
    let statement = try query.connection.prepare(
      """
      SELECT old, number FROM (
        SELECT old, dense_rank() OVER (ORDER BY \(list)) AS number,
          count(*) OVER (PARTITION BY \(list)) AS members, min(old) OVER (PARTITION BY \(list)) AS first
        FROM (\(rows)))
      WHERE members > 1 ORDER BY first, number, old
      """)
    var groups: [[Int64]] = []
    var current: Int64?
    while try statement.step() {
      if current != statement.integer(at: 1) {
        if groups.count == Diagnostic.maximumOldKeys { break }
        current = statement.integer(at: 1)
        groups.append([])
      }
      let last = groups.count - 1
      if groups[last].count < Diagnostic.maximumOldKeys { groups[last].append(statement.integer(at: 0)) }
    }
    return groups
  }

  private func column(_ property: String, of entity: String, in table: EntityTable) -> EntityTable.Column? {
    for ancestor in context.plan.destination.lineage(of: entity) {
      let key = PropertyKey(ancestor.name, property)
      if let column = table.column(.attribute(key)) ?? table.column(.toOne(key)) { return column }
    }
    return nil
  }

  /// Links are compared by what they will lead to.
  private func value(_ column: EntityTable.Column, _ expression: String, _ feed: RowExpressions.Feed)
    -> String
  {
    guard case .toOne(let key) = column.role, let slot = LinkSlot(key, context: context),
      let first = feed.mappings.first, let origin = slot.origin(for: first.source, context: context),
      let source = LinkSource(origin, context: context)
    else { return expression }
    return idMap.call(source: source.targetEntity, destination: slot.referencedEntity, expression)
  }
}
