import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import FileOperations
import SQLite

/// The store that was given against the one that was made again and proven.
struct VerifyStage: ImportStage {
  let name = "verify"
  /// What Core Data found in the store, if somebody asked it.
  let apple: AppleFile?

  func run(_ state: inout ImportState) throws {
    let verified = try state.known(\.verified)
    let prepared = try state.known(\.prepared)
    let model = try state.known(\.targetVersion).model
    let external = try state.known(\.store).externalDataPath
    let built = try Connection.finished(path: state.builtPath())
    let reference = try match(model, SchemaCatalog(built), PrimaryKeyRow.read(built), state)
    let found = try match(model, verified.opened.catalog, verified.opened.primaryKeys, state)
    let ours = MatchedStore(
      path: try state.builtPath(), layout: reference.layout, externalData: external, files: state.files)
    let theirs = MatchedStore(
      path: verified.path, layout: found.layout, externalData: verified.files.externalDataPath,
      files: state.files)

    var notes: [Diagnostic] = []
    var path = verified.path
    let hasOurKeys = try KeyAgreement(ours: ours, theirs: theirs).holds()
    if !hasOurKeys {
      path = FileName.join(try state.workFolder(), "output-with-our-keys.sqlite")
      let matched = try Rekeyer(ours: ours, theirs: theirs).write(to: path, with: state.files)
      notes.append(.keysMatched(matched))
    }
    let uuid = verified.opened.metadata.uuid
    let isOurs = hasOurKeys && uuid == prepared.metadata.uuid
    if !isOurs { notes.append(.bookkeepingNotCompared(hasOurKeys: hasOurKeys)) }

    var request = try ValidationRequest(
      sourcePath: state.builtPath(), destinationPath: path,
      plan: MappingInference.plan(from: model, to: model),
      keys: MigrationContext(
        plan: MappingInference.plan(from: model, to: model), source: reference,
        sourcePrimaryKeys: PrimaryKeyRow.read(built), destination: found.layout, connection: built
      ).keys,
      sourceLayout: reference.layout, destinationLayout: found.layout, externalDataFolder: external,
      triggers: prepared.schema.triggers, spatialIndexes: prepared.schema.spatialIndexes,
      frameworkGroups: Set(prepared.framework.keptGroups), templatePath: prepared.template?.path,
      files: state.files)
    request.destinationFiles = .own(folder: verified.files.externalDataPath)
    request.comparesBookkeeping = isOurs
    request.differenceRecovery =
      "Whatever made OUTPUT did not carry this over as it was. Do not part with STORE; make OUTPUT again, or correct the rows named."
    let keys = try state.keyWalk()
    request.earlier = keys
    request.meter = state.meter(self, .rows, total: request.keys.destinationRows)
    let result = try Validator(request).run()

    var differences = result.differences.filter { $0.id != .validationAccountOpen }
    if isOurs {
      differences += metadataDifferences(verified, prepared)
      differences += try indexDifferences(SchemaCatalog(built), verified.opened.catalog)
    }
    var appleDifferences: [Diagnostic] = []
    differences += try assertionFailures(state, path: path, layout: found.layout)
    if let apple {
      let found = try AppleComparison(
        file: apple,
        reader: ObjectReader(
          connection: Connection.finished(path: verified.path), layout: found.layout,
          external: ExternalDataReader(folder: verified.files.externalDataPath, files: state.files)),
        model: model
      ).run()
      notes += found.notes
      appleDifferences = found.differences
    }
    notes += try strayFiles(verified, found.layout, state)
    state.verification = Verification(
      result: result, differences: differences.map { inKeysOfSource($0, keys, model) } + appleDifferences,
      notes: notes,
      isOurs: isOurs)
  }

  private func match(
    _ model: ManagedObjectModel, _ catalog: SchemaCatalog, _ primaryKeys: [PrimaryKeyRow],
    _ state: ImportState
  ) throws(DiagnosticError) -> LayoutMatch {
    do {
      return try LayoutMatcher(model: model, catalog: catalog, primaryKeys: primaryKeys).match()
    } catch {
      throw SideStore.about(
        OutputStage.title, DiagnosticError(.damaged, error.diagnostic(model: model.name, isGiven: false)))
    }
  }

