import FileOperations
import Foundation

/// A folder of its own for a test, gone when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "file-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = try FileOperations().realPath(of: folder.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Every file under the folder, hidden ones too: relative path, with a slash for folders.
  func everything() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return names.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: self(name), isDirectory: &isFolder)
      return isFolder.boolValue ? name + "/" : name
    }.sorted()
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let folder = (self(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: self(name), contents: Data(bytes)) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return self(name)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
