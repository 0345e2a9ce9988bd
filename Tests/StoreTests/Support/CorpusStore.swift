import CoreDataModel
import CoreDataStore
import Foundation
import SQLite
import Testing

/// A real store beside the repository, copied before anything opens it; absent where `../shared` is.
struct CorpusStore: Sendable, CustomTestStringConvertible {
  let folder, store: String
  /// Path of the model that matches it by hash, in its folder; nil where no XML model does.
  let model: String?

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus").path

  static let all: [CorpusStore] = {
    guard let text = try? String(contentsOfFile: root + "/INDEX.tsv", encoding: .utf8) else { return [] }
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let match = lines.first?.firstIndex(of: "model_match_by_hash") else { return [] }
    let prefix = "all entities: "
    return lines.dropFirst().map { line in
      let model =
        line[match].hasPrefix(prefix)
        ? line[match].dropFirst(prefix.count).split(separator: " (+")[0] : nil
      return CorpusStore(folder: line[0], store: line[1], model: model.map(String.init))
    }
  }()

  static let matched = all.filter { $0.model != nil }
  static let isPresent = !all.isEmpty

  var id: String {
    folder.split(separator: "__")[1] + "/" + (store as NSString).lastPathComponent
  }

  var testDescription: String { id }

  func readModel() throws -> ManagedObjectModel {
    let model = try #require(model)
    return try ModelBundle(path: "\(Self.root)/\(folder)/\(model)").current()
  }

  /// A connection to a copy with its log folded in.
  func open(_ scratch: StoreScratch) throws -> Connection {
    for suffix in ["", "-wal", "-journal"] {
      let source = "\(Self.root)/\(folder)/\(store)\(suffix)"
      if FileManager.default.fileExists(atPath: source) {
        try FileManager.default.copyItem(atPath: source, toPath: scratch.path("store" + suffix))
      }
    }
    return try Connection(path: scratch.path("store"), mode: .readWrite)
  }
}
