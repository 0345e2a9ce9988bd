import CoreDataModel
import Diagnostics
import FileOperations

/// Models that nobody named: read only if no version that was named is the store's.
final class DiscoveredModels {
  /// Their places.
  let paths: [String]
  private let files: FileOperations
  private lazy var reading = read()

  private struct Reading {
    var versions: [GivenVersion] = []
    var withoutModel: [String: [String: [UInt8]]] = [:]
    var warnings: [String: [Diagnostic]] = [:]
  }

  init(paths: [String], files: FileOperations) {
    self.paths = paths
    self.files = files
  }

  var versions: [GivenVersion] { reading.versions }

  /// Versions that a compiled bundle lists and that cannot be read there: name to hashes.
  var withoutModel: [String: [String: [UInt8]]] { reading.withoutModel }

  var warnings: [String: [Diagnostic]] { reading.warnings }

  /// What cannot be read is passed over: nobody asked for it.
  private func read() -> Reading {
    var reading = Reading()
    for path in paths {
      guard let bundle = try? ModelBundle(path: path, with: files) else { continue }
      reading.withoutModel.merge(bundle.versionsWithoutModel) { first, _ in first }
      for version in bundle.versions {
        if let given = try? GivenModels.given(version) {
          reading.versions.append(given)
          reading.warnings[version.name] = version.warnings.map(\.diagnostic)
        } else if let published = version.publishedHashes {
          reading.withoutModel[version.name] = published
        }
      }
    }
    return reading
  }
}
