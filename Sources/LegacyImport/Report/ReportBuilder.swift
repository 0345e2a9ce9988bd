import JSON
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import Digests
import FileOperations
import Reports
import StoreProtection

/// The report of a run, as far as it went.
struct ReportBuilder {
  let state: ImportState
  let failure: DiagnosticError?

  func result() -> ImportResult {
    var findings = state.settledFindings
    if let failure { findings += failure.diagnostics }
    findings += state.verification?.told ?? []
    let hasProblems = findings.contains { $0.severity > .note }
    let (outcome, exit): (Outcome, ExitStatus) =
      if let failure {
        (failure.exit == .blocked ? .blocked : .failed, failure.exit)
      } else if let verification = state.verification {
        verification.differences.isEmpty ? (.verified, .clean) : (.differs, .findings)
      } else if state.isNothingToDo {
        (.nothingToDo, .clean)
      } else {
        hasProblems ? (.migratedWithFindings, .findings) : (.migrated, .clean)
      }
    var body = ReportBody(
      outcome: outcome, source: source(), destination: destination(), entities: entities(),
      relationships: relationships(), attributes: attributes(), findings: [], consents: consents(),
      checks: CheckList(state).checks(findings), steps: StepAccounts(state: state).steps,
      models: failure == nil ? lineage.whole.map { ReportedModels($0) } : nil)
    body.add(findings)
    var result = ImportResult(
      exit: exit, report: ImportReport(body: body, meta: meta(exit)),
      mayWriteReport: state.areSideFilesFree)
    result.safetyCopy = state.session?.safetyCopy?.path
    return result
  }

  private func source() -> StoreSummary {
    guard let opened = state.walk?.opened ?? state.opened else { return StoreSummary() }
    let source = state.walk?.legs.first?.source ?? state.source
    return StoreSummary(
      modelVersion: source?.name, recognisedBy: source?.recognisedBy.rawValue, format: "coredata",
      versionHashes: opened.metadata.versionHashes.mapValues(\.hexadecimalText),
      hashOrigin: opened.metadata.versionHashes.mapValues { _ in .copied })
  }

  private func destination() -> StoreSummary {
    guard let target = state.targetVersion else { return StoreSummary() }
    return StoreSummary(
      modelVersion: target.name, recognisedBy: nil, format: "coredata",
      versionHashes: target.hashes.mapValues(\.hexadecimalText), hashOrigin: state.prepared?.hashOrigin)
  }

  private func entities() -> [EntityCounts] {
    let accounts = StepAccounts(state: state).entities
    return (state.verification?.entities(of: accounts) ?? accounts).map { account in
      EntityCounts(
        source: account.source, destination: account.destination, read: account.read,
        migrated: account.migrated,
        merged: account.merged, dropped: account.dropped, rejected: account.rejected)
    }
  }

  private func relationships() -> [RelationshipCounts] {
    let accounts = StepAccounts(state: state).relationships
    return (state.verification?.relationships(of: accounts, state) ?? accounts).map { account in
      RelationshipCounts(
        entity: account.relationship.entity, name: account.relationship.name, read: account.read,
        connected: account.connected, dangling: account.dangling, dropped: account.dropped,
        rejected: account.rejected)
    }
  }

  private func attributes() -> [AttributeSummary] {
    (state.verification?.result.attributes ?? state.validation?.attributes ?? []).map { account in
      AttributeSummary(
        entity: account.attribute.entity, name: account.attribute.name, nulls: account.nulls,
        digest: account.digest)
    }
  }

  private func consents() -> [ConsentCount] {
    // In place it is known before anything is counted.
    if state.isNothingToDo, state.session != nil { return [] }
    let earlier = state.walk?.covered ?? [:]
    let last = state.ledger?.covered ?? state.consents.map { (consent: $0.name, rows: 0) }
    let rows = earlier.merging(last.map { ($0.consent, $0.rows) }, uniquingKeysWith: +)
    return rows.map { ConsentCount(consent: $0.key, rows: $0.value) }
  }

  private var lineage: RunLineage { RunLineage(state) }

  private func meta(_ exit: ExitStatus) -> [String: JSONValue] {
    var meta: [String: JSONValue] = [
      "tool": "import-legacy", "toolVersion": .string(Version.text),
      "exitStatus": .integer(Int64(exit.rawValue)),
      "store": .string(Self.fileName(state.request.store)),
      "model": .string(state.request.models.map(Self.fileName).joined(separator: ", ")),
      "dryRun": .bool(state.request.isDryRun), "inPlace": .bool(state.request.output == nil),
      "seconds": .object(
        Dictionary(state.seconds.map { ($0.stage, JSONValue.real($0.seconds)) }, uniquingKeysWith: { $1 })),
    ]
    // Nothing was to be put in place.
    if state.verifies { (meta["dryRun"], meta["inPlace"]) = (nil, nil) }
    let entitySeconds = lineage.entitySeconds
    if !entitySeconds.isEmpty { meta["entitySeconds"] = .object(entitySeconds.mapValues(JSONValue.real)) }
    if let output = state.request.output { meta["output"] = .string(Self.fileName(output)) }
    if let rejects = state.rejectFileName { meta["rejects"] = .string(rejects) }
    if !state.request.mappings.isEmpty {
      meta["mappings"] = .array(state.request.mappings.map { .string(Self.fileName($0)) })
    }
    if let template = state.request.template { meta["template"] = .string(Self.fileName(template)) }
    if let copy = state.session?.safetyCopy {
      meta["safetyCopy"] = .string(copy.folder)
      meta["run"] = state.session?.journal.run.map { .integer(Int64($0.number)) } ?? .null
    }
    if exit == .noSpace, let store = state.store {
      let inPlace = state.request.output == nil && !state.request.isDryRun
      let folder = FileName.folder(of: state.request.output ?? store.store.path)
      meta["bytesNeeded"] = .integer(SpaceEstimate(of: store, inPlace: inPlace, steps: state.hasSteps).total)
      meta["bytesFree"] = (try? state.files.freeSpace(at: folder)).map(JSONValue.integer) ?? .null
    }
    if let snapshot = state.snapshot {
      meta["sourceFiles"] = .array(
        snapshot.files.map { file in
          [
            "role": .string(file.role.rawValue), "size": .integer(file.digest.size),
            "sha256": .string(file.digest.sha256),
          ]
        })
    }
    return meta
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
