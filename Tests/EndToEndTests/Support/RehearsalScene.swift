import Foundation
import Testing

/// Stores in `in/`, to be rehearsed from outside, and the places around them.
///
/// Every rehearsal made here is held to what the program promises of any: what was given keeps its bytes, its names and
/// its times, nothing appears beside it, and nothing stays in the temporary folder.
struct RehearsalScene {
  struct Result {
    let run: Program.Run
    let report: JSON
    /// The JSON text up to `meta`.
    let body: Substring

    var status: Int32? { run.status }
    var stores: [JSON] { report["body"]["stores"].list }
    var names: [String] { stores.compactMap { $0["store"].string } }

    subscript(_ name: String) -> JSON { stores.first { $0["store"].string == name } ?? .null }
    func outcome(_ name: String) -> String? { self[name]["outcome"].string }
  }

  let scratch: Scratch
  static let route = ["--model", Places.fixtures + "/" + Fixture.model, "--model-version", "Library 2"]

  init() throws {
    scratch = try Scratch()
    for folder in ["in", "out", "temporary"] { try scratch.makeFolder(folder) }
  }

  /// Copies a file or folder of the fixtures to `in/NAME`.
  @discardableResult
  func bring(_ fixture: String, as name: String? = nil) throws -> String {
    let name = name ?? fixture
    try scratch.copy(Places.fixtures + "/" + fixture, to: "in/" + name)
    return input(name)
  }

  func input(_ name: String) -> String { scratch("in/" + name) }
  func output(_ name: String) -> String { scratch("out/" + name) }

  /// What of the surroundings a rehearsal must leave as it is.
  func guarded<Value>(_ sourceLocation: SourceLocation, _ body: () throws -> Value) throws -> Value {
    let (digests, stamps) = (try scratch.digests("in"), try scratch.stamps("in"))
    let value = try body()
    #expect(try scratch.digests("in") == digests, "bytes or names changed", sourceLocation: sourceLocation)
    #expect(try scratch.stamps("in") == stamps, "something was written", sourceLocation: sourceLocation)
    #expect(
      try scratch.contents("temporary").isEmpty, "something stays behind", sourceLocation: sourceLocation)
    return value
  }

  var environment: [String: String] { ["TMPDIR": scratch("temporary"), "NO_COLOR": "1"] }

  /// Runs `rehearse` and gives what it printed.
  func said(
    _ words: [String], fault: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Run {
    try guarded(sourceLocation) {
      try Program.run(
        ["rehearse"] + words,
        environment: environment.merging(fault.map { ["IMPORT_LEGACY_FAULT": $0] } ?? [:]) { $1 },
        sourceLocation: sourceLocation)
    }
  }

  /// The same of stores to `Library 2`, with the report.
  func rehearse(
    _ words: String..., fault: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result {
    let run = try said(words + Self.route + ["--json"], fault: fault, sourceLocation: sourceLocation)
    let report = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    #expect(report["formatVersion"].integer == 1, sourceLocation: sourceLocation)
    #expect(
      report["meta"]["exitStatus"].integer == run.status.map(Int64.init), sourceLocation: sourceLocation)
    let end = run.output.range(of: "\n  \"formatVersion\"")?.lowerBound ?? run.output.endIndex
    return Result(run: run, report: report, body: run.output[..<end])
  }
}
