import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// Reads the keys of a source and decides what each becomes.
struct OldIDMapBuilder {
  let plan: MigrationPlan
  let layout: StoreLayout
  let primaryKeys: [PrimaryKeyRow]

  /// A shifted key must stay exact wherever keys are read as numbers.
  private static let shiftLimit: Int64 = 1 << 53

  private struct Bounds {
    var count: Int64
    var minimum: Int64
    var maximum: Int64

    /// Of no rows.
    static let none = Bounds(count: 0, minimum: .max, maximum: 0)

    mutating func extend(by other: Bounds) {
      self = Bounds(
        count: count + other.count, minimum: min(minimum, other.minimum), maximum: max(maximum, other.maximum)
      )
    }
  }

  func build(_ connection: Connection, schema: String) throws(DatabaseError) -> OldIDMap {
    var bounds: [String: Bounds] = [:]
    for table in layout.tables {
      bounds.merge(try readBounds(connection, schema, table), uniquingKeysWith: { first, _ in first })
    }
    let feeds = assignments(bounds)
    var entries: [OldIDMap.Entry] = []
    for table in layout.tables {
      let members = plan.source.subtree(of: table.rootEntity).filter { plan.mapping(ofSource: $0) != nil }
      let groups = Dictionary(grouping: members) {
        plan.destination(ofSource: $0).map { plan.destination.root(of: $0) }
      }
      var keys = try readKeys(connection, schema, table, members, bounds)
      for (root, group) in groups.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
        let assignment = root.flatMap { feeds[$0]?[table.rootEntity] } ?? .kept
        var ranking = KeySet.empty
        if case .ranked = assignment {
          ranking = try readUnion(connection, schema, table, group)
        }
        for entity in group {
          entries.append(
            OldIDMap.Entry(
              sourceEntity: entity, sourceRoot: table.rootEntity,
              destinationEntity: plan.destination(ofSource: entity), destinationRoot: root,
              assignment: assignment, keys: keys.removeValue(forKey: entity) ?? .empty, ranking: ranking))
        }
      }
    }
    return OldIDMap(entries: entries)
  }

  /// Destination root to source root to assignment.
  private func assignments(_ bounds: [String: Bounds]) -> [String: [String: KeyAssignment]] {
    var feeding: [String: [String: Bounds]] = [:]
    for mapping in plan.entities {
      guard let target = mapping.destination else { continue }
      let from = plan.source.root(of: mapping.source)
      let root = plan.destination.root(of: target)
      let own = bounds[mapping.source] ?? .none
      feeding[root, default: [:]][from, default: .none].extend(by: own)
    }
    return feeding.reduce(into: [:]) { result, feed in
      result[feed.key] = assign(root: feed.key, sources: feed.value)
    }
  }

  private func assign(root: String, sources: [String: Bounds]) -> [String: KeyAssignment] {
    guard sources.count > 1 else { return sources.mapValues { _ in .kept } }
    // The table that was this one before keeps its keys; then by name.
    let order = sources.keys.sorted { lhs, rhs in
      let (left, right) = (plan.pairs[root] == lhs, plan.pairs[root] == rhs)
      return left == right ? lhs < rhs : left
    }
    var result: [String: KeyAssignment] = [:]
    var offset: Int64 = 0
    var fits = true
    for source in order {
      guard let bounds = sources[source] else { continue }
      result[source] = offset == 0 ? .kept : .shifted(by: offset)
      let top = max(bounds.maximum, handedOut(source))
      let (sum, overflow) = offset.addingReportingOverflow(top)
      fits = fits && !overflow && sum < Self.shiftLimit && (bounds.count == 0 || bounds.minimum > 0)
      offset = overflow ? .max : sum
    }
    if fits { return result }
    var base: Int64 = 0
    for source in order {
      result[source] = .ranked(base: base)
      base += sources[source]?.count ?? 0
    }
    return result
  }

  private func handedOut(_ root: String) -> Int64 {
    let number = layout.number(of: root)
    return primaryKeys.first { $0.number == number }?.maximumKey ?? 0
  }

  private func readBounds(_ connection: Connection, _ schema: String, _ table: EntityTable)
    throws(DatabaseError)
    -> [String: Bounds]
  {
    let statement = try connection.prepare(
      """
      SELECT Z_ENT, count(*), min(Z_PK), max(Z_PK)
      FROM \(Identifier.quoted(schema)).\(Identifier.quoted(table.name)) NOT INDEXED
      WHERE typeof(Z_ENT) = 'integer' GROUP BY Z_ENT
      """)
    var result: [String: Bounds] = [:]
    while try statement.step() {
      // A row may bear the number of an entity of another table: it is an orphan of this one.
      guard let entity = layout.entity(numbered: statement.integer(at: 0)),
        plan.source.root(of: entity) == table.rootEntity
      else { continue }
      result[entity] = Bounds(
        count: statement.integer(at: 1), minimum: statement.integer(at: 2), maximum: statement.integer(at: 3))
    }
    return result
  }

  /// Without `ORDER BY Z_PK` SQLite may answer from an index, in another order.
  private func readKeys(
    _ connection: Connection, _ schema: String, _ table: EntityTable, _ members: [String],
    _ bounds: [String: Bounds]
  ) throws(DatabaseError) -> [String: KeySet] {
    var sets: [KeySet] = []
    var indexOf: [Int64: Int] = [:]
    var names: [String] = []
    for member in members {
      guard let number = layout.number(of: member), let own = bounds[member] else { continue }
      indexOf[number] = sets.count
      names.append(member)
      sets.append(KeySet(count: own.count, minimum: own.minimum, maximum: own.maximum))
    }
    let statement = try connection.prepare(
      """
      SELECT Z_PK, Z_ENT FROM \(Identifier.quoted(schema)).\(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK
      """)
    while try statement.step() {
      guard statement.storageClass(at: 1) == .integer, let index = indexOf[statement.integer(at: 1)] else {
        continue
      }
      sets[index].append(statement.integer(at: 0))
    }
    for index in sets.indices { sets[index].seal() }
    return Dictionary(zip(names, sets), uniquingKeysWith: { first, _ in first })
  }

  private func readUnion(
    _ connection: Connection, _ schema: String, _ table: EntityTable, _ members: [String]
  ) throws(DatabaseError) -> KeySet {
    let numbers = members.compactMap { layout.number(of: $0) }.map(String.init).joined(separator: ", ")
    return try KeySet.keys(
      of: "\(Identifier.quoted(schema)).\(Identifier.quoted(table.name))", where: "Z_ENT IN (\(numbers))",
      connection)
  }
}
