import CoreDataModel
import Foundation
import Testing

@testable import CoreDataMapping

/// A mapping model of a real app beside the repository, and its two versions; absent where `../shared` is.
struct CorpusMappingModel: Sendable, CustomTestStringConvertible {
  /// Path in the corpus, and where the bundle of models is.
  let path, models: String
  /// `kind entity mapping: destination[.property] text`.
  let questions: [String]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus")

  static let isPresent = FileManager.default.fileExists(atPath: root.path)

  var testDescription: String { file }
  var file: String { (path as NSString).lastPathComponent }

  static func bytes(_ path: String) throws -> [UInt8] {
    let url = root.appendingPathComponent(path)
    let isFolder = path.hasSuffix(".xcmappingmodel")
    return [UInt8](
      try Data(contentsOf: isFolder ? url.appendingPathComponent(MappingModelReader.contentsName) : url))
  }

  func read() throws -> CoreDataMappingModel {
    try MappingModelReader.read(try Self.bytes(path), file: file)
  }

  /// The two versions, found as the mapping model names them.
  func versions(of mappingModel: CoreDataMappingModel) throws -> (
    source: ManagedObjectModel, destination: ManagedObjectModel
  ) {
    let bundle = try ModelBundle(path: Self.root.appendingPathComponent(models).path)
    let all = try bundle.versions.map { try bundle.version(named: $0.name) }
    let sources = mappingModel.sources(among: all)
    let destinations = mappingModel.destinations(among: all)
    try #require(sources.count == 1 && destinations.count == 1)
    return (sources[0], destinations[0])
  }

  /// What lies in the folders `mappings` of the corpus.
  static var paths: [String] {
    func names(_ path: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path)) ?? []
    }
    let folders = names("").flatMap { app in names(app).map { "\(app)/\($0)/mappings" } }
    return folders.flatMap { folder in names(folder).map { "\(folder)/\($0)" } }.sorted()
  }
}

extension OpenQuestion {
  /// In one line, for comparing.
  var line: String {
    let subject = [destination ?? "nothing", property].compactMap(\.self).joined(separator: ".")
    return "\(kind) \(entityMapping): \(subject) \(text)"
  }
}
