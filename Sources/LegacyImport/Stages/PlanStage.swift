import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import Reports
import SQLite

/// Models and rows to a plan, with everything that stands in its way counted.
struct PlanStage: ImportStage {
  let name = "plan"

  func run(_ state: inout ImportState) throws {
    let opened = try state.known(\.opened)
    let source = try state.known(\.source)
    let version = try state.known(\.targetVersion)
    let target = version.model
    try refuseOlder(target.name, than: source.name)
    let match = try SourceLayout(state).match(model: state.shaped?.plan?.model ?? source.model)
    try checkKeys(match.layout, snapshot: state.snapshotPath())
    let given = try state.given()
    try ConsentNames(
      sources: state.sourceModels(), destination: state.walk?.legs.last?.target.model ?? target,
      catalog: given.opened.catalog
    ).check(state.consents)

    let hashes = version.hashes
    // A hash does not cover the names of derived and composite attributes; their columns have them.
    // What an earlier step made has no indexes to take over.
    let isSameVersion =
      state.shaped == nil && state.walk?.intermediate == nil && hashes == opened.metadata.versionHashes
      && hasSameNames(source.model, target)
    let plan = state.shaped?.plan?.migration ?? MappingInference.plan(from: source.model, to: target)
    let filled = try state.template?.layout(of: version)
    let destination =
      filled?.layout
      ?? ColumnForms(plan: plan, source: match.layout)
      .kept(in: FreshLayout.layout(of: target, like: isSameVersion ? match.layout : nil))
    let snapshot = try state.snapshotPath()
    let context = try MigrationContext(
      plan: plan, source: match,
      sourcePrimaryKeys: state.shaped?.primaryKeys ?? opened.primaryKeys, destination: destination,
      connection: Connection.finished(path: snapshot))
    let kept =
      isSameVersion
      ? SourceTriggers(layout: match.layout, objects: opened.catalog.objects).keepable(in: destination) : [:]
    let full =
      filled?.schema
      ?? StoreSchema(
        layout: destination, era: state.era(opened.metadata), kept: kept,
        indexes: isSameVersion
          ? SourceIndexes(layout: match.layout, objects: opened.catalog.objects).keepable(in: destination)
          : [],
        like: isSameVersion ? match.spatialIndexes : nil)
    let schema = state.isIntermediate ? full.ofRowsAlone : full
    let origin = hashes.mapValues { _ in version.hashOrigin }.merging(
      hashes.filter { given.opened.metadata.versionHashes[$0.key] == $0.value }.mapValues { _ in .copied }
    ) {
      $1
    }
    let uuid =
      state.keepsUUID
      ? opened.metadata.uuid
      : DerivedUUID.text(
        from: opened.metadata.uuid, target: VersionHash.digest(of: hashes),
        consents: state.consents.map(\.name) + state.mappingDigests,
        stops: state.walk?.legs.dropLast().map { VersionHash.digest(of: $0.target.hashes) } ?? [])
    let cache = DestinationModelCache(
      opened: given.opened, source: given.source.model, target: target, hashes: hashes,
      isSameVersion: isSameVersion)
    let framework = try FrameworkTables(
      context: context, catalog: opened.catalog, connection: Connection.finished(path: snapshot),
      consents: state.consents, hasTemplate: filled != nil, keepsUUID: state.keepsUUID)
    state.prepared = PreparedMigration(
      context: context, schema: schema,
      metadata: try metadata(
        given.opened.metadata, state.template, target, hashes, uuid, state.leftGroups(framework)),
      modelCache: filled == nil && !state.isIntermediate ? cache.cache : nil, framework: framework,
      template: state.template,
      hashOrigin: origin)
    let ownSchema =
      isSameVersion
      ? full
      : StoreSchema(
        layout: match.layout, era: SchemaEra(frameworkVersion: opened.metadata.frameworkVersion))
    state.findings += notes(opened, ownSchema, state)
    // Of a template it is the template's.
    if filled == nil, !state.isIntermediate, let note = cache.note { state.findings.append(note) }
    try preflight(
      &state, version, opened.catalog, origin, state.isIntermediate ? full.withoutOmissions : full)
  }

  /// What a later version added would have to go again, and an app of the earlier one may not take the rest.
  private func refuseOlder(_ target: String, than source: String) throws(DiagnosticError) {
    // The name of a merged model is made of its parts' names.
    let (parts, known) = (Self.parts(target), Self.parts(source))
    guard parts.contains(where: { part in known.contains { VersionOrder.isEarlier(part, than: $0) } }) else {
      return
    }
    throw DiagnosticError(
      .blocked,
      Diagnostic(
        .targetOlder, .error,
        summary: "The store is of \(source), and \(target) is older. A store is never taken back.",
        recovery: [
          "Name \(source) or a later version with --model-version.",
          "Of a store that was migrated in place, restore puts back what it was before.",
        ]))
  }

