@testable import CoreDataModel
import Foundation

/// Every model of the corpus that is XML.
struct SourceModel {
  /// Path in the corpus.
  let name: String
  let model: ManagedObjectModel
  let hashes: [String: [UInt8]]

  /// One of each content; what is no model, or contradicts itself, is left out.
  static let all: Result<[SourceModel], any Error> = Result {
    var seen: Set<[UInt8]> = []
    var models: [SourceModel] = []
    for path in Corpus.paths(where: { ($0 as NSString).lastPathComponent.hasPrefix("contents") }) {
      guard let bytes = try? Corpus.bytes(path), seen.insert(bytes).inserted,
        let reading = try? ManagedObjectModelReader.read(bytes, name: "M", path: path)
      else { continue }
      models.append(
        SourceModel(name: path, model: reading.model, hashes: VersionHash.hashes(of: reading.model)))
    }
    return models
  }
}
