import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Decides which rows are left out, before the first row is written: those that break a rule of the new model, where the
/// mapping file says so, and those whose required link leads to one of them, until nothing changes.
package struct Rejecter {
  private let plan: ShapePlan
  private let path: String
  private let source: LayoutMatch
  private let primaryKeys: [PrimaryKeyRow]
  private let destination: StoreLayout
  private let externalData: ExternalDataReader

  /// What breaks a rule of the model in a row, and nothing else.
  private static let reasons: Set<DiagnosticID> = [
    .valueMissing, .linkMissing, .notUnique, .conversionLoses,
  ]

  /// - Parameter path: the shaped source; rows in it are marked.
  package init(
    _ plan: ShapePlan, path: String, source: LayoutMatch, primaryKeys: [PrimaryKeyRow],
    destination: StoreLayout, externalData: ExternalDataReader
  ) {
    self.plan = plan
    self.path = path
    self.source = source
    self.primaryKeys = primaryKeys
    self.destination = destination
    self.externalData = externalData
  }

  /// - Parameter first: rows that rules have no usable value for.
  /// - Returns: all that are left out, by entity and key, each with its first reason.
  package func run(first: [Rejection]) throws -> [Rejection] {
    var all: [Rejection] = []
    var known: Set<[String]> = []
    var next = first
    repeat {
      // A row may have several faults; one is enough.
      let new = next.filter { known.insert(Self.identity($0)).inserted }
      try mark(new)
      all += new
      next = try invalidRows(rejected: all).filter { !known.contains(Self.identity($0)) }
    } while !next.isEmpty
    return all.sorted { ($0.entity, $0.key, $0.destination) < ($1.entity, $1.key, $1.destination) }
  }

  private static func identity(_ rejection: Rejection) -> [String] {
    [rejection.shapedEntity, String(rejection.key)]
  }

  private func invalidRows(rejected: [Rejection]) throws -> [Rejection] {
    let context = try MigrationContext(
      plan: plan.migration, source: source, sourcePrimaryKeys: primaryKeys, destination: destination,
      connection: Connection.finished(path: path))
    let preflight = try Preflight(sourcePath: path, context: context, externalData: externalData)
    var found: [Rejection] = []
    for (obstacle, rows) in try preflight.invalidRows() {
      guard Self.reasons.contains(obstacle.id),
        let target = plan.migration.destination(ofSource: rows.entity),
        plan.rejected[rows.entity] != nil
      else { continue }
      let links = try rows.relationship.map { try self.links(rows, $0, context, preflight, rejected) } ?? [:]
      for key in try preflight.keys(of: rows) {
        // Of other entities only rows that lose what they need.
        guard plan.rejecting.contains(target) || links[key] != nil else { continue }
        found.append(
          Rejection(
            shapedEntity: rows.entity, entity: plan.names.shown(rows.entity), key: key, destination: target,
            reason: obstacle.id, property: obstacle.subject.property, because: links[key]))
      }
    }
    return found
  }

  /// Rows whose link leads to a row that is left out, with that row's key.
  private func links(
    _ rows: RowSelection, _ name: String, _ context: MigrationContext, _ preflight: Preflight,
    _ rejected: [Rejection]
  ) throws -> [Int64: Int64] {
    let pair = plan.migration.mapping(ofSource: rows.entity)?.relationships.first {
      $0.destination.name == name
    }
    guard let key = pair?.source, let relationship = plan.model.relationship(key),
      case .foreignKey(_, let column, _)? = context.source.layout.storage(of: key)
    else { return [:] }
    let root = plan.model.root(of: relationship.destinationEntity)
    let gone = Set(rejected.filter { plan.model.root(of: $0.shapedEntity) == root }.map(\.key))
    var result: [Int64: Int64] = [:]
    for (key, target) in try preflight.pairs(of: rows, column: column) where gone.contains(target) {
      result[key] = target
    }
    return result
  }

  /// Gives the rows an entity of their own, which has no place in the new model.
  private func mark(_ rejections: [Rejection]) throws(DatabaseError) {
    guard !rejections.isEmpty else { return }
    let layout = source.layout
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; BEGIN")
    let triggers = try Triggers.takeAway(from: connection)
    var marks: [String: Statement] = [:]
    for rejection in rejections {
      let entity = rejection.shapedEntity
      guard let target = plan.rejected[entity], let number = layout.number(of: target),
        let table = layout.table(of: entity)
      else { continue }
      if marks[entity] == nil {
        marks[entity] = try connection.prepare(
          "UPDATE main.\(Identifier.quoted(table.name)) SET Z_ENT = \(number) WHERE Z_PK = ?")
      }
      try marks[entity]?.run(rejection.key)
    }
    try markBesideKeys(on: connection)
    for trigger in triggers { try connection.prepare(trigger).run() }
    try connection.execute("COMMIT")
    marks = [:]
    try connection.close()
  }

  private func markBesideKeys(on connection: Connection) throws(DatabaseError) {
    let numbers = plan.rejected.values.compactMap { source.layout.number(of: $0) }.sorted()
      .map(String.init).joined(separator: ", ")
    for table in source.layout.tables {
      for column in table.columns {
        guard case .toOneEntity(let key) = column.role,
          case .foreignKey(_, let foreign, _)? = source.layout.storage(of: key),
          let target = plan.model.relationship(key)?.destinationEntity,
          let far = source.layout.table(of: target)?.name
        else { continue }
        try connection.execute(
          """
          UPDATE main.\(Identifier.quoted(table.name)) AS held SET \(Identifier.quoted(column.name)) = far.Z_ENT
          FROM main.\(Identifier.quoted(far)) AS far
          WHERE far.Z_PK = held.\(Identifier.quoted(foreign)) AND far.Z_ENT IN (\(numbers))
          """)
      }
    }
  }

  /// Links with a rejected row at either end, by relationship of the source: each relationship as it is stored once.
  package func rejectedLinks(_ original: ManagedObjectModel) throws(DatabaseError) -> [PropertyKey: Int64] {
    let layout = ShapedLayout(found: source.layout)
    let connection = try Connection.finished(path: path)
    let numbers = plan.rejected.values.compactMap { source.layout.number(of: $0) }.sorted()
      .map(String.init).joined(separator: ", ")
    var result: [PropertyKey: Int64] = [:]
    for entity in original.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        let count = try connection.integer(
          """
          SELECT count(*) FROM (\(layout.links(of: key))) AS link
          JOIN \(layout.table(of: entity.name)) AS o ON o.Z_PK = link.owner AND o.Z_ENT IN \(layout.numbers(below: entity.name))
          JOIN \(layout.table(of: relationship.destinationEntity)) AS t ON t.Z_PK = link.target
            AND t.Z_ENT IN \(layout.numbers(below: relationship.destinationEntity))
          WHERE o.Z_ENT IN (\(numbers)) OR t.Z_ENT IN (\(numbers))
          """)
        if count > 0 { result[key] = count }
      }
    }
    return result
  }
}