  private func metadata(
    _ source: StoreMetadata, _ template: TemplateStore?, _ target: ManagedObjectModel,
    _ hashes: [String: [UInt8]], _ uuid: String, _ left: Set<FrameworkGroup>
  ) throws -> StoreMetadata {
    if let template { return try source.filled(into: template.opened.metadata, uuid: uuid) }
    return try source.migrated(
      to: target, versionHashes: hashes, uuid: uuid, leaving: left)
  }

  private func hasSameNames(_ one: ManagedObjectModel, _ other: ManagedObjectModel) -> Bool {
    func names(_ model: ManagedObjectModel) -> [String: Set<String>] {
      Dictionary(
        model.entities.map { entity in
          (
            entity.name,
            Set(entity.attributes.map { "\($0.name) \($0.type)" } + entity.relationships.map(\.name))
          )
        }, uniquingKeysWith: { first, _ in first })
    }
    return names(one) == names(other)
  }

  private static func parts(_ name: String) -> [String] {
    name.split(separator: ManagedObjectModel.mergedNameSeparator).map(String.init)
  }

  private func checkKeys(_ layout: StoreLayout, snapshot: String) throws {
    let connection = try Connection.finished(path: snapshot)
    for table in layout.tables {
      let count = try KeyCheck.unusableKeys(in: table, connection)
      guard count > 0 else { continue }
      throw DiagnosticError(
        .damaged,
        Diagnostic(
          .keysUnusable, .error, Subject(entity: table.rootEntity), count: count,
          summary:
            "Rows of the table \(table.name) have no key, or one that another row has too: links cannot tell them apart.",
          recovery: [
            "The table was not made by Core Data. Restore the store from a backup, or give each row a Z_PK of its own."
          ]))
    }
  }

  private func preflight(
    _ state: inout ImportState, _ version: GivenVersion, _ catalog: SchemaCatalog,
    _ origin: [String: StoreSummary.HashOrigin], _ schema: StoreSchema
  ) throws {
    let prepared = try state.known(\.prepared)
    let context = prepared.context
    var unverified: [String: [UnverifiedConstruct]] = [:]
    // By the hashes of what is only a step on the way nobody opens it.
    for (entity, origin) in origin where origin == .computed && !state.isIntermediate {
      unverified[entity] = version.unproven(in: entity)
    }
    let preflight = try Preflight(
      sourcePath: state.snapshotPath(), context: context, externalData: state.externalData())
    let result = try preflight.run(
      schema: schema, unverifiedHashes: unverified, framework: prepared.framework,
      catalog: state.shaped?.catalog ?? catalog, checksUniqueness: !(state.walk?.leg.awaitsMerge ?? false))
    state.lostFiles = result.lostFiles
    var obstacles = (state.shaped?.obstacles ?? []) + result.obstacles
    var notes = result.notes
    if let names = state.shaped?.plan?.names {
      obstacles = obstacles.map(names.shown)
      notes = notes.map(names.shown)
    }
    let ledger = ConsentLedger(obstacles: obstacles, consents: state.consents)
    state.ledger = ledger
    state.findings += notes + ledger.notes
    guard !ledger.open.isEmpty else { return }
    let isDirect = state.walk == nil && state.step == nil && state.models.bundles.count == 1
    throw try DiagnosticError(
      .blocked,
      isDirect
        ? ViaProposal(
          source: state.known(\.source), target: version, versions: state.models.bundles[0]
        ).extended(ledger.open) : ledger.open)
  }

  private func notes(_ opened: OpenedStore, _ ownSchema: StoreSchema, _ state: ImportState) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    if !state.keepsUUID, !state.verifies {
      notes.append(
        Diagnostic(
          .newUUID, .note,
          summary:
            "The new store has a UUID of its own, so that both can be open in one app. Object URIs saved elsewhere name the old one.",
          recovery: ["To replace the old store for good, run with --keep-uuid."]))
    }
    let left = IndexComparison.leftOut(source: opened.catalog, schema: ownSchema)
    if left > 0 {
      notes.append(
        Diagnostic(
          .indexesLeftOut, .note, count: Int64(left),
          summary: "Indexes that the model does not ask for are left out. They hold no data."))
    }
    return notes
  }
}

extension DiagnosticID {
  static let targetOlder = DiagnosticID("plan.target-older")
  static let keysUnusable = DiagnosticID("store.keys-unusable")
  static let newUUID = DiagnosticID("destination.new-uuid")
  static let indexesLeftOut = DiagnosticID("source.indexes-left-out")
}
