import Digests
import Foundation

/// A folder of its own for a test, gone when the test ends.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "end-to-end-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The full path of a name in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Copies a file or a whole tree in, and makes it writable: what lies beside the repository may not be.
  func copy(_ source: String, to name: String) throws {
    let parent = (self(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: self(name))
    try FileManager.default.setAttributes(
      [.posixPermissions: Self.mode(self(name))], ofItemAtPath: self(name))
    for inner in try contents(name) {
      let inside = self(name) + "/" + inner
      guard
        try FileManager.default.attributesOfItem(atPath: inside)[.type] as? FileAttributeType
          != .typeSymbolicLink
      else { continue }
      try FileManager.default.setAttributes([.posixPermissions: Self.mode(inside)], ofItemAtPath: inside)
    }
  }

  private static func mode(_ path: String) -> Int {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isFolder.boolValue ? 0o755 : 0o644
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let parent = (self(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func exists(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: self(name))) != nil
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }

  /// Every name below a folder, hidden ones too, sorted; nothing for a file or a folder that is not there.
  func contents(_ name: String) throws -> [String] {
    (FileManager.default.enumerator(atPath: self(name))?.allObjects as? [String] ?? []).sorted()
  }

  /// What lies below a folder, byte by byte: SHA-256 of files, `folder`, or where a link leads.
  func digests(_ name: String) throws -> [String: String] {
    var digests: [String: String] = [:]
    for inner in try contents(name) {
      let inside = self(name) + "/" + inner
      switch try FileManager.default.attributesOfItem(atPath: inside)[.type] as? FileAttributeType {
      case .typeDirectory: digests[inner] = "folder"
      case .typeSymbolicLink:
        digests[inner] = "-> " + (try FileManager.default.destinationOfSymbolicLink(atPath: inside))
      default: digests[inner] = sha256(try bytes(name + "/" + inner)).hexadecimalText
      }
    }
    return digests
  }
}
