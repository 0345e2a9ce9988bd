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
    let result = try Validator(
      ValidationRequest(
        sourcePath: state.snapshotPath(), destinationPath: state.builtPath(), plan: context.plan,
        keys: context.keys, sourceLayout: context.source.layout, destinationLayout: context.destination,
        externalDataFolder: state.store?.externalData?.path, files: state.files)
    ).run()
    state.validation = result
    state.findings += result.findings
    let differences = try result.differences + metadataDifferences(state)
    if !differences.isEmpty { throw DiagnosticError(.validationFailed, differences) }
  }

  /// What the new store says of itself, read back and computed again.
  private func metadataDifferences(_ state: ImportState) throws -> [Diagnostic] {
    let written = try StoreMetadata.read(Connection(path: state.builtPath(), mode: .readOnly))
    let expected = VersionHash.hashes(of: try state.known(\.target))
    let source = try state.known(\.opened).metadata
    var wrong: [String] = []
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
    let own: Set<String> = [
      StoreMetadata.Key.hashes, StoreMetadata.Key.digest, StoreMetadata.Key.checksum,
      StoreMetadata.Key.identifiers,
      StoreMetadata.Key.ancillaryHashes,
    ]
    for entry in source.list.entries ?? []
    where !own.contains(entry.key) && written.list[entry.key] != entry.value {
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
  static let metadataDiffers = DiagnosticID("validation.metadata-differs")
}
