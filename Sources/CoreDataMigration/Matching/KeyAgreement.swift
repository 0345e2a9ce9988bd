import CoreDataStore
import SQLite

/// Whether two stores of one model give their objects the same keys: looked at in a sample of each table's rows.
package struct KeyAgreement {
  private static let sample: Int64 = 400
  private let ours: MatchedStore
  private let theirs: MatchedStore

  package init(ours: MatchedStore, theirs: MatchedStore) {
    self.ours = ours
    self.theirs = theirs
  }

  /// A row of theirs agrees where ours has one of the same key and entity, with half of its values or more: what is
  /// damaged, or missing, shows as such and not as another object.
  package func holds() throws -> Bool {
    let (near, far) = (try ours.open(), try theirs.open())
    for table in theirs.layout.tables {
      let (read, agreeing) = try count(table, near, far)
      // One row of two may be damaged; more than half of many are not.
      if read > 3, agreeing * 2 < read { return false }
    }
    return true
  }

  private func count(_ table: EntityTable, _ near: Connection, _ far: Connection) throws -> (Int, Int) {
    guard let other = ours.layout.table(of: table.rootEntity) else { return (0, 0) }
    let own = ours.attributes(of: table.rootEntity)
    let their = theirs.attributes(of: table.rootEntity)
    let all = try far.integer("SELECT count(*) FROM \(Identifier.quoted(table.name)) NOT INDEXED")
    let every = max(1, all / Self.sample)
    let rows = try far.prepare(
      """
      SELECT Z_PK, Z_ENT\(columns(their.map(\.column))) FROM
        (SELECT *, row_number() OVER (ORDER BY Z_PK) AS "import-legacy place" FROM \(Identifier.quoted(table.name)) NOT INDEXED)
      WHERE "import-legacy place" % \(every) = 0
      """)
    let lookup = try near.prepare(
      "SELECT Z_PK, Z_ENT\(columns(own.map(\.column))) FROM \(Identifier.quoted(other.name)) WHERE Z_PK = ?")
    var (read, agreeing) = (0, 0)
    while try rows.step() {
      read += 1
      try lookup.bind(.integer(rows.integer(at: 0)), at: 1)
      defer { lookup.reset() }
      guard try lookup.step(),
        theirs.layout.entity(numbered: rows.entityNumber(at: 1))
          == ours.layout.entity(numbered: lookup.entityNumber(at: 1))
      else { continue }
      var (filled, equal) = (0, 0)
      for (position, attribute) in own.enumerated() {
        let before = try ours.hash(lookup, position + 2, isExternal: attribute.isExternal)
        let after = try theirs.hash(rows, position + 2, isExternal: attribute.isExternal)
        if before != 0 || after != 0 { filled += 1 }
        if before == after, before != 0 { equal += 1 }
      }
      if equal * 2 >= filled { agreeing += 1 }
    }
    return (read, agreeing)
  }

  private func columns(_ names: [String]) -> String { names.map { ", \(Identifier.quoted($0))" }.joined() }
}
