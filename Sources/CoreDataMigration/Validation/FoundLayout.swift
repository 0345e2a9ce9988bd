import CoreDataModel
import CoreDataStore

/// The tables and columns that validation found by itself.
struct FoundLayout {
  struct Table {
    var name: String
    /// Column by what it holds.
    var columns: [ColumnRole: String]
    /// Declared type by column, of every column there is.
    var declaredTypes: [String: String]
  }

  struct Join {
    var name: String
    var relationship: PropertyKey
    var inverse: PropertyKey
    /// Holds the objects `relationship` starts from.
    var ownerColumn: String
    /// Holds the objects `relationship` leads to.
    var targetColumn: String
    /// Place of the targets of one owner, where `relationship` is ordered.
    var targetOrder: String?
    /// Place of the owners of one target, where `inverse` is ordered.
    var ownerOrder: String?

    var isReflexive: Bool { relationship == inverse }
  }

  let model: ManagedObjectModel
  let numbers: [String: Int64]
  let entityOfNumber: [Int64: String]
  /// By root entity.
  var tables: [String: Table] = [:]
  var joins: [Join] = []

  func table(of entity: String) -> Table? { tables[model.root(of: entity)] }

  /// Names of what the writer's layout has otherwise; empty where both agree. Sorted.
  func disagreements(with layout: StoreLayout) -> [String] {
    var result: Set<String> = []
    for (name, number) in numbers where layout.numbers[name] != number { result.insert(name) }
    if layout.numbers.count != numbers.count { result.insert("Z_PRIMARYKEY") }
    var found = tables
    for table in layout.tables {
      guard let own = found.removeValue(forKey: table.rootEntity), own.name == table.name else {
        result.insert(table.name)
        continue
      }
      var columns = own.columns
      for column in table.columns where columns.removeValue(forKey: column.role) != column.name {
        result.insert("\(table.name).\(column.name)")
      }
      result.formUnion(columns.values.map { "\(table.name).\($0)" })
    }
    result.formUnion(found.values.map(\.name))
    return (result.union(joinDisagreements(with: layout))).sorted()
  }

  private func joinDisagreements(with layout: StoreLayout) -> Set<String> {
    var result: Set<String> = []
    for join in joins {
      let other = layout.joins.first { $0.name == join.name }
      let agrees =
        other.map { other in
          let target = join.isReflexive ? other.first : other.side(of: join.relationship)
          let owner = join.isReflexive ? other.second : other.opposite(of: join.relationship)
          return target.relationship == join.relationship && owner.relationship == join.inverse
            && target.column == join.targetColumn && owner.column == join.ownerColumn
            && target.orderColumn == join.targetOrder && owner.orderColumn == join.ownerOrder
        } ?? false
      if !agrees { result.insert(join.name) }
    }
    if joins.count != layout.joins.count {
      result.formUnion(Set(layout.joins.map(\.name)).symmetricDifference(joins.map(\.name)))
    }
    return result
  }
}
