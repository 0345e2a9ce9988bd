import CoreDataModel
import FileOperations

/// Models that nobody named and that lie where one would look: the other versions in the bundle that a version was
/// taken from, and models in the store's own folder.
struct ModelDiscovery {
  /// In the order in which they are asked; without those that were named.
  let paths: [String]

  /// What cannot be looked into is passed over: nobody asked for it.
  init(store: String, named: [String], with files: FileOperations) {
    let known = Set(named.compactMap { Self.realPath($0, files) })
    var paths: [String] = []
    for path in named { paths += Self.bundle(around: path, files).map { [$0] } ?? [] }
    paths += Self.beside(store, files)
    var seen = known
    self.paths = paths.filter { path in Self.realPath(path, files).map { seen.insert($0).inserted } ?? false }
  }

  /// The bundle around a lone version, or around its file.
  private static func bundle(around path: String, _ files: FileOperations) -> String? {
    guard let real = realPath(path, files) else { return nil }
    let folder = FileName.folder(of: real)
    let candidates = [folder, FileName.folder(of: folder)]
    return candidates.first { candidate in
      bundleEndings.contains { FileName.last(of: candidate).hasSuffix($0) }
    }
  }

  private static func beside(_ store: String, _ files: FileOperations) -> [String] {
    guard let real = realPath(store, files) else { return [] }
    let folder = FileName.folder(of: real)
    let names = (try? files.list(folder, at: .modelDiscovery).names) ?? []
    return names.filter { name in
      !name.hasPrefix("._") && (bundleEndings + versionEndings).contains { name.hasSuffix($0) }
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { FileName.join(folder, $0) }
  }

  private static func realPath(_ path: String, _ files: FileOperations) -> String? {
    try? files.realPath(of: FileName.withoutTrailingSlash(path), at: .modelDiscovery)
  }

  private static let bundleEndings = [".xcdatamodeld", ".momd"]
  private static let versionEndings = [".xcdatamodel", ".mom"]
}

extension FilePoint {
  static let modelDiscovery: FilePoint = "model.discovery"
}
