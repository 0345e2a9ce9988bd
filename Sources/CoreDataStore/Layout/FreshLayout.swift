import CoreDataModel

/// The layout Core Data gives to a new store of a model (format page 2 and 3).
package struct FreshLayout {
  private let model: ManagedObjectModel
  private let numbers: [String: Int64]
  private let order: [String]

  /// - Parameter proven: the layout of a real store of this very model, where there is one: its entity numbers, the order
  ///   of its columns, and its choice of the side that names a join table, which is not always the one expected (format
  ///   page 2.2, 3.3).
  package static func layout(of model: ManagedObjectModel, like proven: StoreLayout? = nil) -> StoreLayout {
    let fresh = layout(of: model, numbers: proven?.numbers ?? EntityNumbering.numbers(of: model))
    guard let proven else { return fresh }
    let joins = fresh.joins.map { join in proven.joins.first { $0.hasSameColumns(as: join) } ?? join }
    let tables = fresh.tables.map { table in
      proven.tables.first { $0.name == table.name && Set($0.columns) == Set(table.columns) } ?? table
    }
    return StoreLayout(model: model, numbers: fresh.numbers, tables: tables, joins: joins)
  }

  /// The layout for given entity numbers.
  package static func layout(of model: ManagedObjectModel, numbers: [String: Int64]) -> StoreLayout {
    let builder = FreshLayout(model: model, numbers: numbers)
    let roots = builder.order.filter { model.entity($0)?.superentity == nil }
    return StoreLayout(
      model: model, numbers: numbers, tables: roots.map(builder.table), joins: builder.joins())
  }

  private init(model: ManagedObjectModel, numbers: [String: Int64]) {
    self.model = model
    self.numbers = numbers
    order = model.entities.map(\.name).sorted { (numbers[$0] ?? 0, $0) < (numbers[$1] ?? 0, $1) }
  }

  /// `Z_PK`, `Z_ENT`, `Z_OPT`, then the groups; within a group entities by number, within an entity by name.
  private func table(root: String) -> EntityTable {
    let kin = Set(model.subtree(of: root))
    let members = order.filter(kin.contains)
    var names = ColumnAllocator()
    var columns = [
      names.column("Z_PK", "INTEGER", .primaryKey),
      names.column("Z_ENT", "INTEGER", .entityNumber),
      names.column("Z_OPT", "INTEGER", .optimisticLock),
    ]
    var keys: [PropertyKey: EntityTable.Column] = [:]
    for group in ColumnGroup.allCases {
      for member in members {
        if group == .order {
          columns += orderColumns(of: member, keys: keys, names: &names)
          continue
        }
        columns += attributeColumns(of: member, in: group, names: &names)
        guard group == .integer else { continue }
        columns += toOneColumns(of: member, names: &names)
        columns += ownerColumns(to: member, names: &names)
      }
      if group == .integer {
        for column in columns {
          switch column.role {
          case .toOne(let key), .owner(let key): keys[key] = column
          default: break
          }
        }
      }
    }
    return EntityTable(name: "Z" + root.uppercased(), rootEntity: root, columns: columns)
  }

  private func attributeColumns(of entity: String, in group: ColumnGroup, names: inout ColumnAllocator)
    -> [EntityTable.Column]
  {
    let attributes = (model.entity(entity)?.attributes ?? []).sorted { byName($0.name, $1.name) }
    var columns: [EntityTable.Column] = []
    for attribute in attributes where !attribute.isTransient {
      // A composite has no column; each leaf has one, named from the leaf alone (format page 4.8).
      let leaves =
        attribute.type == .composite
        ? attribute.compositeElements.map { ("\(attribute.name).\($0.name)", $0) }
        : [(attribute.name, attribute)]
      for (path, leaf) in leaves where ColumnGroup.of(leaf.type) == group {
        columns.append(
          names.column(
            "Z" + leaf.name.uppercased(), DeclaredType.of(leaf.type), .attribute(PropertyKey(entity, path))))
      }
    }
    return columns
  }

  private func toOneColumns(of entity: String, names: inout ColumnAllocator) -> [EntityTable.Column] {
    var columns: [EntityTable.Column] = []
    for relationship in relationships(of: entity) where !relationship.isToMany {
      let key = PropertyKey(entity, relationship.name)
      let name = relationship.name.uppercased()
      columns.append(names.column("Z" + name, "INTEGER", .toOne(key)))
      let destination = relationship.destinationEntity
      if !model.children(of: destination).isEmpty {
        columns.append(
          names.column("Z\(numbers[destination] ?? 0)_\(name)", "INTEGER", .toOneEntity(key)))
      }
    }
    return columns
  }

  /// A to-many without inverse keeps its owner's key in the destination's table (format page 3.4).
  private func ownerColumns(to entity: String, names: inout ColumnAllocator) -> [EntityTable.Column] {
    var columns: [EntityTable.Column] = []
    for source in order {
      for relationship in relationships(of: source)
      where relationship.isToMany && relationship.inverseName == nil
        && relationship.destinationEntity == entity
      {
        columns.append(
          names.column(
            "Z\(numbers[source] ?? 0)\(relationship.name.uppercased())", "INTEGER",
            .owner(PropertyKey(source, relationship.name))))
      }
    }
    return columns
  }

  /// `Z_FOK_` and the name of the key column it orders, without its leading Z.
  private func orderColumns(
    of entity: String, keys: [PropertyKey: EntityTable.Column], names: inout ColumnAllocator
  )
    -> [EntityTable.Column]
  {
    var columns: [EntityTable.Column] = []
    func add(_ ordered: PropertyKey, _ key: EntityTable.Column?) {
      guard let key else { return }
      var column = names.column("Z_FOK_" + key.name.dropFirst(), "INTEGER", .order(ordered))
      column.baseName = "Z_FOK_" + key.baseName.dropFirst()
      columns.append(column)
    }
    for relationship in relationships(of: entity) where !relationship.isToMany {
      if let inverse = model.inverse(of: relationship), inverse.relationship.isToMany,
        inverse.relationship.isOrdered
      {
        add(
          PropertyKey(inverse.declaring, inverse.relationship.name),
          keys[PropertyKey(entity, relationship.name)])
      }
    }
    for source in order {
      for relationship in relationships(of: source)
      where relationship.isToMany && relationship.inverseName == nil && relationship.isOrdered
        && relationship.destinationEntity == entity
      {
        let key = PropertyKey(source, relationship.name)
        add(key, keys[key])
      }
    }
    return columns
  }

  /// Stored relationships an entity declares itself, by name.
  private func relationships(of entity: String) -> [RelationshipDescription] {
    (model.entity(entity)?.relationships ?? []).filter { !$0.isTransient }
      .sorted { byName($0.name, $1.name) }
  }

  private func joins() -> [JoinTable] {
    JoinTableBuilder(model: model, numbers: numbers, order: order).joins()
  }
}

/// By bytes: columns sort with regard to case, entity numbers without (format page 1.4).
func byName(_ lhs: String, _ rhs: String) -> Bool { lhs.utf8.lexicographicallyPrecedes(rhs.utf8) }
