import SQLite

/// Reads a result by plain SQL over its tables, in the words of `MatrixExpectation`.
struct MatrixReader {
  let connection: Connection
  let model: MatrixModel
  private let numbers: [String: Int64]

  init(_ path: String, _ model: MatrixModel) throws {
    connection = try Connection(path: path, mode: .readOnly)
    self.model = model
    var numbers: [String: Int64] = [:]
    for row in try connection.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
      if let name = row[0].string, let number = row[1].integer { numbers[name] = number }
    }
    self.numbers = numbers
  }

  private func table(_ id: String) -> String { "Z" + model[model.root(of: id)].name.uppercased() }

  private func number(_ id: String) -> Int64 { numbers[model[id].name] ?? -1 }

  func rows() throws -> [String] {
    var result: [String] = []
    for entity in model.entities where !entity.isAbstract {
      let attributes = model.attributes(of: entity.id).map(\.attribute.name)
      let columns = ["Z_PK"] + attributes.map { "Z" + $0.uppercased() }
      for row in try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table(entity.id)) WHERE Z_ENT = \(number(entity.id))"
      ) {
        let cells = zip(attributes, row.dropFirst()).map { "\($0)=\(MatrixCell($1).shown)" }
        result.append("\(entity.name) \(row[0].integer ?? 0) \(cells.sorted().joined(separator: " "))")
      }
    }
    return result.sorted()
  }

  func links() throws -> [String] {
    var result: [String] = []
    for entity in model.entities {
      for relationship in entity.relationships {
        var lists: [(owner: Int64, targets: [Int64])] = []
        for row in try connection.rows(sql(relationship, of: entity)) {
          guard let owner = row[0].integer, let target = row[1].integer else { continue }
          if lists.last?.owner == owner {
            lists[lists.count - 1].targets.append(target)
          } else {
            lists.append((owner, [target]))
          }
        }
        result += lists.map { list in
          "\(entity.name).\(relationship.name) \(list.owner) > \(list.targets.map { String($0) }.joined(separator: ","))"
        }
      }
    }
    return result.sorted()
  }

  /// Owners and targets, by owner, a list in its order.
  private func sql(_ relationship: MatrixRelationship, of entity: MatrixEntity) throws -> String {
    let name = relationship.name.uppercased()
    let (near, far) = (table(entity.id), table(relationship.destination))
    guard relationship.isToMany else {
      return "SELECT Z_PK, Z\(name) FROM \(near) WHERE Z\(name) IS NOT NULL ORDER BY 1"
    }
    guard let inverse = model.relationship(relationship.inverse) else {
      let owner = "Z\(number(entity.id))\(name)"
      let order = relationship.isOrdered ? "Z_FOK_\(number(entity.id))\(name)" : "Z_PK"
      return "SELECT \(owner), Z_PK FROM \(far) WHERE \(owner) IS NOT NULL ORDER BY 1, \(order)"
    }
    let back = inverse.name.uppercased()
    if !inverse.isToMany {
      let order = relationship.isOrdered ? "Z_FOK_\(back)" : "Z_PK"
      return "SELECT Z\(back), Z_PK FROM \(far) WHERE Z\(back) IS NOT NULL ORDER BY 1, \(order)"
    }
    let (mine, theirs) = (
      "Z_\(number(entity.id))\(back)", "Z_\(number(relationship.destination))\(name)"
    )
    let candidates = [
      "Z_\(number(entity.id))\(name)", "Z_\(number(relationship.destination))\(back)",
    ]
    let known = try connection.rows("SELECT name FROM sqlite_master").compactMap { $0[0].string }
    let join = candidates.first(where: known.contains) ?? candidates[0]
    let order = relationship.isOrdered ? "Z_FOK_\(theirs.dropFirst(2))" : theirs
    return "SELECT \(mine), \(theirs) FROM \(join) ORDER BY 1, \(order)"
  }
}
