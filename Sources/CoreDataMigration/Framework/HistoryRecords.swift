import CoreDataModel
import CoreDataStore
import SQLite

/// What changes in persistent history record beside keys, and by position: which properties were updated (`ZCOLUMNS`),
/// and values of deleted objects (`ZTOMBSTONE0`…). See format page 1.5.
struct HistoryRecords {
  let context: MigrationContext
  let catalog: SchemaCatalog

  private static let tombstone = "ZTOMBSTONE"

  private var tombstoneColumns: [String] {
    (catalog.table("ACHANGE")?.columns ?? []).map(\.name).filter { $0.hasPrefix(Self.tombstone) }
  }

  /// Whether there is a column for every value that the new version keeps of a deleted object: Core Data would write
  /// to one that is not there.
  var haveRoom: Bool {
    let needed = { (model: ManagedObjectModel) in
      model.entities.map { Self.preserved($0.name, in: model).count }.max() ?? 0
    }
    return needed(context.plan.destination) <= max(tombstoneColumns.count, needed(context.plan.source))
  }

  /// Changes that record something by a position which is another property's in the new version.
  func displaced(_ connection: Connection) throws(DatabaseError) -> Int64 {
    guard let columns = catalog.table("ACHANGE")?.columns.map(\.name), columns.contains("ZENTITY") else {
      return 0
    }
    let moved = context.plan.entities.filter { mapping in
      mapping.destination.map { arePositionsMoved(mapping.source, to: $0) } ?? false
    }.map(\.source)
    let records = (["ZCOLUMNS"].filter(columns.contains) + tombstoneColumns).map {
      "\(Identifier.quoted($0)) IS NOT NULL"
    }
    guard !moved.isEmpty, !records.isEmpty else { return 0 }
    return try connection.integer(
      """
      SELECT count(*) FROM \(MigrationContext.schema).ACHANGE NOT INDEXED
      WHERE ZENTITY IN \(context.numbers(moved)) AND (\(records.joined(separator: " OR ")))
      """)
  }

  private func arePositionsMoved(_ source: String, to destination: String) -> Bool {
    let (old, new) = (context.plan.source, context.plan.destination)
    let names = renames(source)
    return [Self.properties, Self.preserved].contains { list in
      !list(destination, new).starts(with: list(source, old).map { names[$0] ?? $0 })
    }
  }

  /// Old name to new name, of stored properties.
  private func renames(_ source: String) -> [String: String] {
    guard let mapping = context.plan.mapping(ofSource: source) else { return [:] }
    let pairs =
      mapping.attributes.compactMap { pair in pair.source.map { ($0.name, pair.destination.name) } }
      + mapping.relationships.map { ($0.source.name, $0.destination.name) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private static func properties(_ entity: String, in model: ManagedObjectModel) -> [String] {
    (model.attributes(of: entity).map(\.attribute.name)
      + model.relationships(of: entity).map(\.relationship.name)).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
  }

  private static func preserved(_ entity: String, in model: ManagedObjectModel) -> [String] {
    model.attributes(of: entity).filter(\.attribute.preservesValueInHistoryOnDeletion)
      .map(\.attribute.name)
  }
}
