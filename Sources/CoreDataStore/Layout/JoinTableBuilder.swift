import CoreDataModel

/// Names the join tables of a model (format page 3.3).
struct JoinTableBuilder {
  let model: ManagedObjectModel
  let numbers: [String: Int64]
  let order: [String]

  func joins() -> [JoinTable] {
    let columns = columnNames()
    var tables = ColumnAllocator()
    var seen: Set<PropertyKey> = []
    var result: [JoinTable] = []
    for entity in order {
      for relationship in manyToMany(of: entity) {
        let key = PropertyKey(entity, relationship.name)
        guard !seen.contains(key), let inverse = model.inverse(of: relationship) else { continue }
        let inverseKey = PropertyKey(inverse.declaring, inverse.relationship.name)
        seen.formUnion([key, inverseKey])
        let number = numbers[entity] ?? 0
        if key == inverseKey {
          let name = "Z_\(number)\(relationship.name.uppercased())"
          result.append(
            JoinTable(
              name: tables.allocate(name), first: .init(column: name, relationship: key),
              second: .init(column: "REFLEXIVE", relationship: key)))
          continue
        }
        // The side of the lower number names the table; on an entity with itself, the later name.
        let farNumber = numbers[inverse.declaring] ?? 0
        let ownNames = farNumber == number ? byName(inverseKey.name, key.name) : number < farNumber
        let (naming, other) = ownNames ? (key, inverseKey) : (inverseKey, key)
        let isOrdered = { (side: PropertyKey) in
          side == key ? relationship.isOrdered : inverse.relationship.isOrdered
        }
        func side(_ relationship: PropertyKey) -> JoinTable.Side {
          let column = columns[relationship] ?? ""
          return JoinTable.Side(
            column: column, relationship: relationship,
            orderColumn: isOrdered(relationship) ? "Z_FOK_" + column.dropFirst(2) : nil)
        }
        result.append(
          JoinTable(
            name: tables.allocate("Z_\(numbers[naming.entity] ?? 0)\(naming.name.uppercased())"),
            first: side(other), second: side(naming)))
      }
    }
    return result
  }

  /// `Z_<number><RELATIONSHIP>`, the number being that of the entity the column leads to. The columns that lead
  /// to one entity share a name space, handed out in the order of that entity's own relationships.
  private func columnNames() -> [PropertyKey: String] {
    var result: [PropertyKey: String] = [:]
    for entity in order {
      var names = ColumnAllocator()
      for relationship in manyToMany(of: entity) {
        guard let inverse = model.inverse(of: relationship) else { continue }
        let inverseKey = PropertyKey(inverse.declaring, inverse.relationship.name)
        result[inverseKey] = names.allocate("Z_\(numbers[entity] ?? 0)\(inverseKey.name.uppercased())")
      }
    }
    return result
  }

  private func manyToMany(of entity: String) -> [RelationshipDescription] {
    (model.entity(entity)?.relationships ?? [])
      .filter { relationship in
        !relationship.isTransient && relationship.isToMany
          && model.inverse(of: relationship)?.relationship.isToMany == true
      }
      .sorted { byName($0.name, $1.name) }
  }
}
