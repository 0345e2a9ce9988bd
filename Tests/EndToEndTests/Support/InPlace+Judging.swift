import Foundation
import Testing

extension InPlace {
  func perform(
    _ words: [String], _ fault: String?, _ environment: [String: String], _ sourceLocation: SourceLocation
  ) throws -> Ending {
    let before = try files()
    var environment = environment
    environment["IMPORT_LEGACY_FAULT"] = fault
    let run = try Program.run(words, environment: environment, sourceLocation: sourceLocation)
    return try judge(run, before: before, isDry: words.contains("--dry-run"), sourceLocation)
  }

  func judge(
    _ run: Program.Run, before: [String: String], isDry: Bool, _ sourceLocation: SourceLocation
  ) throws -> Ending {
    if run.signal != nil { return Ending(run: run, report: nil, body: "") }
    let report: Report
    do {
      report = try Report(text: run.output)
    } catch {
      Issue.record("no report (status \(run.status ?? -1)): \(run.error)", sourceLocation: sourceLocation)
      throw error
    }
    let ending = Ending(run: run, report: report, body: Self.body(run.output))
    #expect(report.meta["exitStatus"].integer == run.status.map(Int64.init), sourceLocation: sourceLocation)
    try checkKeptReport(ending, sourceLocation)
    // Of a store that could not be proven nothing can be said; the test that brought that about says it.
    guard run.status != 7 else { return ending }
    // What a run refused to settle stays for the next.
    let isSettled = !report.has("store.changed-since") && !report.has("run.unfinished")
    for folder in isSettled ? ["aside", "work"] : [] {
      #expect(
        !scratch.exists("\(importFolder)/\(folder)"), "\(folder) was left", sourceLocation: sourceLocation)
    }
    let after = try files()
    if report.body.outcome.hasPrefix("migrated"), !isDry {
      try checkDone(before: before, after: after, sourceLocation)
    } else if report.body.outcome == "restored" {
      #expect(
        after.filter(isOthers) == before.filter(isOthers), "other files changed",
        sourceLocation: sourceLocation)
    } else if !report.has("run.undone") {
      // One that first undid what an earlier run had begun has changed files: back.
      #expect(after == before, "files changed", sourceLocation: sourceLocation)
    }
    return ending
  }

  private func checkDone(
    before: [String: String], after: [String: String], _ sourceLocation: SourceLocation
  ) throws {
    let isKept: ((key: String, value: String)) -> Bool = { isOthers($0) || $0.key.contains("_SUPPORT") }
    #expect(
      after.filter(isKept) == before.filter(isKept), "other files changed", sourceLocation: sourceLocation)
    #expect(
      own.filter { after[$0] != nil } == [store], "companions beside the new store",
      sourceLocation: sourceLocation)
    #expect(try !copies().isEmpty, "no safety copy", sourceLocation: sourceLocation)
  }

  /// Names that the store and its companions have.
  private var own: [String] { ["", "-wal", "-shm", "-journal"].map { store + $0 } }

  /// Whether no run may touch a file. External data is put back by a restore, where it is lost.
  private func isOthers(_ file: (key: String, value: String)) -> Bool {
    !own.contains(file.key) && !file.key.contains("_SUPPORT")
  }

  /// A run that began has its report in `reports`, and it is the one that was printed.
  private func checkKeptReport(_ ending: Ending, _ sourceLocation: SourceLocation) throws {
    guard let report = ending.report, report.meta["safetyCopy"].string != nil else { return }
    let numbers = try kept(below: "reports").compactMap { Int($0.prefix { $0 != "." }) }
    let number = try #require(report.meta["run"].integer.map { Int($0) } ?? numbers.max())
    let text = try scratch.text("\(importFolder)/reports/\(number).json")
    #expect(text == ending.run.output, "another report was kept", sourceLocation: sourceLocation)
  }

  private static func body(_ text: String) -> Substring {
    text.range(of: "\"meta\"").map { text[..<$0.lowerBound] } ?? text[...]
  }
}
