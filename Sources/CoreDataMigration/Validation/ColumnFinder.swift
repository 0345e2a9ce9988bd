import CoreDataModel
import CoreDataStore
import SQLite

/// Finds the columns of a model in a file: a second opinion, written from the format page alone.
///
/// It asks the file first (`PRAGMA table_xinfo`, `Z_PRIMARYKEY`) and uses the naming rules only to choose
/// among the columns that are there.
struct ColumnFinder {
  let connection: Connection
  let model: ManagedObjectModel

  func find() throws(ColumnFinderError) -> FoundLayout {
    let numbers = try entityNumbers()
    var layout = FoundLayout(
      model: model, numbers: numbers,
      entityOfNumber: Dictionary(numbers.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
    // A virtual table holds nothing of the model's, and may not be readable.
    let names = try query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
    ).compactMap { $0[0].string }
    let members = model.entities.map(\.name).sorted { (numbers[$0] ?? 0) < (numbers[$1] ?? 0) }
    for root in members where model.entity(root)?.superentity == nil {
      let wanted = "Z" + root.uppercased()
      guard
        let name = names.first(where: { $0 == wanted }) ?? names.first(where: { $0.uppercased() == wanted })
      else { throw .notFound(wanted) }
      let kin = members.filter { model.root(of: $0) == root }
      let finder = EntityColumnFinder(
        model: model, numbers: numbers, allMembers: members, members: kin, table: name,
        declared: try declaredTypes(of: name))
      layout.tables[root] = try finder.find()
    }
    var candidates: [(name: String, columns: [String])] = []
    for name in names where name.hasPrefix("Z_") {
      candidates.append((name, try declaredTypes(of: name).map(\.name)))
    }
    layout.joins = try JoinFinder(model: model, numbers: numbers, members: members, tables: candidates).find()
    return layout
  }

  private func declaredTypes(of table: String) throws(ColumnFinderError) -> [(name: String, type: String)] {
    // Generated columns hold values too; only those that a module hides are not the table's.
    try query("PRAGMA table_xinfo(\(Identifier.quoted(table)))").filter { $0[6].integer != 1 }.map {
      ($0[1].string ?? "", ($0[2].string ?? "").uppercased())
    }
  }

  /// The file's own numbers; where it has names of an older version, the rule's (format page 0.1 and 1.4).
  private func entityNumbers() throws(ColumnFinderError) -> [String: Int64] {
    var own: [String: Int64] = [:]
    for row in try query("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") {
      if let name = row[0].string, let number = row[1].integer, number > 0 { own[name] = number }
    }
    if Set(own.keys) == Set(model.entities.map(\.name)), Set(own.values).count == own.count { return own }
    guard own.count == model.entities.count else { throw .notFound("Z_PRIMARYKEY") }
    var result: [String: Int64] = [:]
    func number(_ names: [String]) {
      let ordered = names.sorted {
        let (left, right) = ($0.lowercased(), $1.lowercased())
        return left == right
          ? $0.utf8.lexicographicallyPrecedes($1.utf8) : left.utf8.lexicographicallyPrecedes(right.utf8)
      }
      for name in ordered {
        result[name] = Int64(result.count + 1)
        number(model.children(of: name))
      }
    }
    number(model.entities.filter { $0.superentity == nil }.map(\.name))
    return result
  }

  private func query(_ sql: String) throws(ColumnFinderError) -> [[Value]] {
    do { return try connection.rows(sql) } catch { throw .database(error) }
  }
}
