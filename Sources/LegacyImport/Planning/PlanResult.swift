import Diagnostics
import Reports

/// How planning ended. There is a plan whatever happened, and be it an empty one.
public struct PlanResult: Sendable {
  package let exit: ExitStatus
  package let report: PlanReport

  /// A mapping file to begin with; nil where the versions are not known.
  public let mappingDraft: String?

  /// The consents that would answer what stands in the way, for review; nil where it was not counted.
  public let consentsDraft: String?

  package init(
    exit: ExitStatus, report: PlanReport, mappingDraft: String? = nil, consentsDraft: String? = nil
  ) {
    self.exit = exit
    self.report = report
    self.mappingDraft = mappingDraft
    self.consentsDraft = consentsDraft
  }

  /// The exit status of the command line's contract: that of a run.
  public var exitStatus: Int32 { exit.rawValue }

  /// For programs: keys sorted.
  public var json: String { report.json() }

  /// For people.
  ///
  /// - Parameter isVerbose: with what is simply kept, and the notes.
  public func text(isVerbose: Bool = false) -> String { PlanText(report, isVerbose: isVerbose).text() }
}
