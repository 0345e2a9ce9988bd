import SQLite
import Testing

/// The objects of a store as its model sees them: values by attribute, links by relationship.
struct CorpusGraph {
  struct Link: Hashable {
    let owner, target: Int64
  }

  let model: CorpusModel
  /// Exact entity → key → attribute → value.
  private(set) var objects: [String: [Int64: [String: Value]]] = [:]
  private let store: CorpusDatabase
  private let numbers: [String: Int64]
  private let columns: CorpusColumns

  init(_ store: CorpusDatabase, model: CorpusModel) throws {
    (self.store, self.model) = (store, model)
    numbers = try store.numbers(model)
    columns = CorpusColumns(model: model, numbers: numbers)
    for entity in model.entities.values where !entity.isAbstract {
      let attributes = model.attributes(entity.name).map(\.property.name)
      let cells = try attributes.map { name in
        try #require(columns.column(name, of: entity.name), "no column for \(entity.name).\(name)")
      }
      let rows = try store.rows(
        """
        SELECT \((["Z_PK"] + cells).joined(separator: ", ")) FROM \(table(entity.name))
        WHERE Z_ENT = \(number(entity.name))
        """
      )
      objects[entity.name] = Dictionary(
        rows.map { row in
          (row[0].integer ?? 0, Dictionary(zip(attributes, row.dropFirst()), uniquingKeysWith: { $1 }))
        }, uniquingKeysWith: { $1 })
    }
  }

  /// Links of a relationship from objects of exactly `entity`, both ends there, in order of owner and place.
  func links(_ name: String, of entity: String) throws -> [Link] {
    let found = try #require(model.relationships(entity).first { $0.property.name == name })
    let relationship = found.property
    let far = relationship.destination
    let pairs: String
    if !relationship.isToMany {
      let column = try #require(columns.column(name, of: entity))
      pairs = "SELECT Z_PK AS owner, \(column) AS target, 0 AS place FROM \(table(entity))"
    } else if let inverse = model.inverse(relationship) {
      if inverse.property.isToMany {
        pairs = try join(found, inverse)
      } else {
        let key = try #require(columns.column(inverse.property.name, of: inverse.declaring))
        let place = columns.placeColumn(beside: key, of: inverse.declaring) ?? "0"
        pairs = "SELECT \(key) AS owner, Z_PK AS target, \(place) AS place FROM \(table(far))"
      }
    } else {
      let key = try #require(columns.ownerColumn(name, from: found.declaring, to: far))
      pairs = "SELECT \(key) AS owner, Z_PK AS target, 0 AS place FROM \(table(far))"
    }
    let kin = model.family(far).map { String(number($0)) }.joined(separator: ", ")
    return try store.rows(
      """
      SELECT owner, target FROM (\(pairs))
      JOIN \(table(entity)) AS o ON o.Z_PK = owner AND o.Z_ENT = \(number(entity))
      JOIN \(table(far)) AS t ON t.Z_PK = target AND t.Z_ENT IN (\(kin))
      ORDER BY owner, place, target
      """
    ).map { Link(owner: $0[0].integer ?? 0, target: $0[1].integer ?? 0) }
  }

  /// A join column is named after the relationship whose objects it holds, with the number of the entity that
  /// declares the inverse; a number may follow where names meet.
  private func join(
    _ found: (declaring: String, property: CorpusModel.Property),
    _ inverse: (declaring: String, property: CorpusModel.Property)
  ) throws -> String {
    let near = "Z_\(number(found.declaring))" + inverse.property.name.uppercased()
    let far = "Z_\(number(inverse.declaring))" + found.property.name.uppercased()
    let names = [
      "Z_\(number(found.declaring))" + found.property.name.uppercased(),
      "Z_\(number(inverse.declaring))" + inverse.property.name.uppercased(),
    ]
    func isCalled(_ name: String, _ base: String) -> Bool {
      name.hasPrefix(base) && name.dropFirst(base.count).allSatisfy(\.isNumber)
    }
    let candidates = try store.tables().filter { table in names.contains { isCalled(table, $0) } }.compactMap
    { table in
      let columns = try store.columns(table).map(\.name)
      let nears = columns.filter { isCalled($0, near) }
      let fars = columns.filter { isCalled($0, far) }
      guard nears.count == 1, fars.count == 1 else { return nil as String? }
      let place = "Z_FOK_" + fars[0].dropFirst(2)
      return
        "SELECT \(nears[0]) AS owner, \(fars[0]) AS target, "
        + "\(columns.contains(place) ? place : "0") AS place FROM \(table)"
    }
    #expect(candidates.count == 1, "join table of \(found.declaring).\(found.property.name)")
    return try #require(candidates.first)
  }

  private func table(_ entity: String) -> String { "Z" + model.root(entity).uppercased() }

  private func number(_ entity: String) -> Int64 { numbers[entity] ?? -1 }
}
