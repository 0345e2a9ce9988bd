import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite
import StoreProtection

/// Looks into our copy of a store, as far as it can be read.
struct DatabaseInspector {
  let snapshot: Snapshot
  let models: ModelReading
  /// Names of the files in the folder of external data.
  let externalFiles: Set<String>

  func run(_ inspection: inout StoreInspection) throws {
    inspection.database = InspectedDatabase(
      pageSize: Int64(snapshot.header.pageSize), usesWriteAheadLog: snapshot.header.usesWriteAheadLog)
    do {
      let reader = TolerantReader(try SnapshotDatabase.open(snapshot))
      defer { judge(reader, &inspection) }
      try look(reader, &inspection)
    } catch let error as DatabaseError where error.isDamage {
      throw SnapshotDatabase.damaged(error.message)
    }
  }

  /// Whatever was found damaged on the way.
  private func judge(_ reader: TolerantReader, _ inspection: inout StoreInspection) {
    let check = inspection.database?.quickCheck
    if let check, !check.isDamaged, !check.problems.isEmpty {
      inspection.findings.append(.constraintsBroken(check))
    }
    let reason =
      if let check, check.isDamaged {
        "the file's pages contradict each other (\(check.list(where: \.isDamage)))"
      } else {
        reader.damage
      }
    guard let reason else { return }
    let damage = SnapshotDatabase.damaged(reason)
    inspection.exit = damage.exit
    inspection.findings += damage.diagnostics
  }

  private func look(_ reader: TolerantReader, _ inspection: inout StoreInspection) throws {
    inspection.database?.encoding =
      try reader.read { try $0.rows("PRAGMA encoding").first?.first?.string } ?? nil
    inspection.database?.quickCheck = try reader.ask { try QuickCheck($0) }
    inspection.findings += inspection.database?.quickCheck?.notes ?? []
    guard let catalog = try reader.read({ try SchemaCatalog($0) }) else { return }
    inspection.catalog = catalog
    inspection.database?.views = catalog.objects.count { $0.kind == .view }
    inspection.database?.triggers = catalog.objects.count { $0.kind == .trigger }
    do {
      try SnapshotDatabase.checkTables(catalog)
    } catch {
      // The tables that are there may tell what this is.
      inspection.tables =
        try TableCensus(catalog: catalog, primaryKeys: [], entityTables: [:], match: nil).run(reader).tables
      throw error
    }
    let primaryKeys = try reader.read { try PrimaryKeyRow.read($0) } ?? []
    let metadata = try metadata(reader, &inspection)
    let cache = try reader.read { try ModelCache.read($0, catalog: catalog) } ?? nil
    if let metadata {
      inspection.metadata = InspectedMetadata(metadata)
      let version = InspectedVersion(
        VersionRecogniser(
          metadata: metadata, models: models.models, cache: cache, catalog: catalog, primaryKeys: primaryKeys),
        hasModels: !models.models.versions.isEmpty)
      inspection.version = version
      inspection.findings += version.findings + (version.model.flatMap { models.warnings[$0.name] } ?? [])
    }
    let model = inspection.version?.model
    let match = model.flatMap { layout($0, catalog, primaryKeys, &inspection) }
    inspection.layout = match?.layout

    let entities = try EntityCensus(
      primaryKeys: primaryKeys, catalog: catalog, model: model, match: match
    ).run(reader)
    inspection.entities = entities.entities
    let tables = try TableCensus(
      catalog: catalog, primaryKeys: primaryKeys, entityTables: entities.tables, match: match
    ).run(reader)
    inspection.tables = tables.tables
    inspection.findings += entities.findings + tables.findings
    if let match { try look(match, reader, &inspection) }
  }

  /// Without it much can still be told.
  private func metadata(_ reader: TolerantReader, _ inspection: inout StoreInspection) throws
    -> StoreMetadata?
  {
    do {
      return try reader.read { try SnapshotDatabase.metadata($0) }
    } catch let error as DiagnosticError {
      inspection.exit = error.exit
      inspection.findings += error.diagnostics
      return nil
    }
  }

  private func layout(
    _ model: ManagedObjectModel, _ catalog: SchemaCatalog, _ primaryKeys: [PrimaryKeyRow],
    _ inspection: inout StoreInspection
  ) -> LayoutMatch? {
    do throws(LayoutMismatch) {
      return try LayoutMatcher(model: model, catalog: catalog, primaryKeys: primaryKeys).match()
    } catch {
      inspection.findings.append(error.diagnostic(model: model.name, isGiven: false))
      let unknown = primaryKeys.filter { !$0.isFrameworkOwned && model.entity($0.name) == nil }.map(\.name)
      if !unknown.isEmpty { inspection.findings.append(.entityUnknown(unknown, model: model.name)) }
      return nil
    }
  }

  /// What can only be told of a version that is known.
  private func look(_ match: LayoutMatch, _ reader: TolerantReader, _ inspection: inout StoreInspection)
    throws
  {
    inspection.relationships = try RelationshipCensus(match.layout).run(reader)
    inspection.transformables = try TransformableCensus(match.layout).run(reader)
    for (old, new) in match.staleNames.sorted(by: { $0.key < $1.key }) {
      inspection.findings.append(.staleName(old, of: new))
    }
    for column in match.unownedColumns {
      let values = try reader.integer(
        "SELECT count(\(Identifier.quoted(column.column))) FROM \(Identifier.quoted(column.table)) NOT INDEXED"
      )
      if let values, values > 0 {
        inspection.findings.append(.unknownColumn("\(column.table).\(column.column)", values: values))
      }
    }
    let names = try reader.ask { _ in
      try ExternalReferences.names(inStore: snapshot.storePath, layout: match.layout)
    }
    guard let names else { return }
    let references = InspectedExternalData.References(names: names, files: externalFiles)
    if inspection.files?.externalData == nil, references.referenced > 0 {
      inspection.files?.externalData = InspectedExternalData(absentWith: references)
    } else {
      inspection.files?.externalData?.references = references
    }
    if references.missing > 0 { inspection.findings.append(.externalFilesMissing(references.missing)) }
    if references.orphaned > 0 { inspection.findings.append(.externalFilesUnreferenced(references.orphaned)) }
  }
}
