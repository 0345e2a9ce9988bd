import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Links that lead nowhere in the source already: they stop no run, and it warns of them afterwards (`BrokenLinks`).
package struct BrokenLinkPreflight {
  private let query: SourceQuery

  private var context: MigrationContext { query.context }

  /// Opens the source on a connection of its own.
  package init(sourcePath: String, context: MigrationContext) throws(DatabaseError) {
    query = SourceQuery(context: context, connection: try SourceQuery.connection(to: sourcePath))
  }

  package func run() throws(DatabaseError) -> [Diagnostic] {
    let book = EvidenceBook()
    for entity in context.plan.source.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        switch context.source.layout.storage(of: key) {
        case .foreignKey(let table, let column, _):
          try check(key, isHeldByOwner: true, book)
          try checkOtherEnd(key, table, column, book)
        case .ownerColumn: try check(key, isHeldByOwner: false, book)
        case .join(let join) where join.first.relationship == key: try check(key, isHeldByOwner: nil, book)
        default: break
        }
      }
    }
    for mapping in context.plan.entities {
      for pair in mapping.relationships { try checkRequired(pair, mapping, book) }
    }
    return book.diagnostics
  }

  /// - Parameter isHeldByOwner: nil for a join table, whose links lie in rows of their own.
  private func check(_ key: PropertyKey, isHeldByOwner: Bool?, _ book: EvidenceBook) throws(DatabaseError) {
    let origin = LinkOrigin(relationship: key, isReversed: false, entities: nil)
    guard let source = LinkSource(origin, context: context) else { return }
    let owners = context.keys.entries(below: source.ownerEntity, in: context.plan.source)
    let targets = context.keys.entries(below: source.targetEntity, in: context.plan.source)
    let lookups = [
      try query.connection.prepare("SELECT 1 FROM \(query.table(of: source.ownerEntity)) WHERE Z_PK = ?"),
      try query.connection.prepare("SELECT 1 FROM \(query.table(of: source.targetEntity)) WHERE Z_PK = ?"),
    ]
    let inverse = context.plan.source.inverse(of: key) ?? key
    let statement = try query.connection.prepare(source.select)
    while try statement.step() {
      let ends = [0, 1].map {
        statement.storageClass(at: $0) == .integer ? statement.integer(at: $0) : Link.noKey
      }
      let areValid = [
        owners.contains { $0.keys.contains(ends[0]) }, targets.contains { $0.keys.contains(ends[1]) },
      ]
      guard areValid.contains(false) else { continue }
      var isThere = true
      for index in [0, 1] where isThere && !areValid[index] {
        isThere = try exists(ends[index], lookups[index])
      }
      // Named from the end that is there, so that the keys are those of one entity.
      let near = isHeldByOwner.map { $0 ? 0 : 1 } ?? (areValid[1] && !areValid[0] ? 1 : 0)
      let (id, statement): (DiagnosticID, String) =
        switch (isHeldByOwner == nil, isThere) {
        case (true, true):
          (
            .sourceWrongEntityJoinRow,
            "Rows of the join table lead to a row of another entity: they are left out."
          )
        case (true, false):
          (
            .sourceDanglingJoinRow,
            "Rows of the join table lead to a row that is not there: they are left out."
          )
        case (false, true):
          (.sourceWrongEntityLink, "Links lead to a row of another entity: they will be empty.")
        case (false, false):
          (.sourceDanglingLink, "Links lead to a row that is not there: they will be empty.")
        }
      let isFlipped = isHeldByOwner == nil && near == 1
      book.evidence(
        id, .warning, isFlipped ? inverse : key, statement,
        recovery: ["Look at the rows named, and set their links anew in the app if they matter."]
      ).add(ends[near], owner: ends[isFlipped ? 1 : 0], target: ends[isFlipped ? 0 : 1])
    }
  }

  /// Links of a one-to-one that only one of its two ends knows, where the new model keeps each end.
  private func checkOtherEnd(_ key: PropertyKey, _ table: String, _ column: String, _ book: EvidenceBook)
    throws(DatabaseError)
  {
    let origin = LinkOrigin(relationship: key, isReversed: false, entities: nil)
    guard let twin = context.plan.source.inverse(of: key),
      case .foreignKey(let farTable, let farColumn, _) = context.source.layout.storage(of: twin),
      let source = LinkSource(origin, context: context),
      context.links.carriers(of: key).contains(where: { carrier in
        context.plan.destination.inverse(of: carrier.relationship).map {
          context.plan.destination.relationship($0)?.isToMany == false
        } ?? false
      })
    else { return }
    let owners = context.keys.entries(below: source.ownerEntity, in: context.plan.source)
    let targets = context.keys.entries(below: source.targetEntity, in: context.plan.source)
    let quoted = Identifier.quoted(column)
    let statement = try query.connection.prepare(
      """
      SELECT near.Z_PK, near.\(quoted) FROM \(MigrationContext.schema).\(Identifier.quoted(table)) AS near NOT INDEXED
      JOIN \(MigrationContext.schema).\(Identifier.quoted(farTable)) AS far ON far.Z_PK = near.\(quoted)
      WHERE far.\(Identifier.quoted(farColumn)) IS NOT near.Z_PK
      """)
    while try statement.step() {
      let (owner, target) = (statement.integer(at: 0), statement.integer(at: 1))
      guard owners.contains(where: { $0.destinationEntity != nil && $0.keys.contains(owner) }),
        targets.contains(where: { $0.destinationEntity != nil && $0.keys.contains(target) })
      else { continue }
      book.evidence(
        .sourceInverseDisagrees, .warning, key,
        "Links stand at this end of a one-to-one only: each end is kept.",
        recovery: ["Set the relationship anew in the app for the rows named, so that both ends agree."]
      ).add(owner, owner: owner, target: target)
    }
  }

  /// Rows without the link that either version requires. Where only the new one does, they are in the way of a run.
  private func checkRequired(
    _ pair: EntityMapping.RelationshipPair, _ mapping: EntityMapping, _ book: EvidenceBook
  ) throws(DatabaseError) {
    guard let before = context.plan.source.relationship(pair.source), !before.isOptional, !before.isToMany,
      let after = context.plan.destination.relationship(pair.destination), !after.isOptional, !after.isToMany,
      case .foreignKey(_, let column, _) = context.source.layout.storage(of: pair.source),
      let source = LinkSource(
        LinkOrigin(relationship: pair.source, isReversed: false, entities: nil), context: context)
    else { return }
    let targets = context.keys.entries(below: source.targetEntity, in: context.plan.source)
    let statement = try query.connection.prepare(
      """
      SELECT Z_PK, \(Identifier.quoted(column)) FROM \(query.table(of: mapping.source)) NOT INDEXED
      WHERE \(query.isEntity(mapping.source))
      """)
    let missing = CardinalityChecker.missingLinks(
      PropertyKey(mapping.destination ?? mapping.source, pair.destination.name), book)
    while try statement.step() {
      let target = statement.integer(at: 1)
      let isThere =
        statement.storageClass(at: 1) == .integer && targets.contains { $0.keys.contains(target) }
      if !isThere { missing.add(statement.integer(at: 0)) }
    }
  }

  private func exists(_ key: Int64, _ lookup: Statement) throws(DatabaseError) -> Bool {
    try lookup.bind(.integer(key), at: 1)
    defer { lookup.reset() }
    return try lookup.step()
  }
}