  /// Keys in findings are those of the store that is migrated.
  private func inKeysOfSource(_ finding: Diagnostic, _ keys: KeyWalk, _ model: ManagedObjectModel)
    -> Diagnostic
  {
    guard !keys.keepsKeys, let entity = finding.subject.entity else { return finding }
    var finding = finding
    finding.oldKeys = finding.oldKeys.compactMap { keys.original(of: $0, in: entity) }.sorted()
    let far = finding.subject.property.flatMap { name in
      model.relationships(of: entity).first { $0.relationship.name == name }?.relationship.destinationEntity
    }
    finding.links = finding.links.compactMap { link in
      guard let owner = keys.original(of: link.owner, in: entity),
        let target = far.flatMap({ keys.original(of: link.target, in: $0) })
      else { return nil }
      return Diagnostic.LinkKeys(owner: owner, target: target)
    }.sorted()
    return finding
  }

  private func metadataDifferences(_ verified: SideStore, _ prepared: PreparedMigration) -> [Diagnostic] {
    let (found, expected) = (verified.opened.metadata, prepared.metadata)
    let keys = Set((found.list.entries ?? []).map(\.key)).union((expected.list.entries ?? []).map(\.key))
    var wrong = keys.filter { found.list[$0] != expected.list[$0] }
    if found.version != expected.version { wrong.insert("Z_VERSION") }
    guard !wrong.isEmpty else { return [] }
    return [
      Diagnostic(
        .metadataDiffers, .error, count: Int64(wrong.count),
        summary:
          "The metadata of OUTPUT is not what it should be: \(wrong.sorted().joined(separator: ", ")).",
        recovery: ["Look for what else has written to OUTPUT."])
    ]
  }

  /// Indexes by name and to the letter; what is in them is compared with their tables.
  private func indexDifferences(_ expected: SchemaCatalog, _ found: SchemaCatalog) -> [Diagnostic] {
    func indexes(_ catalog: SchemaCatalog) -> [String: String] {
      Dictionary(
        catalog.objects.filter { $0.kind == .index && $0.sql != nil }.map { ($0.name, $0.sql ?? "") },
        uniquingKeysWith: { first, _ in first })
    }
    let (ours, theirs) = (indexes(expected), indexes(found))
    return Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }.sorted().map { name in
      Diagnostic(
        .validationIndexDiffers, .error, Subject(property: name), count: 1,
        summary: "This index is not one that OUTPUT should have, or not as it should be.",
        recovery: ["An index holds no data of its own. Look for what else has written to OUTPUT."])
    }
  }

  /// What mapping files assert, of the store that was given.
  private func assertionFailures(_ state: ImportState, path: String, layout: StoreLayout) throws
    -> [Diagnostic]
  {
    let assertions = state.mappingFiles.flatMap { file, name in file.assertions.map { ($0.value, name) } }
    guard !assertions.isEmpty else { return [] }
    let asking = AssertionRun(assertions)
    let answers = try asking.answers(.destination, ShapeStage.session(state, path, layout))
    return asking.failures(of: .destination, answers) + asking.differences(state.sourceAnswers, answers)
  }

  /// Files of OUTPUT that none of its rows names.
  private func strayFiles(_ verified: SideStore, _ layout: StoreLayout, _ state: ImportState) throws
    -> [Diagnostic]
  {
    guard let folder = verified.files.externalData else { return [] }
    // The folder is the source's too: its own finding.
    guard folder.path != (try state.known(\.store).externalData?.path) else { return [] }
    let named = try ExternalReferences.names(inStore: verified.path, layout: layout)
    let stray = folder.files.count { !named.contains($0.name) }
    guard stray > 0 else { return [] }
    return [
      Diagnostic(
        .verifyFileUnreferenced, .note, count: Int64(stray),
        summary: "Files in OUTPUT's folder of external data are referred to by no row.")
    ]
  }
}

extension Diagnostic {
  fileprivate static func keysMatched(_ rows: Int) -> Diagnostic {
    Diagnostic(
      .verifyKeysMatched, .note, count: Int64(rows),
      summary:
        "OUTPUT gives its objects other keys than import-legacy would. They were matched by their values and links; "
        + "keys in this report are STORE's.")
  }

  fileprivate static func bookkeepingNotCompared(hasOurKeys: Bool) -> Diagnostic {
    Diagnostic(
      .verifyBookkeeping, .note,
      summary:
        "Not compared, because another program or another request made OUTPUT: counters of changes (Z_OPT), "
        + "triggers, spatial indexes, persistent history and other metadata than the version\(hasOurKeys ? "" : ", and the keys themselves")."
    )
  }
}

extension DiagnosticID {
  static let verifyKeysMatched = DiagnosticID("verify.keys-matched")
  static let verifyBookkeeping = DiagnosticID("verify.bookkeeping-not-compared")
  static let verifyFileUnreferenced = DiagnosticID("verify.file-unreferenced")
}
