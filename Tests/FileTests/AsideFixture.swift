import Diagnostics
import FileOperations
import Foundation
import Testing

@testable import StoreProtection

/// A store in a folder of its own, to be set aside: `L.sqlite` with what belongs to it, and files that do not.
struct AsideFixture {
  enum Kind: String, CaseIterable, Sendable {
    /// With log, journal, shared memory, external data and what a killed migration left.
    case full
    case alone
    case empty
    case text
    /// A log beside no byte of a store.
    case emptyWithLog
  }

  static let name = "L.sqlite"

  let scratch: TemporaryFolder
  let before: [String: String]

  var path: String { scratch(Self.name) }

  init(_ kind: Kind) throws {
    scratch = try TemporaryFolder()
    switch kind {
    case .full:
      try scratch.write(Stores.bytes(), to: "L.sqlite")
      for (name, text) in [
        ("L.sqlite-wal", "log"), ("L.sqlite-journal", "journal"), ("L.sqlite-shm", "index"),
        (".L_SUPPORT/_EXTERNAL_DATA/A", "external"), (".L.sqlite.migrationdestination_41b5", "left"),
        ("L.sqlite~", "old"),
      ] { try scratch.write(text, to: name) }
    case .alone: try scratch.write(Stores.bytes(), to: "L.sqlite")
    case .empty: try scratch.write("", to: "L.sqlite")
    case .text: try scratch.write("no database", to: "L.sqlite")
    case .emptyWithLog:
      try scratch.write("", to: "L.sqlite")
      try scratch.write("log", to: "L.sqlite-wal")
    }
    for name in ["M.sqlite", "M.sqlite-wal", "Other.txt", ".M_SUPPORT/_EXTERNAL_DATA/B"] {
      try scratch.write("another's", to: name)
    }
    try FileOperations().setModified(scratch("L.sqlite"), to: 1_000_000_007)
    guard chmod(scratch("L.sqlite"), 0o604) == 0 else { throw CocoaError(.fileWriteUnknown) }
    before = try Self.state(scratch)
  }

  /// Every name with kind, number, mode, time and bytes: no rename changes any of them.
  private static func state(_ scratch: TemporaryFolder) throws -> [String: String] {
    var state: [String: String] = [:]
    let files = FileOperations()
    for name in try scratch.everything() {
      let path = FileName.withoutTrailingSlash(scratch(name))
      let found = try files.linkStatus(of: path)
      let bytes = found.kind == .regular ? try files.digest(of: path).sha256 : ""
      state[name] = "\(found.kind) \(found.inode) \(found.mode) \(found.modified) \(found.linkCount) \(bytes)"
    }
    return state
  }

  func state() throws -> [String: String] { try Self.state(scratch) }

  /// Dated folders by name.
  func folders() throws -> [String] {
    try scratch.everything().filter {
      $0.hasPrefix(AsideFolder.prefix) && $0.hasSuffix("/") && depth($0) == 1
    }
    .map { String($0.dropLast()) }
  }

  private func depth(_ name: String) -> Int { name.filter { $0 == "/" }.count }

  /// Names of the store's files at their place.
  func own() throws -> [String] {
    try scratch.everything().filter { !$0.contains("/") && $0.hasPrefix("L.sqlite") && !$0.hasSuffix("~") }
  }

  /// A child of another test has every file open for a moment that any test has.
  static let patience = 20

  @discardableResult
  func away(_ plan: String? = nil) throws -> SetAside.Result {
    try command(plan) { command throws(DiagnosticError) in try command.away() }
  }

  @discardableResult
  func back(_ plan: String? = nil, folder: String? = nil) throws -> SetAside.Result {
    try command(plan) { command throws(DiagnosticError) in try command.back(folder) }
  }

  /// The number of faults of the last call is in `faults`.
  private func command(
    _ plan: String?, _ call: (SetAside) throws(DiagnosticError) -> SetAside.Result
  ) throws -> SetAside.Result {
    let files = FileOperations(faults: try plan.map { try FaultPlan(parsing: $0) })
    let command = try SetAside(path, wait: Self.patience, with: files)
    defer { command.close() }
    let result = try call(command)
    if plan != nil, files.faults?.faults == 0 { throw NoFault() }
    return result
  }

  /// The command went through, and passed no fault.
  struct NoFault: Error {}

  /// The store's files at their names, or none of them; and a log only where its store is.
  func checkOrder(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let own = try own()
    #expect(
      own.isEmpty || own.contains("L.sqlite"), "\(words): \(own) without their store",
      sourceLocation: sourceLocation)
  }

  private static func compare(
    _ found: [String: String], _ expected: [String: String], _ words: String, _ sourceLocation: SourceLocation
  ) {
    let names = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
    let differences = names.sorted().map { "\($0): \(found[$0] ?? "-"), not \(expected[$0] ?? "-")" }
    #expect(differences == [], "\(words)", sourceLocation: sourceLocation)
  }

  func checkBefore(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    Self.compare(try state(), before, words, sourceLocation)
  }

  /// Everything of the store is in one dated folder, and nothing else was touched.
  func checkAway(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folders = try folders()
    let folder = try #require(folders.first, "\(words): not set aside", sourceLocation: sourceLocation)
    #expect(folders.count == 1, "\(words)", sourceLocation: sourceLocation)
    var state = try state()
    state[folder + "/"] = nil
    state[folder + "/set-aside.json"] = nil
    let isOwn: (String) -> Bool = {
      $0.hasPrefix("L.sqlite") || $0.hasPrefix(".L_SUPPORT") || $0.hasPrefix(".L.sqlite")
    }
    let expected = Dictionary(
      uniqueKeysWithValues: before.map { (isOwn($0.key) ? "\(folder)/\($0.key)" : $0.key, $0.value) })
    Self.compare(state, expected, words, sourceLocation)
  }
}
