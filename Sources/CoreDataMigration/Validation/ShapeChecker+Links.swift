import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import SQLite

extension ShapeChecker {
  /// Links that a rule makes or carries.
  func check(_ link: ShapedLink) throws {
    guard case .expression(let expression) = link.source, let place = link.place,
      let table = shaped.table(of: link.owner),
      let column = table.columns[.toOne(PropertyKey(link.owner, link.name))]
    else { return try checkCarried(link) }
    let quoted = Identifier.quoted(table.name)
    // Of rows that are left out nothing more is asked.
    let numbers = plan.model.subtree(of: link.owner).filter { !plan.rejected.values.contains($0) }
      .compactMap { shaped.numbers[$0] }.map(String.init)
    let rows = try KeySet.keys(
      of: "shaped.\(quoted)", where: "Z_ENT IN (\(numbers.joined(separator: ", ")))", connection)
    evaluation.rowCount = rows.count
    let reader = try connection.prepare(
      "SELECT \(Identifier.quoted(column)) FROM shaped.\(quoted) WHERE Z_PK = ?")
    let wrong = differ(link.destination.entity, link.destination.name)
    var count: Int64 = 0
    try evaluation.each(try again(expression), at: place, among: rows) { key, value in
      try reader.bind(.integer(key), at: 1)
      defer { reader.reset() }
      guard try reader.step(), reader.value(at: 0) == value else { return wrong.add(key) }
      count += 1
    }
    note(link, count)
  }

  /// Links that a rule carries: of the source, or of each row to itself.
  private func checkCarried(_ link: ShapedLink) throws {
    let key = PropertyKey(link.owner, link.name)
    guard let far = shaped.table(of: link.target), let owner = shaped.table(of: link.owner) else { return }
    let found: String
    if link.isToMany {
      guard let join = shaped.joins.first(where: { $0.relationship == key || $0.inverse == key }) else {
        return
      }
      let isOwn = join.relationship == key
      found = """
        SELECT \(Identifier.quoted(isOwn ? join.ownerColumn : join.targetColumn)) AS owner,
          \(Identifier.quoted(isOwn ? join.targetColumn : join.ownerColumn)) AS target
        FROM shaped.\(Identifier.quoted(join.name))
        """
    } else {
      guard let column = owner.columns[.toOne(key)].map(Identifier.quoted) else { return }
      found = """
        SELECT Z_PK AS owner, \(column) AS target FROM shaped.\(Identifier.quoted(owner.name)) WHERE \(column) IS NOT NULL
        """
    }
    let expected = """
      SELECT link.owner, link.target FROM (\(links(link))) AS link
      JOIN shaped.\(Identifier.quoted(owner.name)) AS o ON o.Z_PK = link.owner AND o.Z_ENT IN (\(numbers(of: link.owner)))
      JOIN shaped.\(Identifier.quoted(far.name)) AS t ON t.Z_PK = link.target AND t.Z_ENT IN (\(numbers(of: link.target)))
      """
    let wrong = differ(link.destination.entity, link.destination.name)
    for (one, other) in [(expected, found), (found, expected)] {
      try gather("SELECT owner FROM (\(one) EXCEPT \(other)) ORDER BY 1", wrong)
    }
    note(link, try connection.integer("SELECT count(*) FROM (\(found))"))
  }

  private func links(_ link: ShapedLink) -> String {
    guard case .relationship(let key) = link.source else {
      let table = shaped.table(of: link.owner)?.name ?? ""
      return "SELECT Z_PK AS owner, Z_PK AS target FROM shaped.\(Identifier.quoted(table))"
    }
    let model = source.model
    if let join = source.joins.first(where: { $0.relationship == key || $0.inverse == key }) {
      let (a, b) = (Identifier.quoted(join.ownerColumn), Identifier.quoted(join.targetColumn))
      let table = "main.\(Identifier.quoted(join.name))"
      if join.isReflexive {
        return "SELECT \(a) AS owner, \(b) AS target FROM \(table) UNION SELECT \(b), \(a) FROM \(table)"
      }
      return join.relationship == key
        ? "SELECT \(a) AS owner, \(b) AS target FROM \(table)"
        : "SELECT \(b) AS owner, \(a) AS target FROM \(table)"
    }
    guard let relationship = model.relationship(key) else { return "SELECT 0 AS owner, 0 AS target WHERE 0" }
    if !relationship.isToMany, let table = source.table(of: key.entity),
      let column = table.columns[.toOne(key)]
    {
      return
        "SELECT Z_PK AS owner, \(Identifier.quoted(column)) AS target FROM main.\(Identifier.quoted(table.name))"
    }
    let inverse = model.inverse(of: key)
    guard let table = source.table(of: inverse?.entity ?? relationship.destinationEntity),
      let column = inverse.map({ table.columns[.toOne($0)] }) ?? table.columns[.owner(key)]
    else { return "SELECT 0 AS owner, 0 AS target WHERE 0" }
    return
      "SELECT \(Identifier.quoted(column)) AS owner, Z_PK AS target FROM main.\(Identifier.quoted(table.name))"
  }

  private func note(_ link: ShapedLink, _ count: Int64) {
    guard link.place != nil, count > 0 else { return }
    notes.evidence(
      .mappingByRule, .note, entity: link.destination.entity, property: link.destination.name,
      "A rule of the mapping file connects this relationship: worked out again on another connection, its links are the same."
    ).addUncounted(count)
  }
}
