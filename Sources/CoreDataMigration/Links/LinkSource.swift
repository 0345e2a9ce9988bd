import CoreDataModel
import CoreDataStore
import SQLite

/// The links of a source relationship as SQL: owner and target by old key, and the places of both.
struct LinkSource {
  /// The table whose rows hold the links, and how a key column relates to them.
  struct Column {
    let table: String
    let column: String
    /// `Z_FOK_…` beside it: place of the row in the list of the object the column leads to.
    let orderColumn: String?
  }

  /// Entities the two ends are declared with; links from or to anything else lead nowhere.
  let ownerEntity: String
  let targetEntity: String
  /// Key column in the owner's own row.
  let ownerColumn: Column?
  /// Key column in the target's row.
  let targetColumn: Column?
  /// `SELECT owner, target, targetOrder, ownerOrder`, of every stored link, broken ones included.
  let select: String

  init?(_ origin: LinkOrigin, context: MigrationContext) {
    let layout = context.source.layout
    let model = context.plan.source
    guard
      let relationship = model.relationship(origin.relationship),
      let storage = layout.storage(of: origin.relationship)
    else { return nil }
    // First from the source relationship's own end.
    let own = origin.relationship.entity
    let far = model.inverse(of: relationship).map(\.declaring) ?? relationship.destinationEntity
    let declared = relationship.destinationEntity
    // An inverse declared above the destination holds keys in rows of other kin too; those are not of this relationship.
    let target = model.isKind(declared, of: far) ? declared : far
    var holder: Column?
    var held: Column?
    var text: String
    func rows(_ table: String, of entity: String) -> String {
      "\(MigrationContext.schema).\(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT IN \(context.numbers(below: entity))"
    }
    switch storage {
    case .foreignKey(let table, let column, _):
      let order = Self.inverseOrder(of: relationship, model: model, layout: layout)
      holder = Column(table: table, column: column, orderColumn: order)
      let quoted = Identifier.quoted(column)
      text = """
        SELECT Z_PK AS owner, \(quoted) AS target, NULL AS targetOrder, \(order.map(Identifier.quoted) ?? "NULL") AS ownerOrder
        FROM \(rows(table, of: own)) AND \(quoted) IS NOT NULL
        """
    case .inverseForeignKey(let table, let column, let order), .ownerColumn(let table, let column, let order):
      held = Column(table: table, column: column, orderColumn: order)
      let quoted = Identifier.quoted(column)
      text = """
        SELECT \(quoted) AS owner, Z_PK AS target, \(order.map(Identifier.quoted) ?? "NULL") AS targetOrder, NULL AS ownerOrder
        FROM \(rows(table, of: target)) AND \(quoted) IS NOT NULL
        """
    case .join(let join):
      let near = join.opposite(of: origin.relationship)
      let side = join.side(of: origin.relationship)
      // An index may lack rows; the table has them all.
      let table = "\(MigrationContext.schema).\(Identifier.quoted(join.name)) NOT INDEXED"
      if join.isReflexive {
        // Links are stored in one direction or in both (format page 3.3): either way they are the same links.
        let (a, b) = (Identifier.quoted(join.first.column), Identifier.quoted(join.second.column))
        text = """
          SELECT \(a) AS owner, \(b) AS target, NULL AS targetOrder, NULL AS ownerOrder FROM \(table)
          UNION SELECT \(b), \(a), NULL, NULL FROM \(table)
          """
      } else {
        text = """
          SELECT \(Identifier.quoted(near.column)) AS owner, \(Identifier.quoted(side.column)) AS target,
          \(side.orderColumn.map(Identifier.quoted) ?? "NULL") AS targetOrder,
          \(near.orderColumn.map(Identifier.quoted) ?? "NULL") AS ownerOrder FROM \(table)
          """
      }
    }
    if origin.isReversed {
      ownerEntity = target
      targetEntity = own
      ownerColumn = held
      targetColumn = holder
      select = """
        SELECT target AS owner, owner AS target, ownerOrder AS targetOrder, targetOrder AS ownerOrder FROM (\(text))
        """
    } else {
      ownerEntity = own
      targetEntity = target
      ownerColumn = holder
      targetColumn = held
      select = text
    }
  }

  /// The order column of a to-one whose inverse is an ordered to-many.
  private static func inverseOrder(
    of relationship: RelationshipDescription, model: ManagedObjectModel, layout: StoreLayout
  ) -> String? {
    guard let inverse = model.inverse(of: relationship),
      case .inverseForeignKey(_, _, let order) = layout.storage(
        of: PropertyKey(inverse.declaring, inverse.relationship.name))
    else { return nil }
    return order
  }
}
