import CoreDataMigration
import JSON
import Reports

/// A report that was kept beside the store: outcome, accounts and findings. Digests of attributes are left out, for the
/// values behind a small one can be guessed; so is whatever names a file.
struct BundledReport {
  let number: Int
  let report: ImportReport
  let names: SafeNames

  var jsonValue: JSONValue {
    let body = report.body.inDefinedOrder()
    return [
      "number": .integer(Int64(number)),
      "outcome": .string(body.outcome.rawValue),
      "source": store(body.source),
      "destination": store(body.destination),
      "entities": .array(body.entities.map(account)),
      "relationships": .array(body.relationships.map(links)),
      "attributes": .array(
        body.attributes.map {
          [
            "entity": .string(names($0.entity, .entity)), "name": .string(names.subject($0.name, .property)),
            "nulls": .integer($0.nulls), "isCompared": .bool($0.digest != nil),
          ]
        }),
      "consents": .array(
        body.consents.map { ["consent": .string(consent($0.consent)), "rows": .integer($0.rows)] }),
      "steps": .array(
        body.steps.map { step in
          [
            "from": .string(names.version(step.from)), "to": .string(names.version(step.to)),
            "how": .string(step.how.rawValue), "entities": .array(step.entities.map(account)),
          ]
        }),
      "findings": BundledFindings(body.findings, names: names).jsonValue,
      "run": run,
    ]
  }

  private func store(_ store: StoreSummary) -> JSONValue {
    [
      "modelVersion": .optional(store.modelVersion.map(names.version)),
      "recognisedBy": .optional(store.recognisedBy.flatMap(RecognitionEvidence.init)?.rawValue),
      "hashOrigin": .array(
        (store.hashOrigin ?? [:]).inKeyOrder.map {
          ["entity": .string(names($0.key, .entity)), "origin": .string($0.value.rawValue)]
        }),
    ]
  }

  private func account(_ counts: EntityCounts) -> JSONValue {
    [
      "source": .optional(counts.source.map { names($0, .entity) }),
      "destination": .optional(counts.destination.map { names($0, .entity) }),
      "read": .integer(counts.read), "migrated": .integer(counts.migrated),
      "merged": .integer(counts.merged), "dropped": .integer(counts.dropped),
      "rejected": .integer(counts.rejected),
    ]
  }

  private func links(_ counts: RelationshipCounts) -> JSONValue {
    [
      "entity": .string(names(counts.entity, .entity)), "name": .string(names(counts.name, .property)),
      "read": .integer(counts.read), "connected": .integer(counts.connected),
      "dangling": .integer(counts.dangling), "dropped": .integer(counts.dropped),
      "rejected": .integer(counts.rejected),
    ]
  }

  private func consent(_ text: String) -> String {
    guard let consent = Consent(text) else { return names(text, .name) }
    let subject =
      switch consent.kind {
      case .table: names.subject(consent.subject, .table)
      case .drop where ["cloudkit", "history"].contains(consent.subject): consent.subject
      case .drop, .lossy, .orphans, .unverifiedHash: names.subject(consent.subject, .entity)
      }
    return consent.kind.rawValue + subject
  }

  /// Of `meta` the numbers and flags alone.
  private var run: JSONValue {
    let plain = ["exitStatus", "dryRun", "inPlace", "run", "bytesNeeded", "bytesFree"]
    var fields = report.meta.filter { key, value in
      switch value {
      case .integer, .bool: plain.contains(key)
      default: false
      }
    }
    let stages = Set(ImportStages.all.map(\.name))
    if case .object(let seconds)? = report.meta["seconds"] {
      fields["seconds"] = .object(
        seconds.filter { stage, value in
          switch value {
          case .integer, .real: stages.contains(stage)
          default: false
          }
        })
    }
    if case .string(let version)? = report.meta["toolVersion"],
      version.utf8.allSatisfy({ $0 == 0x2e || (0x30...0x39).contains($0) })
    {
      fields["toolVersion"] = .string(version)
    }
    return .object(fields)
  }
}
