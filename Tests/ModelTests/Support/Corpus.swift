import Foundation

/// The real stores and models beside the repository. Tests that need them are skipped where they are absent.
enum Corpus {
  static let root: URL =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/corpus")

  static let isPresent = FileManager.default.fileExists(atPath: root.path)

  /// Paths relative to the corpus, sorted.
  static func paths(where isWanted: (String) -> Bool) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return all.filter(isWanted).sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// Rows of a table with a header line, as dictionaries; empty where the corpus is absent.
  static func table(_ path: String) -> [[String: String]] {
    guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
      return []
    }
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { line in
      Dictionary(zip(header, line), uniquingKeysWith: { first, _ in first })
    }
  }
}
