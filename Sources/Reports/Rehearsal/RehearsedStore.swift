internal import Diagnostics

/// One store of a rehearsal.
package struct RehearsedStore: Sendable {
  /// Its path below the deepest folder that holds everything that was searched.
  package let name: String
  /// As it was opened.
  package let path: String
  package let outcome: RehearsalOutcome
  /// Of its run; nil where it ended with none.
  package let exitStatus: Int32?
  /// The signal that ended its run, if one did.
  package let signal: Int32?
  package let report: ImportReport?
  package let seconds: Double
  /// Nil without a baseline.
  package var comparison: BaselineComparison?

  package init(
    name: String, path: String, outcome: RehearsalOutcome, exitStatus: Int32? = nil, signal: Int32? = nil,
    report: ImportReport? = nil, seconds: Double
  ) {
    self.name = name
    self.path = path
    self.outcome = outcome
    self.exitStatus = exitStatus
    self.signal = signal
    self.report = report
    self.seconds = seconds
  }

  var modelVersion: String? { report?.body.source.modelVersion }

  /// Rows read; nil where nothing was counted.
  var rows: Int64? {
    guard let entities = report?.body.entities, !entities.isEmpty else { return nil }
    return Sums.sum(entities.map(\.read))
  }

  func count(_ severity: Severity) -> Int64 {
    Int64(report?.body.findings.count { $0.severity == severity } ?? 0)
  }

  /// Errors and warnings, in their defined order.
  var problems: [Finding] {
    report?.body.inDefinedOrder().findings.filter { $0.severity > .note } ?? []
  }

  var isClean: Bool { outcome == .migrated }

  /// The outcome in a sentence without its subject.
  var words: String {
    guard outcome == .crashed else { return outcome.words }
    if let signal { return "crashed: signal \(signal) ended its run" }
    return "crashed: its run ended with status \(exitStatus ?? -1) and left no report"
  }
}
