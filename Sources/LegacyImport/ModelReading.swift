import CoreDataModel
import Diagnostics
import FileOperations

/// The models that were named, read.
struct ModelReading {
  /// Of `--model`.
  let bundles: [ModelBundle]
  let models: GivenModels
  /// Versions that cannot be read are no reason to stop, unless one of them is the target: notes.
  let unreadable: [Diagnostic]
  /// What is odd in each version by its name, to be told of those that are used.
  let warnings: [String: [Diagnostic]]

  init(models: [String], sourceModels: [String], with files: FileOperations) throws(ModelError) {
    var bundles: [ModelBundle] = []
    var given = GivenModels()
    var unreadable: [Diagnostic] = []
    var warnings: [String: [Diagnostic]] = [:]
    for path in models {
      let bundle = try ModelBundle(path: path, with: files)
      bundles.append(bundle)
      given.bundles.append(Self.readable(bundle, &unreadable))
      warnings.merge(Self.warnings(bundle)) { first, _ in first }
    }
    for path in sourceModels {
      let bundle = try ModelBundle(path: path, with: files)
      given.others += Self.readable(bundle, &unreadable)
      warnings.merge(Self.warnings(bundle)) { first, _ in first }
    }
    self.bundles = bundles
    self.models = given
    self.unreadable = unreadable
    self.warnings = warnings
  }

  private static func readable(_ bundle: ModelBundle, _ unreadable: inout [Diagnostic])
    -> [ManagedObjectModel]
  {
    bundle.versions.compactMap { version in
      switch version.result {
      case .success(let model): return model
      case .failure(let error):
        var diagnostic = error.diagnostic
        diagnostic.severity = .note
        unreadable.append(diagnostic)
        return nil
      }
    }
  }

  private static func warnings(_ bundle: ModelBundle) -> [String: [Diagnostic]] {
    Dictionary(bundle.versions.map { ($0.name, $0.warnings.map(\.diagnostic)) }) { first, _ in first }
  }
}
