import Foundation

/// Where inputs lie, found from this file's own place.
enum Places {
  static let repository: URL =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let fixtures = repository.appendingPathComponent("LegacyFixtures").path
  /// Cases rebuilt from reports; they lie beside the repository and may be absent.
  static let cases = repository.deletingLastPathComponent().appendingPathComponent("shared/cases").path
  static let haveCases = FileManager.default.fileExists(atPath: cases)
}
