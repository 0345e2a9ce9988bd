import Foundation

/// The field cases beside the repository, `../shared/cases`. They are copied before use.
enum SharedCases {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/cases")
  static let arePresent = FileManager.default.fileExists(atPath: folder.path)

  static func copy(_ name: String, to target: String) throws {
    try FileManager.default.copyItem(atPath: folder.appendingPathComponent(name).path, toPath: target)
  }
}
