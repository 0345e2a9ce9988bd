import CoreDataModel

/// Which entity lies in which table and which property in which column: of a real store, or of one to be created.
package struct StoreLayout: Sendable {
  package let model: ManagedObjectModel
  package let numbers: [String: Int64]
  /// In the order of their root entities' numbers.
  package let tables: [EntityTable]
  package let joins: [JoinTable]

  private let tableOfRoot: [String: Int]
  private let attributeColumns: [PropertyKey: String]
  private let relationshipStorage: [PropertyKey: RelationshipStorage]

  package init(model: ManagedObjectModel, numbers: [String: Int64], tables: [EntityTable], joins: [JoinTable])
  {
    self.model = model
    self.numbers = numbers
    self.tables = tables
    self.joins = joins
    tableOfRoot = Dictionary(
      tables.enumerated().map { ($1.rootEntity, $0) }, uniquingKeysWith: { first, _ in first })
    var attributes: [PropertyKey: String] = [:]
    var columns: [ColumnRole: (table: String, column: String)] = [:]
    for table in tables {
      for column in table.columns {
        if case .attribute(let key) = column.role { attributes[key] = column.name }
        switch column.role {
        case .toOne, .toOneEntity, .owner, .order: columns[column.role] = (table.name, column.name)
        default: break
        }
      }
    }
    attributeColumns = attributes
    relationshipStorage = Self.storage(model: model, columns: columns, joins: joins)
  }

  package func table(of entity: String) -> EntityTable? {
    tableOfRoot[model.root(of: entity)].map { tables[$0] }
  }

  package func number(of entity: String) -> Int64? { numbers[entity] }

  package func entity(numbered number: Int64) -> String? {
    numbers.first { $0.value == number }?.key
  }

  /// Column of an attribute (or `attribute.leaf`), nil for what is not stored.
  package func column(of attribute: PropertyKey) -> String? { attributeColumns[attribute] }

  /// Nil for a transient relationship.
  package func storage(of relationship: PropertyKey) -> RelationshipStorage? {
    relationshipStorage[relationship]
  }

  private static func storage(
    model: ManagedObjectModel, columns: [ColumnRole: (table: String, column: String)], joins: [JoinTable]
  ) -> [PropertyKey: RelationshipStorage] {
    var joinOf: [PropertyKey: JoinTable] = [:]
    for join in joins {
      joinOf[join.first.relationship] = join
      joinOf[join.second.relationship] = join
    }
    var result: [PropertyKey: RelationshipStorage] = [:]
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        if !relationship.isToMany {
          if let own = columns[.toOne(key)] {
            result[key] = .foreignKey(
              table: own.table, column: own.column, entityColumn: columns[.toOneEntity(key)]?.column)
          }
        } else if let join = joinOf[key] {
          result[key] = .join(join)
        } else if let inverse = model.inverse(of: relationship) {
          let inverseKey = PropertyKey(inverse.declaring, inverse.relationship.name)
          if let far = columns[.toOne(inverseKey)] {
            result[key] = .inverseForeignKey(
              table: far.table, column: far.column, orderColumn: columns[.order(key)]?.column)
          }
        } else if let far = columns[.owner(key)] {
          result[key] = .ownerColumn(
            table: far.table, column: far.column, orderColumn: columns[.order(key)]?.column)
        }
      }
    }
    return result
  }
}
