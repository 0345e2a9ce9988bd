import Foundation
import Testing

/// A store that Core Data wrote, with the model it belongs to by hash: a row of `../shared/corpus/INDEX.tsv`.
struct CorpusStore: Sendable, CustomTestStringConvertible {
  /// Folder of the case, and the paths of store and model in it.
  let folder, store, model: String

  static let root = Places.repository.deletingLastPathComponent().appendingPathComponent("shared/corpus").path
  static let isPresent = FileManager.default.fileExists(atPath: root + "/INDEX.tsv")

  /// Every store; `model` is empty where the index names none.
  static let all: [CorpusStore] = index.map { line in
    let id = (line["case"] ?? "", line["store"] ?? "")
    return matched.first { ($0.folder, $0.store) == id } ?? CorpusStore(folder: id.0, store: id.1, model: "")
  }

  /// Every store that one XML model matches in all entities.
  static let matched: [CorpusStore] = {
    let prefix = "all entities: "
    return index.compactMap { line in
      guard let match = line["model_match_by_hash"], match.hasPrefix(prefix) else { return nil }
      // ` (+N alike)` counts versions that differ in nothing a hash covers.
      let model = match.dropFirst(prefix.count).split(separator: " (+")[0]
      return CorpusStore(folder: line["case"] ?? "", store: line["store"] ?? "", model: String(model))
    }
  }()

  /// Every store that caches its model; `model` is empty.
  static let caching: [CorpusStore] = index.filter { $0["z_modelcache"]?.hasPrefix("yes") ?? false }.map {
    CorpusStore(folder: $0["case"] ?? "", store: $0["store"] ?? "", model: "")
  }

  /// Every store that has tables of persistent history or of CloudKit; `model` is empty.
  static let framework: [CorpusStore] = index.filter { line in
    ["history(", "cloudkit(", "ANSCK"].contains { line["features"]?.contains($0) ?? false }
  }.map { CorpusStore(folder: $0["case"] ?? "", store: $0["store"] ?? "", model: "") }

  /// The lines of the index, by the names of its columns.
  private static let index: [[String: String]] = {
    guard let text = try? String(contentsOfFile: root + "/INDEX.tsv", encoding: .utf8) else { return [] }
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
  }()

  static func named(_ store: String, in folder: String) throws -> CorpusStore {
    try #require(matched.first { $0.store == "stores/" + store && $0.folder == folder }, "no store \(store)")
  }

  var name: String { (store as NSString).lastPathComponent }

  /// Unique among all: some names stand in two cases.
  var id: String { folder.split(separator: "__")[1] + "/" + name }

  var testDescription: String { id }

  var modelPath: String { "\(Self.root)/\(folder)/\(model)" }

  var isCaching: Bool { Self.caching.contains { $0.id == id && $0.folder == folder } }

  /// Paths of all single models of the store's case, whatever their form.
  var modelsOfCase: [String] {
    let root = "\(Self.root)/\(folder)"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".mom") }.sorted().map {
      root + "/" + $0
    }
  }

  /// Copies the store with its companions, by bytes.
  func bring(to workshop: Workshop) throws {
    for suffix in ["", "-wal", "-journal", "-shm"] {
      let source = "\(Self.root)/\(folder)/\(store)\(suffix)"
      if FileManager.default.fileExists(atPath: source) { try workshop.bring(source, as: name + suffix) }
    }
  }

  /// A second copy for SQLite to open, which folds the log in.
  func open(in workshop: Workshop) throws -> CorpusDatabase {
    try workshop.scratch.makeFolder("opened")
    for suffix in ["", "-wal", "-journal"] where workshop.scratch.exists("in/" + name + suffix) {
      try workshop.scratch.copy(workshop.input(name + suffix), to: "opened/" + name + suffix)
    }
    return try CorpusDatabase(path: workshop.scratch("opened/" + name))
  }
}
