import CoreDataModel
import CoreDataStore
import SQLite

/// What the views select.
struct SourceViewBuilder {
  let layout: StoreLayout
  let schema: String

  private var model: ManagedObjectModel { layout.model }

  /// Rows of the entity and its subentities, as a fetch gives them. Rows whose number is none of the model's are in no
  /// view.
  func rows(of entity: String, name: String) -> (view: SourceView, clashes: [String: [String]]) {
    var columns: [(name: String, property: PropertyKey?, expression: String)] = [
      ("objectID", nil, "Z_PK"), ("entity", nil, entityName(of: entity)),
    ]
    for (declaring, attribute) in model.attributes(of: entity) where !attribute.isTransient {
      // Each leaf of a composite attribute has a column of its own (format page 4.8).
      let leaves =
        attribute.type == .composite
        ? attribute.compositeElements.map { ("\(attribute.name).\($0.name)", $0) }
        : [(attribute.name, attribute)]
      for (path, leaf) in leaves {
        let key = PropertyKey(declaring, path)
        guard let column = layout.column(of: key).map(Identifier.quoted) else { continue }
        columns.append(
          (path, key, leaf.allowsExternalBinaryDataStorage ? "externaldata(\(column))" : column))
      }
    }
    for (declaring, relationship) in model.relationships(of: entity) where !relationship.isToMany {
      let key = PropertyKey(declaring, relationship.name)
      guard case .foreignKey(_, let column, _) = layout.storage(of: key) else { continue }
      columns.append((relationship.name, key, Identifier.quoted(column)))
    }
    let names = NameClashes(columns.map(\.name))
    let view = SourceView(
      name: name,
      columns: zip(columns, names.resolved).map {
        .init(name: $1, property: $0.property, expression: $0.expression)
      },
      relationship: nil, source: "\(table(of: entity)) WHERE Z_ENT IN (\(numbers(of: entity)))")
    return (view, names.alternatives)
  }

  /// Links whose owner is there and of the entity; what they lead to need not be. Nil for a relationship that is not
  /// stored.
  func links(_ relationship: PropertyKey, of entity: String, name: String) -> SourceView? {
    let owners = "(SELECT Z_PK FROM \(table(of: entity)) WHERE Z_ENT IN (\(numbers(of: entity))))"
    let selected: (owner: String, target: String, position: String, source: String)
    switch layout.storage(of: relationship) {
    case nil, .foreignKey: return nil
    case .inverseForeignKey(let table, let column, let order), .ownerColumn(let table, let column, let order):
      let owner = Identifier.quoted(column)
      let destination = model.relationship(relationship)?.destinationEntity ?? relationship.entity
      selected = (
        owner, "Z_PK", order.map(Identifier.quoted) ?? "NULL",
        "\(qualified(table)) WHERE Z_ENT IN (\(numbers(of: destination))) AND \(owner) IN \(owners)"
      )
    case .join(let join):
      let owner = Identifier.quoted(join.opposite(of: relationship).column)
      let side = join.side(of: relationship)
      let target = Identifier.quoted(side.column)
      let table = qualified(join.name)
      // One that is its own inverse may be stored in one direction or both (format page 3.3).
      let source =
        join.isReflexive
        ? "(SELECT \(owner), \(target) FROM \(table) UNION SELECT \(target), \(owner) FROM \(table))" : table
      let position = join.isReflexive ? nil : side.orderColumn.map(Identifier.quoted)
      selected = (
        owner, target, position ?? "NULL", "\(source) WHERE \(owner) IN \(owners) AND \(target) IS NOT NULL"
      )
    }
    return SourceView(
      name: name,
      columns: [
        .init(name: "owner", property: relationship, expression: selected.owner),
        .init(name: "target", property: relationship, expression: selected.target),
        .init(name: "position", property: relationship, expression: selected.position),
      ],
      relationship: relationship, source: selected.source)
  }

  /// The row's exact entity by name.
  private func entityName(of entity: String) -> String {
    let cases = model.subtree(of: entity).compactMap { name in
      layout.number(of: name).map { "WHEN \($0) THEN \(Identifier.literal(name))" }
    }
    return "CASE Z_ENT \(cases.joined(separator: " ")) END"
  }

  private func numbers(of entity: String) -> String {
    model.subtree(of: entity).compactMap { layout.number(of: $0) }.sorted().map(String.init)
      .joined(separator: ", ")
  }

  private func table(of entity: String) -> String {
    qualified(layout.table(of: entity)?.name ?? "")
  }

  private func qualified(_ table: String) -> String {
    "\(Identifier.quoted(schema)).\(Identifier.quoted(table))"
  }
}
