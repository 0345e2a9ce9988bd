import CoreDataModel
import CoreDataStore
import SQLite

/// The rows of a store as nodes with hashes of their cells, and the links between them.
final class RowGraph {
  struct Row {
    let root: Int
    let key: Int64
    /// Position of the exact entity among the model's; -1 for a row of no entity.
    let entity: Int
    /// Hash of each attribute of the table, 0 for NULL.
    let cells: [UInt64]
    /// Of entity and cells.
    let hash: UInt64
  }

  struct Edge {
    /// Of the relationship and the direction.
    let label: UInt64
    let row: Int
  }

  private(set) var rows: [Row] = []
  private(set) var edges: [[Edge]] = []
  /// By root, in the order of `roots`.
  private var positions: [[Int64: Int]]
  /// Root entities of the model, sorted.
  let roots: [String]

  init(_ store: MatchedStore) throws {
    let model = store.layout.model
    roots = store.layout.tables.map(\.rootEntity).sorted()
    positions = Array(repeating: [:], count: roots.count)
    let connection = try store.open()
    let entities = Dictionary(
      model.entities.map(\.name).sorted().enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    for root in roots.indices { try readRows(root, store, connection, entities) }
    edges = Array(repeating: [], count: rows.count)
    for table in store.layout.tables { try readKeyColumns(table, store, connection) }
    for join in store.layout.joins { try readJoin(join, store, connection) }
  }

  func position(ofKey key: Int64, root: Int) -> Int? { positions[root][key] }

  private func readRows(
    _ root: Int, _ store: MatchedStore, _ connection: Connection, _ entities: [String: Int]
  )
    throws
  {
    guard let table = store.layout.table(of: roots[root]) else { return }
    let attributes = store.attributes(of: roots[root])
    let columns = ["Z_PK", "Z_ENT"] + attributes.map { Identifier.quoted($0.column) }
    let statement = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK"
    )
    while try statement.step() {
      let key = statement.integer(at: 0)
      let entity = store.layout.entity(numbered: statement.entityNumber(at: 1)).flatMap { entities[$0] } ?? -1
      let cells = try attributes.indices.map {
        try store.hash(statement, $0 + 2, isExternal: attributes[$0].isExternal)
      }
      let hash = cells.reduce(Link.mix(UInt64(bitPattern: Int64(entity)))) { Link.mix($0 ^ $1) }
      positions[root][key] = rows.count
      rows.append(Row(root: root, key: key, entity: entity, cells: cells, hash: hash))
    }
  }

  private func readKeyColumns(_ table: EntityTable, _ store: MatchedStore, _ connection: Connection) throws {
    for column in table.columns {
      let key: PropertyKey
      let far: String
      switch column.role {
      case .toOne(let relationship):
        key = relationship
        far = store.layout.model.relationship(relationship)?.destinationEntity ?? ""
      case .owner(let relationship):
        key = relationship
        far = relationship.entity
      default: continue
      }
      try readLinks(
        "SELECT Z_PK, \(Identifier.quoted(column.name)) FROM \(Identifier.quoted(table.name)) NOT INDEXED",
        from: table.rootEntity, to: store.layout.model.root(of: far), key, connection)
    }
  }

  private func readJoin(_ join: JoinTable, _ store: MatchedStore, _ connection: Connection) throws {
    // From the model's own order of the two, whatever the table calls them.
    let (near, far) =
      join.second.relationship < join.first.relationship
      ? (join.second, join.first) : (join.first, join.second)
    let model = store.layout.model
    try readLinks(
      """
      SELECT \(Identifier.quoted(far.column)), \(Identifier.quoted(near.column))
      FROM \(Identifier.quoted(join.name)) NOT INDEXED
      """, from: model.root(of: near.relationship.entity), to: model.root(of: far.relationship.entity),
      near.relationship, connection)
  }

  private func readLinks(
    _ sql: String, from: String, to: String, _ relationship: PropertyKey, _ connection: Connection
  ) throws {
    guard let from = roots.firstIndex(of: from), let to = roots.firstIndex(of: to) else { return }
    var name = CellHash.Bytes()
    Array("\(relationship.entity).\(relationship.name)".utf8).withUnsafeBytes { name.add($0) }
    let statement = try connection.prepare(sql)
    while try statement.step() {
      guard let owner = statement.linkKey(at: 0), let target = statement.linkKey(at: 1),
        let near = positions[from][owner], let far = positions[to][target]
      else { continue }
      edges[near].append(Edge(label: name.value, row: far))
      edges[far].append(Edge(label: ~name.value, row: near))
    }
  }
}
