import Digests
import Foundation

/// Models in the corpus beside the repository, whatever their form.
enum CorpusBundles {
  static let root = CorpusStore.root
  static let isPresent = FileManager.default.fileExists(atPath: root)

  private static let names: [String] =
    (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []).sorted()

  /// Paths below the corpus of `contents` files and compiled versions, each content once.
  static let versions: [String] = {
    var seen: Set<String> = []
    return names.filter { name in
      let last = (name as NSString).lastPathComponent
      guard last.hasPrefix("contents") || last.hasSuffix(".mom"),
        let bytes = FileManager.default.contents(atPath: root + "/" + name)
      else { return false }
      return seen.insert(sha256(Array(bytes)).hexadecimalText).inserted
    }
  }()

  static let sources = names.filter { $0.hasSuffix(".xcdatamodeld") }
  static let compiled = names.filter { $0.hasSuffix(".momd") }

  /// `VersionInfo.plist` as Foundation reads it.
  static func versionInfo(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
  }
}
