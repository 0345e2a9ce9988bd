import Digests
import FileOperations
import Foundation
import Testing

@testable import StoreProtection

/// An exchange of small files in a folder of its own.
struct SwapFixture {
  /// What becomes of one file.
  enum Change: String, CaseIterable, Sendable {
    case neverThere, comes, goes, changes, stays

    var before: String? { self == .neverThere || self == .comes ? nil : "old" }
    var after: String? {
      switch self {
      case .neverThere, .goes: nil
      case .comes, .changes: "new"
      case .stays: "old"
      }
    }
  }

  struct Changes: Sendable, CustomTestStringConvertible {
    var store = Change.changes
    var log = Change.goes
    var journal = Change.neverThere
    var sharedMemory = Change.neverThere
    var external = Change.neverThere

    var testDescription: String { "\(store) \(log) \(journal) \(sharedMemory) \(external)" }

    var files: [(kind: SwapFile.Kind, name: String, change: Change)] {
      [
        (.store, "S.sqlite", store), (.log, "S.sqlite-wal", log), (.log, "S.sqlite-journal", journal),
        (.sharedMemory, "S.sqlite-shm", sharedMemory), (.externalData, SwapFixture.external, external),
      ]
    }
  }

  static let external = ".S_SUPPORT/_EXTERNAL_DATA/F"

  let scratch: TemporaryFolder
  let folder: ImportFolder
  let changes: Changes
  let swaps: [SwapFile]

  /// The old files are at their names, the new ones wait.
  init(_ changes: Changes) throws {
    scratch = try TemporaryFolder()
    self.changes = changes
    folder = ImportFolder(of: scratch("S.sqlite"))
    let files = FileOperations()
    try files.createFolder(folder.path)
    try files.createFolder(scratch(".S_SUPPORT"))
    try files.createFolder(scratch(".S_SUPPORT/_EXTERNAL_DATA"))
    swaps = changes.files.compactMap { kind, name, change in
      change == .neverThere
        ? nil
        : SwapFile(
          kind: kind, name: name, before: Self.record(change.before, name),
          after: Self.record(change.after, name))
    }
    let swap = FileSwap(folder: folder, swaps: swaps, files: files)
    try swap.makeFolders()
    for (kind, name, change) in changes.files {
      if let text = change.before { try scratch.write(text + name, to: name) }
      guard let text = change.after, kind == .sharedMemory || change != .stays else { continue }
      let entry = try #require(swaps.first { $0.name == name })
      try scratch.write(text + name, to: relative(swap.incoming(entry)))
    }
  }

  private static func record(_ text: String?, _ name: String) -> FileRecord? {
    text.map {
      let bytes = Array(($0 + name).utf8)
      let digest = FileDigest(size: Int64(bytes.count), sha256: sha256(bytes).hexadecimalText)
      return FileRecord(digest: digest, inode: 1)
    }
  }

  func relative(_ path: String) -> String { String(path.dropFirst(scratch.path.count + 1)) }

  func swap(_ plan: String? = nil) throws -> FileSwap {
    FileSwap(
      folder: folder, swaps: swaps,
      files: FileOperations(faults: try plan.map { try FaultPlan(parsing: $0) }))
  }

  /// What is at the names of the files that hold data.
  func present() throws -> [String: String] {
    var found: [String: String] = [:]
    for (kind, name, _) in changes.files where kind != .sharedMemory {
      guard FileManager.default.fileExists(atPath: scratch(name)) else { continue }
      found[name] = String(try scratch.text(name).prefix(3))
    }
    return found
  }

  var before: [String: String] { expected(\.before) }
  var after: [String: String] { expected(\.after) }

  private func expected(_ side: KeyPath<Change, String?>) -> [String: String] {
    var result: [String: String] = [:]
    for (kind, name, change) in changes.files where kind != .sharedMemory {
      result[name] = change[keyPath: side]
    }
    return result
  }

  /// A log of one store beside another is worse than none.
  func checkLogs(_ words: String) throws {
    let present = try present()
    guard changes.store == .changes else { return }
    for (name, change) in [("S.sqlite-wal", changes.log), ("S.sqlite-journal", changes.journal)]
    where change != .stays {
      guard let log = present[name], let store = present["S.sqlite"] else { continue }
      #expect(log == store, "\(words): \(log) \(name) beside the \(store) store")
    }
  }
}
