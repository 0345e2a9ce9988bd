import CoreDataModel
import Diagnostics
import FileOperations

/// The models that were named, read, and those that were found.
struct ModelReading {
  /// Of `--model`.
  let bundles: [ModelBundle]
  let models: GivenModels
  /// Versions that cannot be read are no reason to stop, unless one of them is the target: notes.
  let unreadable: [Diagnostic]
  /// What is odd in each version by its name, to be told of those that are used.
  let warnings: [String: [Diagnostic]]

  /// - Throws: `ModelError` for a model that was named and is none. One that was found is passed over then.
  init(store: String, models: [String], sourceModels: [String], with files: FileOperations)
    throws(ModelError)
  {
    var collector = Collector()
    var bundles: [ModelBundle] = []
    for path in models {
      let bundle = try ModelBundle(path: path, with: files)
      bundles.append(bundle)
      collector.models.bundles.append(collector.read(bundle))
    }
    for path in sourceModels {
      collector.models.others += try collector.read(ModelBundle(path: path, with: files))
    }
    collector.models.discovered = DiscoveredModels(
      paths: ModelDiscovery(store: store, named: models + sourceModels, with: files).paths, files: files)
    self.bundles = bundles
    self.models = collector.models
    unreadable = collector.unreadable
    warnings = collector.warnings
  }

  private struct Collector {
    var models = GivenModels()
    var unreadable: [Diagnostic] = []
    var warnings: [String: [Diagnostic]] = [:]

    mutating func read(_ bundle: ModelBundle) -> [GivenVersion] {
      if let error = bundle.unreadableVersionInfo { note(error) }
      models.withoutModel.merge(bundle.versionsWithoutModel) { first, _ in first }
      warnings.merge(
        bundle.versions.map { ($0.name, $0.warnings.map(\.diagnostic)) },
        uniquingKeysWith: { first, _ in first })
      return bundle.versions.compactMap { version in
        do throws(ModelError) {
          return try GivenModels.given(version)
        } catch {
          note(error)
          // What it was called is known all the same.
          if let published = version.publishedHashes { models.withoutModel[version.name] = published }
          return nil
        }
      }
    }

    private mutating func note(_ error: ModelError) {
      var diagnostic = error.diagnostic
      diagnostic.severity = .note
      unreadable.append(diagnostic)
    }
  }
}
