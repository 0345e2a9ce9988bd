import CoreDataModel

/// The column of a derived attribute whose value rows and links say, and the columns it follows from.
package struct DerivedColumn: Sendable, Hashable {
  package enum Origin: Sendable, Hashable {
    /// How many rows of a table hold the object's key.
    case links(table: String, column: String)
    /// A cell of the row that a key of the object's own leads to.
    case cell(key: String, table: String, column: String)
  }

  /// By the entity that declares it.
  package let attribute: PropertyKey
  package let table: String
  package let column: String
  package let origin: Origin

  /// Nil for an attribute that is not derived, or whose value only Core Data can work out.
  package init?(_ attribute: PropertyKey, in layout: StoreLayout) {
    guard let derivation = layout.model.derivation(of: attribute),
      let table = layout.table(of: attribute.entity)?.name, let column = layout.column(of: attribute)
    else { return nil }
    switch derivation {
    case .count(let relationship):
      switch layout.storage(of: relationship) {
      case .inverseForeignKey(let table, let column, _), .ownerColumn(let table, let column, _):
        origin = .links(table: table, column: column)
      case .join(let join):
        origin = .links(table: join.name, column: join.opposite(of: relationship).column)
      default: return nil
      }
    case .value(let relationship, let far):
      guard case .foreignKey(_, let key, _) = layout.storage(of: relationship),
        let farTable = layout.table(of: far.entity)?.name, let farColumn = layout.column(of: far)
      else { return nil }
      origin = .cell(key: key, table: farTable, column: farColumn)
    case .other: return nil
    }
    self.attribute = attribute
    self.table = table
    self.column = column
  }

  /// All of a layout, by entity and name.
  package static func all(of layout: StoreLayout) -> [DerivedColumn] {
    layout.model.entities.flatMap { entity in
      entity.attributes.map { PropertyKey(entity.name, $0.name) }.sorted()
        .compactMap { DerivedColumn($0, in: layout) }
    }
  }
}
