import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Counts, before the first row is written, everything on the real rows that stands in the way: all of it at once.
package struct Preflight {
  package struct Result: Sendable {
    package var obstacles: [Obstacle] = []
    /// What happens without a question, for the report.
    package var notes: [Diagnostic] = []
    /// External data files that values would need and that are not there.
    package var lostFiles: Set<String> = []
  }

  /// SQLite's limit as it is built everywhere.
  private static let maximumColumns = 2000

  private let context: MigrationContext
  private let connection: Connection
  private let idMap: IDMapFunction
  private let externalData: ExternalDataReader

  /// Opens the source on a connection of its own.
  package init(sourcePath: String, context: MigrationContext, externalData: ExternalDataReader)
    throws(DatabaseError)
  {
    self.context = context
    self.externalData = externalData
    connection = try SourceQuery.connection(to: sourcePath)
    idMap = IDMapFunction(context)
    try idMap.register(on: connection)
    try ValueFunctions(context: context, externalData: externalData, lostFiles: []).register(on: connection)
  }

  /// - Parameters:
  ///   - unverifiedHashes: for entities whose version hash is computed, not copied from a store.
  ///   - catalog: of the source.
  ///   - checksUniqueness: no where equal rows are still to become one.
  package func run(
    schema: StoreSchema, unverifiedHashes: [String: [UnverifiedConstruct]], framework: FrameworkTables,
    catalog: SchemaCatalog, checksUniqueness: Bool = true
  ) throws -> Result {
    let query = SourceQuery(context: context, connection: connection)
    var result = Result()
    for part in [
      modelObstacles(schema: schema, unverified: unverifiedHashes),
      try SchemaPreflight(query: query, schema: schema).run(),
      try FrameworkPreflight(query: query, catalog: catalog, tables: framework).run(),
      try DerivedPreflight(query: query, schema: schema).run(),
      try AttributePreflight(query: query, externalData: externalData).run(),
      try LinkPreflight(query: query, idMap: idMap).run(),
      checksUniqueness ? try UniquenessPreflight(query: query, idMap: idMap).run() : Result(),
    ] {
      result.obstacles += part.obstacles
      result.notes += part.notes
      result.lostFiles.formUnion(part.lostFiles)
    }
    return result
  }

  /// Rows that break a rule of the new model, each kind with its reason.
  func invalidRows() throws -> [(Diagnostic, RowSelection)] {
    let query = SourceQuery(context: context, connection: connection)
    let parts = [
      try AttributePreflight(query: query, externalData: externalData).run(),
      try LinkPreflight(query: query, idMap: idMap).run(),
      try UniquenessPreflight(query: query, idMap: idMap).run(),
    ]
    return parts.flatMap(\.obstacles).compactMap { obstacle in obstacle.rows.map { (obstacle.diagnostic, $0) }
    }
  }

  /// Every key of a selection, ascending.
  func keys(of rows: RowSelection) throws(DatabaseError) -> [Int64] {
    try pairs(of: rows, column: "Z_PK").map(\.key)
  }

  /// Every key with what a column holds, where that is a number.
  func pairs(of rows: RowSelection, column: String) throws(DatabaseError) -> [(key: Int64, value: Int64)] {
    let query = SourceQuery(context: context, connection: connection)
    let statement = try connection.prepare(
      """
      SELECT own.Z_PK, own.\(Identifier.quoted(column)) FROM \(query.table(of: rows.entity)) AS own NOT INDEXED
      WHERE \(query.isEntity(rows.entity)) AND (\(rows.condition)) ORDER BY own.Z_PK
      """)
    var result: [(key: Int64, value: Int64)] = []
    while try statement.step() {
      guard statement.storageClass(at: 1) == .integer else { continue }
      result.append((statement.integer(at: 0), statement.integer(at: 1)))
    }
    return result
  }

  /// What the two models say already, before any row.
  private func modelObstacles(schema: StoreSchema, unverified: [String: [UnverifiedConstruct]]) -> Result {
    var result = Result()
    for ambiguity in context.plan.ambiguities {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .identifierAmbiguous, .error, Subject(entity: ambiguity.entity, property: nil),
            summary:
              "The renaming identifier \(ambiguity.identifier) stands for several things of one version, so that "
              + "what becomes what cannot be told.",
            recovery: ["Give each of them an identifier of its own in the model."])))
    }
    for key in context.links.ambiguous {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .relationshipAmbiguous, .error, Subject(entity: key.entity, property: key.name),
            summary:
              "More than one relationship of the source version would feed this one.",
            recovery: ["Give the relationship and its inverse the identifiers of one pair."])))
    }
    for omission in schema.omissions where omission.kind == .index {
      result.notes.append(
        Diagnostic(
          .indexOmitted, .note, Subject(entity: omission.entity, property: omission.name),
          summary:
            "This index of the model is not created, because its form in a store is not known. It holds no data."
        ))
    }
    for table in context.destination.tables where table.columns.count > Self.maximumColumns {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .tooManyColumns, .error, Subject(entity: table.rootEntity), count: Int64(table.columns.count),
            summary:
              "The table of this entity and its subentities would have more columns than SQLite allows.",
            recovery: ["Divide the hierarchy in the model."])))
    }
    for (model, layout) in [
      (context.plan.source, context.source.layout), (context.plan.destination, context.destination),
    ] {
      for entity in model.entities {
        for attribute in entity.attributes where !attribute.isTransient && attribute.type != .composite {
          guard layout.column(of: PropertyKey(entity.name, attribute.name)) == nil else { continue }
          result.obstacles.append(
            Obstacle(
              Diagnostic(
                .typeUnsupported, .error, Subject(entity: entity.name, property: attribute.name),
                summary: "How an attribute of this type is stored is not known.",
                recovery: ["Give the attribute a type that is stored, or make it transient."])))
        }
      }
    }
    for (entity, constructs) in unverified.sorted(by: { $0.key < $1.key }) where !constructs.isEmpty {
      result.obstacles.append(.unverifiedHash(of: entity, constructs))
    }
    return result
  }
}

extension DiagnosticID {
  package static let indexOmitted = DiagnosticID("destination.index-omitted")
}
