import CoreDataMigration
import CoreDataModel
import CoreDataStore
import SQLite

/// Reads a store as Core Data's objects would show it: exact entity by exact entity, values by their type, links as lists of
/// objects.
struct ObjectReader {
  let connection: Connection
  let layout: StoreLayout
  let external: ExternalDataReader

  func count(_ entity: String) throws -> Int64? {
    guard let (table, number) = place(of: entity) else { return nil }
    return try connection.integer(
      "SELECT count(*) FROM \(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT = \(number)")
  }

  /// - Returns: nil for an attribute that is not stored in one column.
  func attribute(_ name: String, of entity: String) throws -> AppleFile.Attribute? {
    guard let (table, number) = place(of: entity),
      let found = layout.model.attributes(of: entity).first(where: { $0.attribute.name == name }),
      let column = layout.column(of: PropertyKey(found.declaring, name))
    else { return nil }
    let type = found.attribute.type
    let statement = try connection.prepare(
      """
      SELECT Z_PK, \(Identifier.quoted(column)) FROM \(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT = \(number)
      ORDER BY Z_PK
      """)
    var nulls: Int64 = 0
    var digest = ObjectDigest()
    while try statement.step() {
      let key = statement.integer(at: 0)
      let cell = statement.value(at: 1)
      if cell == .null {
        nulls += 1
        digest.appendNull(key: key)
      } else {
        digest.append(try content(of: cell, found.attribute), of: type, key: key)
      }
    }
    let text = digest.text()
    return AppleFile.Attribute(
      entity: entity, name: name, nulls: nulls, digest: Self.hasForm(type) ? text : nil)
  }

  /// Types whose values Core Data makes anew, in a way of its own.
  private static func hasForm(_ type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .date, .string, .uri, .uuid, .binary:
      true
    case .decimal, .transformable, .undefined, .objectID, .composite: false
    }
  }

  private func content(of cell: Value, _ attribute: AttributeDescription) throws -> Value {
    guard attribute.allowsExternalBinaryDataStorage, case .blob(let bytes) = cell else { return cell }
    switch bytes.withUnsafeBytes({ ExternalReference($0) }) {
    case .inline: return .blob(Array(bytes.dropFirst()))
    case .file(let name): return try external.exists(name) ? .blob(external.content(of: name)) : .null
    case .untagged: return cell
    }
  }

  /// - Returns: nil for a relationship that is not stored.
  func relationship(_ name: String, of entity: String) throws -> AppleFile.Relationship? {
    guard let (table, number) = place(of: entity),
      let found = layout.model.relationships(of: entity).first(where: { $0.relationship.name == name }),
      let links = links(of: PropertyKey(found.declaring, name), found.relationship)
    else { return nil }
    let owners = try connection.prepare(
      "SELECT Z_PK FROM \(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT = \(number) ORDER BY Z_PK")
    let statement = try connection.prepare(links)
    var digest = ObjectDigest()
    var count: Int64 = 0
    var hasLink = try statement.step()
    while try owners.step() {
      let owner = owners.integer(at: 0)
      while hasLink, statement.integer(at: 0) < owner { hasLink = try statement.step() }
      var targets: [Int64] = []
      while hasLink, statement.integer(at: 0) == owner {
        targets.append(statement.integer(at: 1))
        hasLink = try statement.step()
      }
      count += Int64(targets.count)
      digest.append(owner)
      digest.append(Int64(targets.count))
      for target in targets { digest.append(target) }
    }
    return AppleFile.Relationship(
      entity: entity, name: name, links: count, unavailable: 0, digest: digest.text())
  }

  private func place(of entity: String) -> (table: String, number: Int64)? {
    guard let table = layout.table(of: entity), let number = layout.number(of: entity) else { return nil }
    return (table.name, number)
  }

  /// Owner and target of every link, by owner, in the order of the list, or of keys where there is none.
  private func links(of key: PropertyKey, _ relationship: RelationshipDescription) -> String? {
    func query(_ table: String, owner: String, target: String, order: String?, kin: String? = nil) -> String {
      let (owner, target) = (Identifier.quoted(owner), Identifier.quoted(target))
      let place = order.map { "\(Identifier.quoted($0)), " } ?? ""
      return """
        SELECT \(owner), \(target) FROM \(Identifier.quoted(table)) NOT INDEXED
        WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL\(kin.map { " AND Z_ENT IN (\($0))" } ?? "")
        ORDER BY \(owner), \(place)\(target)
        """
    }
    switch layout.storage(of: key) {
    case .foreignKey(let table, let column, _): return query(table, owner: "Z_PK", target: column, order: nil)
    case .inverseForeignKey(let table, let column, let order), .ownerColumn(let table, let column, let order):
      let kin = layout.model.subtree(of: relationship.destinationEntity).compactMap { layout.number(of: $0) }
      return query(
        table, owner: column, target: "Z_PK", order: order, kin: kin.map(String.init).joined(separator: ", "))
    case .join(let join):
      let target = join.isReflexive ? join.first : join.side(of: key)
      let owner = join.isReflexive ? join.second : join.opposite(of: key)
      return query(join.name, owner: owner.column, target: target.column, order: target.orderColumn)
    case nil: return nil
    }
  }
}
