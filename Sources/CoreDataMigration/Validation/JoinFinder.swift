import CoreDataModel

/// Finds the join tables of many-to-many relationships by their columns (format page 3.3).
struct JoinFinder {
  let model: ManagedObjectModel
  let numbers: [String: Int64]
  /// Every entity by number.
  let members: [String]
  /// Tables that may be join tables, with their columns.
  let tables: [(name: String, columns: [String])]

  func find() throws(ColumnFinderError) -> [FoundLayout.Join] {
    let names = columnNames()
    var wanted: [(relationship: PropertyKey, inverse: PropertyKey, target: String, owner: String)] = []
    var seen: Set<PropertyKey> = []
    for member in members {
      for (relationship, inverse) in manyToMany(of: member) where !seen.contains(relationship) {
        seen.formUnion([relationship, inverse])
        // Seen from the end that names the table: that of the lower number, on one entity the later name.
        let isNaming =
          relationship.entity == inverse.entity
          ? !bytesPrecede(relationship.name, inverse.name)
          : (numbers[relationship.entity] ?? 0) < (numbers[inverse.entity] ?? 0)
        let (near, far) = isNaming ? (relationship, inverse) : (inverse, relationship)
        guard let target = names[near] else { continue }
        wanted.append((near, far, target, near == far ? "REFLEXIVE" : names[far] ?? ""))
      }
    }
    var claimed: Set<String> = []
    var joins: [FoundLayout.Join] = []
    // Exact names first: a near one must not take another's table.
    for isExact in [true, false] {
      for item in wanted where !joins.contains(where: { $0.relationship == item.relationship }) {
        let matches = tables.filter { !claimed.contains($0.name) }.compactMap { table in
          columns(item.target, item.owner, in: table.columns, exact: isExact).map { (table, $0) }
        }
        guard matches.count == 1, let (table, pair) = matches.first else { continue }
        claimed.insert(table.name)
        var join = FoundLayout.Join(
          name: table.name, relationship: item.relationship, inverse: item.inverse, ownerColumn: pair.owner,
          targetColumn: pair.target)
        join.targetOrder = try order(of: item.relationship, column: pair.target, in: table)
        if !join.isReflexive { join.ownerOrder = try order(of: item.inverse, column: pair.owner, in: table) }
        joins.append(join)
      }
    }
    if let missing = wanted.first(where: { item in !joins.contains { $0.relationship == item.relationship } })
    {
      throw .notFound("join table of \(missing.relationship)")
    }
    return joins.sorted { $0.relationship < $1.relationship }
  }

  private func columns(_ target: String, _ owner: String, in columns: [String], exact: Bool)
    -> (target: String, owner: String)?
  {
    if columns.contains(target), columns.contains(owner) { return (target, owner) }
    guard !exact else { return nil }
    // Another suffix, left by a migration in place.
    func near(_ name: String, besides other: String?) -> String? {
      if columns.contains(name), name != other { return name }
      var base = name[...]
      while let last = base.last, last.isASCII, last.isNumber { base.removeLast() }
      let found = columns.filter {
        $0 != other && $0.hasPrefix(base)
          && $0.dropFirst(base.count).allSatisfy { $0.isASCII && $0.isNumber }
      }
      return found.count == 1 ? found[0] : nil
    }
    guard let first = near(target, besides: nil), let second = near(owner, besides: first) else { return nil }
    return (first, second)
  }

  private func order(
    of relationship: PropertyKey, column: String, in table: (name: String, columns: [String])
  )
    throws(ColumnFinderError) -> String?
  {
    let isOrdered =
      model.entity(relationship.entity)?.relationships
      .first { $0.name == relationship.name }?.isOrdered ?? false
    guard isOrdered else { return nil }
    let name = "Z_FOK_" + column.dropFirst(2)
    guard table.columns.contains(name) else { throw .notFound("\(table.name).\(name)") }
    return name
  }

  /// The column that holds what a relationship leads to: the number of the entity there and the
  /// relationship's name. Columns that lead to one entity share their names, given in the order of its own
  /// relationships.
  private func columnNames() -> [PropertyKey: String] {
    var result: [PropertyKey: String] = [:]
    for member in members {
      var taken: Set<String> = []
      for (_, inverse) in manyToMany(of: member) {
        let base = "Z_\(numbers[member] ?? 0)" + inverse.name.uppercased()
        var name = base
        var suffix = 1
        while taken.contains(name) {
          name = base + String(suffix)
          suffix += 1
        }
        taken.insert(name)
        result[inverse] = name
      }
    }
    return result
  }

  private func manyToMany(of entity: String) -> [(PropertyKey, inverse: PropertyKey)] {
    (model.entity(entity)?.relationships ?? []).sorted { bytesPrecede($0.name, $1.name) }.compactMap {
      guard $0.isToMany, !$0.isTransient, let inverse = model.inverse(of: $0), inverse.relationship.isToMany
      else { return nil }
      return (PropertyKey(entity, $0.name), PropertyKey(inverse.declaring, inverse.relationship.name))
    }
  }
}
