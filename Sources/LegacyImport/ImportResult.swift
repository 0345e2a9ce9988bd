import Diagnostics
import Reports

/// How an import ended. There is a report whatever happened.
public struct ImportResult: Sendable {
  package let exit: ExitStatus
  package let report: ImportReport

  /// False when the request's place for the report was refused: nothing may be written there.
  public let mayWriteReport: Bool

  /// Full path of the safety copy that holds the files as they were before this run; nil if it made and needed none.
  public package(set) var safetyCopy: String?

  /// Why the report could not be kept beside the store, if it could not.
  public package(set) var reportNotKept: String?

  package init(exit: ExitStatus, report: ImportReport, mayWriteReport: Bool) {
    self.exit = exit
    self.report = report
    self.mayWriteReport = mayWriteReport
  }

  /// The exit status of the command line's contract.
  public var exitStatus: Int32 { exit.rawValue }

  /// The report as JSON, keys sorted.
  public var reportJSON: String { report.json() }

  /// The report for people.
  public var reportText: String { TextRenderer(report).text() }
}
