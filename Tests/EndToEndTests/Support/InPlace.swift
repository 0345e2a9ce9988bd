import Foundation
import SQLite
import Testing

/// A store that is migrated where it lies: `in/STORE` of a workshop, and the import folder that runs make beside it.
///
/// Every run made here is held to what the program promises of any run in place: standard output is the report, which
/// is kept too; a run that did nothing or failed leaves every file as it was; one that is done changes the store,
/// takes its companions away, and touches nothing else; what a run works with is gone when it ends.
struct InPlace {
  /// How a run ended.
  struct Ending {
    let run: Program.Run
    /// `nil` for a run that was killed.
    let report: Report?
    /// Of the report, what is the same for the same import.
    let body: Substring

    var status: Int32? { run.status }
    var outcome: String? { report?.body.outcome }
    var isKilled: Bool { run.signal == SIGKILL }
    /// Ids above notes.
    var problems: [String] { report?.body.findings.filter { $0.severity != "note" }.map(\.id) ?? [] }

    func has(_ id: String) -> Bool { report?.has(id) ?? false }
    func findings(_ id: String) -> [Report.Finding] { report?.findings(id) ?? [] }
  }

  let workshop: Workshop
  /// Below `in/`.
  let store: String
  let model: String
  /// What runs here are asked for; `nil` is the model's current version.
  let version: String?

  var scratch: Scratch { workshop.scratch }
  var path: String { workshop.input(store) }
  var name: String { (store as NSString).lastPathComponent }
  /// Of the store, below the scratch folder.
  var home: String { ("in/" + store as NSString).deletingLastPathComponent }
  /// Below the scratch folder.
  var importFolder: String { "\(home)/.\(name).import-legacy" }

  init(_ workshop: Workshop, _ store: String, _ model: String, version: String? = nil) {
    self.workshop = workshop
    self.store = store
    self.model = model
    self.version = version
  }

  /// Of the Library app, to its second version.
  init(_ fixture: Fixture, version: String? = "Library 2") {
    self.init(fixture.workshop, fixture.store, Fixture.model, version: version)
  }

  /// The same place for a run to another version.
  func to(_ version: String) -> InPlace { InPlace(workshop, store, model, version: version) }

  // MARK: What is there

  /// Every file and folder that was given, by digest: all but import folders.
  func files() throws -> [String: String] {
    try scratch.digests("in").filter { !$0.key.contains(".import-legacy") }
  }

  /// What the import folder holds, by digest.
  func kept() throws -> [String: String] { try scratch.digests(importFolder) }

  /// Names in the import folder that begin so.
  func kept(below folder: String) throws -> [String] {
    try kept().keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
      .sorted()
  }

  /// Numbers of the safety copies on the disk.
  func copies() throws -> [Int] {
    try kept(below: "copies").filter { !$0.contains("/") }.compactMap { Int($0.prefix { $0 != "-" }) }
      .sorted()
  }

  /// A copy's folder, below the scratch folder.
  func copy(_ number: Int) throws -> String {
    let names = try kept(below: "copies").filter { !$0.contains("/") && $0.hasPrefix("\(number)-") }
    return importFolder + "/copies/" + (try #require(names.first, "no copy \(number)"))
  }

  /// The files of a copy by digest, without its list.
  func copied(_ number: Int) throws -> [String: String] {
    try scratch.digests(copy(number)).filter { $0.key != "SHA256SUMS" && $0.value != "folder" }
  }

  func bytes() throws -> [UInt8] { try scratch.bytes("in/" + store) }

  /// Compares every row, value and link of the store with what the fixture says; of a copy of its folder, since SQLite
  /// leaves files beside what it reads.
  func checkRows(_ fixture: Fixture, _ version: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let place = "out/read-\(UUID().uuidString)"
    try scratch.copy(scratch(home), to: place)
    try fixture.checkRows(version, in: place.dropFirst(4) + "/" + name, sourceLocation: sourceLocation)
    try scratch.remove(place)
  }

  // MARK: Commands

  @discardableResult
  func migrate(
    _ options: String..., fault: String? = nil, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Ending {
    try perform(arguments(options), fault, environment, sourceLocation)
  }

  @discardableResult
  func restore(_ options: String..., fault: String? = nil, sourceLocation: SourceLocation = #_sourceLocation)
    throws -> Ending
  {
    try perform(["restore", path, "--json"] + Self.patience + options, fault, [:], sourceLocation)
  }

  /// What a run waits for others: between its beginning and its end a child of another test has every file open that
  /// any test has.
  static let patience = ["--wait", "20"]

  /// The words of a run in place.
  func arguments(_ options: [String] = []) -> [String] {
    Self.patience + [path, "--model", workshop.input(model), "--json"]
      + (version.map { ["--model-version", $0] } ?? [])
      + options
  }

  /// What `status --json` says, after the same in words; neither may change anything.
  func status(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    let before = (try scratch.digests("in"), try scratch.stamps("in"))
    let words = try Program.run(["status", path], sourceLocation: sourceLocation)
    let run = try Program.run(["status", path, "--json"], sourceLocation: sourceLocation)
    #expect(
      words.status == 0 && run.status == 0, "\(words.error)\(run.error)", sourceLocation: sourceLocation)
    #expect(words.output.hasPrefix("\(name): "), sourceLocation: sourceLocation)
    #expect(words.error == "" && run.error == "", sourceLocation: sourceLocation)
    try #expect(scratch.digests("in") == before.0, "status changed something", sourceLocation: sourceLocation)
    try #expect(scratch.stamps("in") == before.1, "status touched something", sourceLocation: sourceLocation)
    return try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
  }

  func state(sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
    try status(sourceLocation: sourceLocation)["state"].string
  }

  @discardableResult
  func copies(_ words: String...) throws -> Program.Run {
    try Program.run(["copies", words[0], path] + words.dropFirst())
  }

  /// A person's or an app's change, by SQLite, with everything folded in afterwards.
  func change(_ sql: String = "UPDATE ZBOOK SET ZPAGES = ZPAGES + 1 WHERE Z_PK = 1") throws {
    try workshop.alter(store, sql)
  }

  /// Other bytes in the same file, past every lock.
  func overwrite(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// Rows of the store by plain SQL. Of a copy: SQLite may not leave files beside the store.
  func rows(_ sql: String) throws -> [[Value]] {
    let place = try Scratch()
    for suffix in ["", "-wal", "-journal"] where scratch.exists("in/" + store + suffix) {
      try place.copy(path + suffix, to: "read.sqlite" + suffix)
    }
    return try Connection(path: place("read.sqlite"), mode: .readWrite).rows(sql)
  }
}
