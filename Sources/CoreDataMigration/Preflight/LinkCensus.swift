import CoreDataModel
import CoreDataStore
import SQLite

/// The stored links of one source relationship, counted by the concrete entities of both ends.
struct LinkCensus {
  struct Cell {
    let owner: String
    let target: String
    let count: Int64
  }

  let relationship: PropertyKey
  let source: LinkSource
  /// Links whose two rows are there and of the right kind.
  let valid: [Cell]

  /// - Parameter key: a to-one, a to-many without inverse, or one end of a many-to-many: each storage once.
  init?(_ key: PropertyKey, query: SourceQuery) throws(DatabaseError) {
    let context = query.context
    guard
      let source = LinkSource(
        LinkOrigin(relationship: key, isReversed: false, entities: nil), context: context)
    else { return nil }
    self.relationship = key
    self.source = source
    // The keys are known already: looking them up here is cheaper than a join over both tables.
    let owners = context.keys.entries(below: source.ownerEntity, in: context.plan.source)
    let targets = context.keys.entries(below: source.targetEntity, in: context.plan.source)
    var counts = Array(repeating: Int64(0), count: owners.count * targets.count)
    let statement = try query.connection.prepare(source.select)
    while try statement.step() {
      guard statement.storageClass(at: 0) == .integer, statement.storageClass(at: 1) == .integer else {
        continue
      }
      let (owner, target) = (statement.integer(at: 0), statement.integer(at: 1))
      guard let row = owners.firstIndex(where: { $0.keys.contains(owner) }),
        let column = targets.firstIndex(where: { $0.keys.contains(target) })
      else { continue }
      counts[row * targets.count + column] += 1
    }
    var cells: [Cell] = []
    for (row, owner) in owners.enumerated() {
      for (column, target) in targets.enumerated() where counts[row * targets.count + column] > 0 {
        cells.append(
          Cell(
            owner: owner.sourceEntity, target: target.sourceEntity,
            count: counts[row * targets.count + column]))
      }
    }
    valid = cells
  }

  /// The links as rows whose two ends are valid, for further questions.
  func validLinks(_ query: SourceQuery) -> String {
    """
    SELECT link.owner AS owner, link.target AS target, link.targetOrder AS targetOrder, link.ownerOrder AS ownerOrder,
      o.Z_ENT AS ownerEntity, t.Z_ENT AS targetEntity
    FROM (\(source.select)) AS link
    JOIN \(query.table(of: source.ownerEntity)) AS o NOT INDEXED
      ON o.Z_PK = link.owner AND o.Z_ENT IN \(query.context.numbers(below: source.ownerEntity))
    JOIN \(query.table(of: source.targetEntity)) AS t NOT INDEXED
      ON t.Z_PK = link.target AND t.Z_ENT IN \(query.context.numbers(below: source.targetEntity))
    """
  }
}
