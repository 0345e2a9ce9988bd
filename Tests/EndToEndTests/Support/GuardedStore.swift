import Foundation
import SQLite
import Testing

/// A store in a folder of its own, `place/`, that the program migrates where it is.
struct GuardedStore: Sendable {
  enum Kind: String, CaseIterable, Sendable, Codable {
    /// With a `-wal` that holds rows, its `-shm`, and external data.
    case full
    /// The main file alone.
    case plain
  }

  static let name = "Library.sqlite"
  static let importFolder = ".Library.sqlite.import-legacy"
  static let model = Places.fixtures + "/Library.xcdatamodeld"
  static let external = ".Library_SUPPORT/_EXTERNAL_DATA"
  /// One of the files there.
  static let externalFile = external + "/F0E48F00-67AB-4FB2-AF7B-C72F51A157F9"
  private static let templates = Kind.allCases.map { kind in Result { try makeTemplate(kind) } }

  let scratch: Scratch
  let kind: Kind
  /// Digests of the files that hold data, by their names in the store's folder.
  let original: [String: String]

  var path: String { scratch("place/" + Self.name) }

  init(_ kind: Kind) throws {
    let index = try #require(Kind.allCases.firstIndex(of: kind))
    scratch = try Scratch()
    self.kind = kind
    try scratch.copy(Self.templates[index].get().path, to: "place")
    original = try Self.data(scratch)
    try #require(original[Self.name] != nil)
    try #require((original[Self.name + "-wal"] != nil) == (kind == .full))
  }

  private static func makeTemplate(_ kind: Kind) throws -> Scratch {
    let made = try Scratch()
    guard kind == .full else {
      try made.copy(Places.fixtures + "/library-1.sqlite", to: name)
      return made
    }
    let living = try Scratch()
    try living.copy(Places.fixtures + "/library-external", to: "store")
    try living.remove("store/Library.expect.json")
    let connection = try Connection(path: living("store/" + name), mode: .readWrite)
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0",
      "UPDATE ZBOOK SET ZPAGES = 321 WHERE Z_PK = 1",
      "INSERT INTO ZSETTING VALUES (6, 8, 1, 'log', 'only there')",
    ] { try connection.execute(sql) }
    // As a crash leaves it: nobody folds the log in.
    for inner in [name, name + "-wal", name + "-shm", ".Library_SUPPORT"] {
      try made.copy(living("store/" + inner), to: inner)
    }
    try connection.close()
    return made
  }

  // MARK: What is there

  /// Files that hold data, by name: the index in shared memory is none of them.
  private static func data(_ scratch: Scratch) throws -> [String: String] {
    try scratch.digests("place").filter { name, digest in
      digest != "folder" && !name.hasSuffix("-shm") && !name.hasPrefix(importFolder)
    }
  }

  /// What has the names of the store now.
  func present() throws -> [String: String] { try Self.data(scratch) }

  /// Everything in the store's folder, ours too.
  func everything() throws -> [String: String] { try scratch.digests("place") }

  func inImportFolder(_ name: String) -> String { "place/\(Self.importFolder)/\(name)" }

  /// Folders of the safety copies that are whole: every file of the list is there and has its digest.
  func soundCopies() throws -> [String] {
    try scratch.contents(inImportFolder("copies")).filter { !$0.contains("/") }.filter { name in
      let folder = scratch(inImportFolder("copies/" + name))
      return try Self.sha256sum(in: folder) == 0
    }
  }

  /// The digests in a copy, shared memory and list apart, by the names that the files have at their place.
  func contents(ofCopy name: String) throws -> [String: String] {
    try scratch.digests(inImportFolder("copies/" + name)).filter {
      $0.value != "folder" && !$0.key.hasSuffix("-shm") && $0.key != "SHA256SUMS"
    }
  }

  private static func sha256sum(in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = ["--check", "--strict", "--status", "SHA256SUMS"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  // MARK: The program

  func arguments(_ options: [String] = []) -> [String] {
    [path, "--model", Self.model, "--model-version", "Library 2", "--json"] + options
  }

  func run(_ options: String..., fault: String? = nil, at path: String? = nil) throws -> Program.Run {
    var words = arguments(options)
    if let path { words[0] = path }
    return try Program.run(words, environment: Self.environment(fault))
  }

  func restore(_ options: String..., fault: String? = nil) throws -> Program.Run {
    try Program.run(["restore", path, "--json"] + options, environment: Self.environment(fault))
  }

  func status() throws -> JSON {
    let run = try Program.run(["status", path, "--json"])
    try #require(run.status == 0, "\(run.error)")
    return try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
  }

  func state() throws -> String { try status()["state"].string ?? "" }

  static func environment(_ fault: String?) -> [String: String] {
    fault.map { ["IMPORT_LEGACY_FAULT": $0] } ?? [:]
  }
}

extension Program.Run {
  /// Whether the report has a finding of this id.
  func says(_ id: String) -> Bool { output.contains("\"\(id)\"") }
}

extension GuardedStore {
  /// Changes the store as an app does that is gone again afterwards.
  func change(_ sql: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }

  /// The one cell of a query, read as anybody reads.
  func cell(_ sql: String) throws -> Value {
    try Connection(path: path, mode: .readWrite).rows(sql).first?.first ?? .null
  }
}
