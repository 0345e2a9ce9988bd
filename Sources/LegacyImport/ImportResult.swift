import Diagnostics
import Reports

/// How an import ended. There is a report whatever happened.
public struct ImportResult: Sendable {
  package let exit: ExitStatus
  package let report: ImportReport

  package init(exit: ExitStatus, report: ImportReport) {
    self.exit = exit
    self.report = report
  }

  /// The exit status of the command line's contract.
  public var exitStatus: Int32 { exit.rawValue }

  /// The report as JSON, keys sorted.
  public var reportJSON: String { report.json() }

  /// The report for people.
  public var reportText: String { TextRenderer(report).text() }
}
