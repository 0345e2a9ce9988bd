import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// Columns of the destination that must be declared as the source's are, and not as Core Data would: else SQLite would
/// turn what is written to them into another storage class.
package struct ColumnForms {
  private let plan: MigrationPlan
  private let source: StoreLayout

  package init(plan: MigrationPlan, source: StoreLayout) {
    self.plan = plan
    self.source = source
  }

  /// The layout with those columns declared otherwise.
  package func kept(in layout: StoreLayout) -> StoreLayout {
    let origins = origins()
    let tables = layout.tables.map { table in
      var table = table
      let families = Dictionary(grouping: table.columns, by: \.baseName)
      for (index, column) in table.columns.enumerated() {
        // Of several columns that want one name, only the declared type may tell which is which.
        guard case .attribute(let key) = column.role, families[column.baseName]?.count == 1,
          let affinity = Self.affinity(of: origins[key] ?? [], insteadOf: column.declaredType)
        else { continue }
        table.columns[index].declaredType = Self.declaredType(affinity)
      }
      return table
    }
    return StoreLayout(model: layout.model, numbers: layout.numbers, tables: tables, joins: layout.joins)
  }

  /// Destination attribute → affinities of the columns that its values come from.
  private func origins() -> [PropertyKey: Set<ColumnAffinity>] {
    var types: [PropertyKey: String] = [:]
    for table in source.tables {
      for column in table.columns {
        if case .attribute(let key) = column.role { types[key] = column.declaredType }
      }
    }
    var origins: [PropertyKey: Set<ColumnAffinity>] = [:]
    for mapping in plan.entities {
      for attribute in mapping.attributes where !attribute.isNew {
        guard var type = attribute.source.flatMap({ types[$0] }) else { continue }
        // A conversion gives what the usual column holds, whatever the source's column was.
        if case .convert = attribute.conversion {
          type = DeclaredType.of(attribute.destinationAttribute.type)
        }
        origins[attribute.destination, default: []].insert(ColumnAffinity(declaredType: type))
      }
    }
    return origins
  }

  /// Nil where the usual one changes nothing.
  private static func affinity(of origins: Set<ColumnAffinity>, insteadOf declared: String) -> ColumnAffinity?
  {
    let usual = ColumnAffinity(declaredType: declared)
    guard let first = origins.first(where: { !$0.isLike(usual) }) else { return nil }
    // Several that differ agree on nothing but to leave values alone.
    return origins.allSatisfy { $0.isLike(first) } ? first : .blob
  }

  private static func declaredType(_ affinity: ColumnAffinity) -> String {
    switch affinity {
    case .integer: DeclaredType.of(.integer64)
    case .text: DeclaredType.of(.string)
    case .blob: DeclaredType.of(.binary)
    case .real: DeclaredType.of(.double)
    case .numeric: DeclaredType.of(.decimal)
    }
  }
}
