import Foundation
import SQLite
import Testing

/// A store of the Library app, damaged at random, and what the program must hold to whatever it is given.
struct FuzzTrial {
  let fixture: Fixture
  let label: String
  var scratch: Scratch { fixture.workshop.scratch }
  /// Below the scratch folder.
  var store: String { "in/" + fixture.store }

  init(_ store: String, label: String) throws {
    fixture = try Fixture(store, hasExpectation: false)
    self.label = label
  }

  /// Every id that is described.
  static let ids: Set<String> = {
    let page = (try? CatalogueTests.page()) ?? ""
    return Set(page.matches(of: /### `([a-z0-9.-]+)`/).map { String($0.1) })
  }()

  /// Seconds that no small store may take, on however busy a machine.
  static let patience = 60.0

  func rewrite(_ suffix: String = "", _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try scratch.bytes(store + suffix)
    change(&bytes)
    try scratch.write(bytes, to: store + suffix)
  }

  /// Runs SQL without triggers or checks; a statement that fails changes nothing.
  func execute(_ statements: [String], _ values: [Value] = []) throws {
    let connection = try Connection(path: scratch(store), mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = DELETE")
    for statement in statements { _ = try? connection.rows(statement, values) }
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.close()
  }

  /// Inspects the store and imports it: no crash and no hang, a status that says why, described findings, nothing at
  /// OUTPUT but after a success, and every byte that was given as it was.
  ///
  /// - Returns: the status of the import.
  @discardableResult
  func hold(
    _ options: [String] = [], also statuses: Set<Int32> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int32? {
    try scratch.makeFolder("temporary")
    let given = try scratch.digests("in")
    let path = scratch(store)
    let model = fixture.workshop.input(Fixture.model)
    let output = fixture.workshop.output()
    let commands = [
      ["inspect", path, "--model", model, "--json"],
      [path, "--model", model, "--model-version", "Library 2", "--output", output, "--json"] + options,
    ]
    var last: Int32?
    for words in commands {
      let isImport = words.contains("--output")
      let start = Date()
      let run = try Program.run(
        words, environment: ["TMPDIR": scratch("temporary")], sourceLocation: sourceLocation)
      let name = "\(label), \(isImport ? "run" : "inspect")"
      #expect(Date().timeIntervalSince(start) < Self.patience, "\(name)", sourceLocation: sourceLocation)
      let allowed = statuses.union(isImport ? [0, 1, 3, 4, 5] : [0, 4, 5])
      #expect(
        run.status.map(allowed.contains) == true,
        "\(name): \(run.status ?? -1) \(run.signal ?? 0) \(run.output.suffix(2000)) \(run.error.suffix(500))",
        sourceLocation: sourceLocation)
      let json = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      let findings = (isImport ? json["body"] : json)["findings"].list.compactMap { $0["id"].string }
      #expect(
        Set(findings).isSubset(of: Self.ids), "\(name): \(Set(findings).subtracting(Self.ids))",
        sourceLocation: sourceLocation)
      if run.status != 0 { #expect(!findings.isEmpty, "\(name)", sourceLocation: sourceLocation) }
      try #expect(scratch.contents("temporary") == [], "\(name)", sourceLocation: sourceLocation)
      last = run.status
    }
    let isDone = last == 0 || last == 1
    try #expect(
      scratch.contents("out") == (isDone ? ["New.sqlite"] : []), "\(label)", sourceLocation: sourceLocation)
    try #expect(
      scratch.digests("in") == given, "\(label): what was given changed", sourceLocation: sourceLocation)
    return last
  }
}
