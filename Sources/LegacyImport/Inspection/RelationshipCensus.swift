import CoreDataModel
import CoreDataStore
import SQLite

/// Counts the stored links of each relationship of a version.
struct RelationshipCensus {
  private let layout: StoreLayout
  private let model: ManagedObjectModel

  init(_ layout: StoreLayout) {
    self.layout = layout
    model = layout.model
  }

  func run(_ reader: TolerantReader) throws -> [InspectedRelationship] {
    var result: [InspectedRelationship] = []
    for entity in model.entities {
      for relationship in entity.relationships.sorted(by: { byBytes($0.name, $1.name) })
      where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        result.append(
          InspectedRelationship(
            entity: entity.name, name: relationship.name, destination: relationship.destinationEntity,
            inverse: model.inverse(of: relationship)?.relationship.name, isToMany: relationship.isToMany,
            isOrdered: relationship.isOrdered,
            links: try question(key, relationship).flatMap { try reader.integer($0) }))
      }
    }
    return result
  }

  private func byBytes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private func question(_ key: PropertyKey, _ relationship: RelationshipDescription) -> String? {
    switch layout.storage(of: key) {
    case .foreignKey(let table, let column, _): count(column, in: table, ofRowsBelow: key.entity)
    case .inverseForeignKey(let table, let column, _):
      count(column, in: table, ofRowsBelow: model.inverse(of: key)?.entity ?? relationship.destinationEntity)
    case .ownerColumn(let table, let column, _):
      count(column, in: table, ofRowsBelow: relationship.destinationEntity)
    case .join(let join): "SELECT count(*) FROM \(Identifier.quoted(join.name)) NOT INDEXED"
    case nil: nil
    }
  }

  /// What stands in the column in rows of other entities of the table is nobody's value (format page 0.2).
  private func count(_ column: String, in table: String, ofRowsBelow entity: String) -> String {
    let numbers = model.subtree(of: entity).compactMap { layout.number(of: $0) }.map(String.init)
    return """
      SELECT count(\(Identifier.quoted(column))) FROM \(Identifier.quoted(table)) NOT INDEXED
      WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))
      """
  }
}
