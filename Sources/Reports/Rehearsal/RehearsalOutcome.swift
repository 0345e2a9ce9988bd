package import Diagnostics

/// How the rehearsal of one store ended.
package enum RehearsalOutcome: String, Sendable, CaseIterable {
  case migrated
  case migratedWithFindings = "migrated-with-findings"
  case blocked
  case failed
  case notRecognised = "not-recognised"
  case damaged
  case notValidated = "not-validated"
  case notProven = "not-proven"
  case inUse = "in-use"
  case noSpace = "no-space"
  case interrupted
  case wrongUsage = "wrong-usage"
  /// The run of this store came to no end of its own: a signal ended it, or it left no report.
  case crashed
  case timedOut = "timed-out"

  /// - Parameter status: the exit status of a run that left a report.
  package init(_ status: ExitStatus) {
    self =
      switch status {
      case .clean: .migrated
      case .findings: .migratedWithFindings
      case .failure: .failed
      case .blocked: .blocked
      case .notRecognised: .notRecognised
      case .damaged: .damaged
      case .validationFailed: .notValidated
      case .originalNotProven: .notProven
      case .inUse: .inUse
      case .noSpace: .noSpace
      case .interrupted: .interrupted
      case .usage: .wrongUsage
      }
  }

  /// For people, at most 14 columns.
  package var words: String {
    switch self {
    case .migratedWithFindings: "with findings"
    default: rawValue.replacing("-", with: " ")
    }
  }

  /// Whether the fault may lie with the program or the machine, and says nothing of the store.
  var isOfProgram: Bool { [.failed, .notProven, .noSpace, .interrupted, .crashed, .timedOut].contains(self) }
}
