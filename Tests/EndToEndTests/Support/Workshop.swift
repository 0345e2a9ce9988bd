import Foundation
import SQLite
import Testing

/// A place to run imports in: what is given lies in `in/`, results in `out/`, texts in `said/`.
///
/// Every import made here is held to what the program promises of any import: what was given keeps its bytes
/// and nothing appears beside it, standard output is the report and nothing else, and `out/` holds OUTPUT and
/// its external data after a success, and what it held before after a failure.
struct Workshop {
  struct Import {
    let run: Program.Run
    let report: Report
    /// The JSON text.
    let text: String

    /// The part of the report that is the same for the same import.
    var body: Substring { text.range(of: "\"meta\"").map { text[..<$0.lowerBound] } ?? text[...] }
    var status: Int32? { run.status }
    var outcome: String { report.body.outcome }

    /// What it ended with, for the message of an expectation.
    var story: String {
      "status \(status ?? -1): "
        + report.body.findings.filter { $0.severity != "note" }.map { "\($0.line) \($0.summary)" }.joined(
          separator: "; ")
    }
  }

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for folder in ["in", "out", "said"] { try scratch.makeFolder(folder) }
  }

  /// Copies a file or folder to `in/NAME`.
  func bring(_ source: String, as name: String) throws { try scratch.copy(source, to: "in/" + name) }

  func input(_ name: String) -> String { scratch("in/" + name) }

  func output(_ name: String = "New.sqlite") -> String { scratch("out/" + name) }

  /// Runs one import of `in/STORE` by `in/MODEL` to `out/OUTPUT`.
  @discardableResult
  func migrate(
    _ store: String, _ model: String, _ options: String..., to output: String = "New.sqlite",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Import {
    try migrate(store, model, options: options, to: output, sourceLocation: sourceLocation)
  }

  /// - Parameter model: nil for the store's own.
  func migrate(
    _ store: String, _ model: String?, options: [String], to output: String = "New.sqlite",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Import {
    let given = try scratch.digests("in")
    let before = try scratch.digests("out")
    let text = scratch("said/report.txt")
    let run = try Program.run(
      [
        input(store), "--output", self.output(output), "--json", "--report", text,
      ] + (model.map { ["--model", input($0)] } ?? []) + options, sourceLocation: sourceLocation)
    let known = ["in": given, "out": before]
    return try judge(run, known, output, isDry: options.contains("--dry-run"), sourceLocation)
  }

  private func judge(
    _ run: Program.Run, _ known: [String: [String: String]], _ output: String, isDry: Bool,
    _ sourceLocation: SourceLocation
  ) throws -> Import {
    let report: Report
    do {
      report = try Report(text: run.output)
    } catch {
      Issue.record(
        "standard output is no report (status \(run.status ?? -1)): \(run.error)",
        sourceLocation: sourceLocation)
      throw error
    }
    try #expect(
      scratch.digests("in") == known["in"], "what was given changed", sourceLocation: sourceLocation)
    #expect(report.meta["exitStatus"].integer == run.status.map(Int64.init), sourceLocation: sourceLocation)
    let said = try scratch.text("said/report.txt")
    #expect(!said.isEmpty && !said.contains(Program.canary), sourceLocation: sourceLocation)

    let after = try scratch.digests("out")
    let before = known["out"] ?? [:]
    let isDone = run.status == 0 || run.status == 1
    if isDone, !isDry, report.body.outcome != "nothing-to-do" {
      #expect(before[output] == nil && after[output] != nil, "no OUTPUT", sourceLocation: sourceLocation)
      let support = "." + (output as NSString).deletingPathExtension + "_SUPPORT"
      let own: (String) -> Bool = { $0 == output || $0 == support || $0.hasPrefix(support + "/") }
      #expect(
        after.filter { !own($0.key) } == before.filter { !own($0.key) }, "something beside OUTPUT",
        sourceLocation: sourceLocation)
    } else {
      #expect(
        after == before, "a run that did nothing changed the place of OUTPUT", sourceLocation: sourceLocation)
    }
    return Import(run: run, report: report, text: run.output)
  }

  /// Rows of OUTPUT by plain SQL.
  func rows(_ sql: String, in output: String = "New.sqlite") throws -> [[Value]] {
    try Connection(path: self.output(output), mode: .readOnly).rows(sql)
  }

  /// The one column of a query as text; NULL as `NULL`.
  func texts(_ sql: String, in output: String = "New.sqlite") throws -> [String] {
    try rows(sql, in: output).map { row in
      switch row.first {
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      case .integer(let value): String(value)
      case .real(let value): String(value)
      default: "NULL"
      }
    }
  }

  /// Changes a store in `in/` before it is imported.
  func alter(_ store: String, _ sql: String) throws {
    let connection = try Connection(path: input(store), mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = DELETE")
    try connection.execute(sql)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.close()
  }
}
