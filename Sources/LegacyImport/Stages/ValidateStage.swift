import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Source snapshot against destination, by a reader of its own.
struct ValidateStage: ImportStage {
  let name = "validate"

  func run(_ state: inout ImportState) throws {
    let prepared = try state.known(\.prepared)
    let context = prepared.context
    var request = try ValidationRequest(
      sourcePath: state.snapshotPath(), destinationPath: state.builtPath(), plan: context.plan,
      keys: context.keys, sourceLayout: context.source.layout, destinationLayout: context.destination,
      externalDataFolder: state.known(\.store).externalDataPath, lostFiles: state.lostFiles,
      triggers: prepared.schema.triggers, spatialIndexes: prepared.schema.spatialIndexes,
      frameworkGroups: Set(prepared.framework.keptGroups), templatePath: prepared.template?.path,
      files: state.files)
    if let keys = state.walk?.keys, !keys.keepsKeys { request.earlier = keys }
    request.meter = state.meter(self, .rows, total: context.keys.destinationRows)
    let found = try Validator(request).run()
    let result = try state.shaped.map { try shown(found, $0, state) } ?? found
    let isMerge = state.step?.isMerge ?? false
    state.validation = result
    state.findings += result.findings
    let differences =
      try result.differences + metadataDifferences(state) + unconsented(isMerge ? found : result, state)
    if !differences.isEmpty { throw DiagnosticError(.validationFailed, differences) }
  }

  /// In the words of the source as it was, with what the rules' own check found.
  private func shown(_ found: ValidationResult, _ shaped: ShapedInput, _ state: ImportState) throws
    -> ValidationResult
  {
    guard let plan = shaped.plan else { return merged(found, shaped) }
    var result = ShapedAccounts(plan, rejectedLinks: shaped.rejectedLinks).shown(found)
    let check = try ShapeChecker(
      plan, source: shaped.sourceLayout.model, sourcePath: shaped.sourcePath, shapedPath: shaped.path,
      session: ShapeStage.session(state, shaped.sourcePath, shaped.sourceLayout)
    ).run()
    result.findings += check.notes.map(plan.names.shown)
    result.differences += check.differences.map(plan.names.shown)
    return result
  }

  /// With the rows and links that went into others.
  private func merged(_ found: ValidationResult, _ shaped: ShapedInput) -> ValidationResult {
    var result = found
    let rows = Dictionary(grouping: shaped.merged, by: \.entity)
    for index in result.entities.indices {
      let count = Int64(rows[result.entities[index].source]?.count ?? 0)
      result.entities[index].read += count
      result.entities[index].merged = count
    }
    for index in result.relationships.indices {
      let count = shaped.mergedLinks[result.relationships[index].relationship] ?? 0
      result.relationships[index].read += count
      result.relationships[index].dropped += count
    }
    return result
  }

  /// The last net: whatever the accounts show as dropped must have been consented to by name.
  private func unconsented(_ result: ValidationResult, _ state: ImportState) -> [Diagnostic] {
    let consented = state.ledger?.notes ?? []
    let rowLosses: Set<DiagnosticID> = [.entityDropped, .orphanRows, .abstractRows]
    let entities = Set(consented.filter { rowLosses.contains($0.id) }.compactMap(\.subject.entity))
    let properties = Set(
      consented.compactMap { note in
        note.subject.entity.flatMap { entity in note.subject.property.map { PropertyKey(entity, $0) } }
      })
    let model = state.source?.model
    var losses: [Diagnostic] = []
    for account in result.entities where account.dropped > 0 && !entities.contains(account.source) {
      losses.append(loss(Subject(entity: account.source), account.dropped))
    }
    for account in result.relationships where account.dropped > 0 {
      let ends = [account.relationship, model?.inverse(of: account.relationship)].compactMap { $0 }
      // Links go with the rows at either end of them, of whatever kin those rows are.
      let kin = Set(
        ends.map(\.entity) + ends.compactMap { model?.relationship($0)?.destinationEntity }
      ).compactMap { model?.root(of: $0) }
      let goesWithRows = entities.contains { entity in
        model.map { kin.contains($0.root(of: entity)) } ?? false
      }
      let isRead = ends.contains { state.shaped?.plan?.migration.readByRules.contains($0) ?? false }
      if !goesWithRows, !isRead, properties.isDisjoint(with: ends) {
        losses.append(
          loss(
            Subject(entity: account.relationship.entity, property: account.relationship.name), account.dropped
          ))
      }
    }
    return losses
  }

  private func loss(_ subject: Subject, _ count: Int64) -> Diagnostic {
    Diagnostic(
      .unconsentedLoss, .error, subject, count: count,
      summary: "Something would be lost here that nobody consented to.",
      recovery: ["Report this fault; the original is as it was."])
  }

  /// What the new store says of itself, read back and computed again.
  private func metadataDifferences(_ state: ImportState) throws -> [Diagnostic] {
    let written = try StoreMetadata.read(Connection.finished(path: state.builtPath()))
    let expected = try state.known(\.targetVersion).hashes
    let template = try state.known(\.prepared).template?.opened.metadata
    let own = try state.given().opened.metadata
    // Of a filled template all that the framework writes is the template's.
    let source = template ?? own
    let planned = try state.known(\.prepared).metadata
    let left = try state.leftGroups(state.known(\.prepared).framework)
    var wrong: [String] = []
    if written.uuid != planned.uuid { wrong.append("Z_UUID") }
    if written.version != planned.version { wrong.append("Z_VERSION") }
    if written.identifiers != planned.identifiers { wrong.append(StoreMetadata.Key.identifiers) }
    let ancillary = source.list[StoreMetadata.Key.ancillaryHashes].flatMap {
      template == nil ? StoreMetadata.ancillaryHashes($0, leaving: left) : $0
    }
    if written.list[StoreMetadata.Key.ancillaryHashes] != ancillary {
      wrong.append(StoreMetadata.Key.ancillaryHashes)
    }
    if written.versionHashes != expected { wrong.append(StoreMetadata.Key.hashes) }
    for (key, value) in [
      (StoreMetadata.Key.digest, VersionHash.digest(of: expected)),
      (StoreMetadata.Key.checksum, VersionHash.checksum(of: expected)),
    ]
    where (source.list[key] != nil) != (written.list[key] != nil)
      || written.list[key].map({ $0.string != value }) ?? false
    {
      wrong.append(key)
    }
    let computed: Set<String> = [
      StoreMetadata.Key.hashes, StoreMetadata.Key.digest, StoreMetadata.Key.checksum,
      StoreMetadata.Key.identifiers,
      StoreMetadata.Key.ancillaryHashes,
    ]
    let kept =
      template == nil
      ? own.list.entries ?? []
      : (source.list.entries ?? []).filter { StoreMetadata.isFrameworkOwned($0.key) }
        + (own.list.entries ?? []).filter { !StoreMetadata.isFrameworkOwned($0.key) }
    for entry in kept where !computed.contains(entry.key) && written.list[entry.key] != entry.value {
      wrong.append(entry.key)
    }
    return wrong.isEmpty
      ? []
      : [
        Diagnostic(
          .metadataDiffers, .error, count: Int64(wrong.count),
          summary:
            "The metadata of the result is not what it should be: \(wrong.sorted().joined(separator: ", ")).",
          recovery: ["Report this fault; the original is as it was."])
      ]
  }
}

extension DiagnosticID {
  static let unconsentedLoss = DiagnosticID("validation.unconsented-loss")
  static let metadataDiffers = DiagnosticID("validation.metadata-differs")
}
