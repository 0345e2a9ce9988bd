import CoreDataModel
import CoreDataStore
import FileOperations
import SQLite

/// Gives the rows of a copy of one store the keys that the same objects have in another, and its links with them.
package struct Rekeyer {
  private let ours: MatchedStore
  private let theirs: MatchedStore

  package init(ours: MatchedStore, theirs: MatchedStore) {
    self.ours = ours
    self.theirs = theirs
  }

  /// - Parameter path: of the copy, where nothing stands yet. It has no triggers, and indexes made anew.
  /// - Returns: how many rows of `theirs` have a partner in `ours`.
  package func write(to path: String, with files: FileOperations) throws -> Int {
    let (near, far) = (try RowGraph(ours), try RowGraph(theirs))
    var matcher = RowMatcher(ours: near, theirs: far)
    matcher.run()
    try files.copy(from: theirs.path, to: path, at: .rekey)
    let connection = try Connection(path: path, mode: .readWrite)
    connection.obeyInterruption()
    try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
    for row in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
      try connection.execute("DROP TRIGGER \(Identifier.quoted(row[0].string ?? ""))")
    }
    try fill(connection, near, far, matcher.partners)
    for table in theirs.layout.tables { try moveLinks(table, connection) }
    for join in theirs.layout.joins { try move(join, connection) }
    for table in theirs.layout.tables { try moveRows(table, connection) }
    try connection.execute("COMMIT")
    try connection.close()
    return matcher.partners.count { $0 != nil }
  }

  private func map(_ root: String) -> String { Identifier.quoted("import-legacy keys of \(root)") }

  /// A temporary table for each root entity: their key, ours. A row without partner gets one past all others.
  private func fill(_ connection: Connection, _ near: RowGraph, _ far: RowGraph, _ partners: [Int?]) throws {
    var keys = [Int64?](repeating: nil, count: far.rows.count)
    for (our, their) in partners.enumerated() {
      if let their { keys[their] = near.rows[our].key }
    }
    var next = [Int64](repeating: 0, count: far.roots.count)
    for row in near.rows + far.rows { next[row.root] = max(next[row.root], row.key) }
    for (root, name) in far.roots.enumerated() {
      try connection.execute(
        "CREATE TEMP TABLE \(map(name)) (their INTEGER PRIMARY KEY, our INTEGER NOT NULL)")
      let insert = try connection.prepare("INSERT INTO temp.\(map(name)) VALUES (?, ?)")
      for (position, row) in far.rows.enumerated() where row.root == root {
        if keys[position] == nil { next[root] += 1 }
        try insert.bind(.integer(row.key), at: 1)
        try insert.bind(.integer(keys[position] ?? next[root]), at: 2)
        try insert.run()
        insert.reset()
      }
    }
  }

  /// What is no key of a row stays none: its number is moved past every key.
  private func moved(_ column: String, to root: String) -> String {
    let name = Identifier.quoted(column)
    return """
      CASE WHEN typeof(\(name)) <> 'integer' THEN \(name) ELSE
      coalesce((SELECT our FROM temp.\(map(root)) WHERE their = \(name)),
        (SELECT coalesce(max(our), 0) FROM temp.\(map(root))) + 1 + abs(\(name) % 1000000)) END
      """
  }

  private func moveLinks(_ table: EntityTable, _ connection: Connection) throws {
    let model = theirs.layout.model
    for column in table.columns {
      let root: String
      switch column.role {
      case .toOne(let key): root = model.root(of: model.relationship(key)?.destinationEntity ?? "")
      case .owner(let key): root = model.root(of: key.entity)
      default: continue
      }
      try connection.execute(
        """
        UPDATE \(Identifier.quoted(table.name)) SET \(Identifier.quoted(column.name)) = \(moved(column.name, to: root))
        WHERE \(Identifier.quoted(column.name)) IS NOT NULL
        """)
    }
  }

  private func move(_ join: JoinTable, _ connection: Connection) throws {
    let model = theirs.layout.model
    func root(_ side: JoinTable.Side) -> String {
      model.root(of: model.relationship(side.relationship)?.destinationEntity ?? "")
    }
    let columns = try connection.rows("PRAGMA table_info(\(Identifier.quoted(join.name)))").compactMap {
      $0[1].string
    }
    let cells = columns.map { column in
      switch column {
      case join.first.column: moved(column, to: root(join.first))
      case join.second.column: moved(column, to: root(join.second))
      default: Identifier.quoted(column)
      }
    }
    let name = Identifier.quoted(join.name)
    try connection.execute(
      """
      CREATE TEMP TABLE "import-legacy links" AS SELECT \(zip(cells, columns).map { "\($0) AS \(Identifier.quoted($1))" }.joined(separator: ", ")) FROM \(name);
      DELETE FROM \(name);
      INSERT INTO \(name) (\(columns.map(Identifier.quoted).joined(separator: ", "))) SELECT * FROM temp."import-legacy links";
      DROP TABLE temp."import-legacy links"
      """)
  }

  /// By way of negative keys, so that no two rows ever have one.
  private func moveRows(_ table: EntityTable, _ connection: Connection) throws {
    let name = Identifier.quoted(table.name)
    let number = theirs.layout.number(of: table.rootEntity) ?? 0
    let counter = try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
    let isHigh = try counter >= connection.integer("SELECT max(Z_PK) FROM \(name)")
    try connection.execute(
      """
      UPDATE \(name) SET Z_PK = -(SELECT our FROM temp.\(map(table.rootEntity)) WHERE their = Z_PK);
      UPDATE \(name) SET Z_PK = -Z_PK
      """)
    guard isHigh else { return }
    try connection.execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, (SELECT coalesce(max(Z_PK), 0) FROM \(name))) WHERE Z_ENT = \(number)
      """)
  }
}

extension FilePoint {
  static let rekey: FilePoint = "verify.rekey"
}
