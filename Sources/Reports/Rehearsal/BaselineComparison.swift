/// A store's report held against the one that was accepted last.
package enum BaselineComparison: Sendable, Equatable {
  case equal
  case differs([ReportDifference])
  /// None was accepted yet.
  case new
  /// What is kept under the store's name is no report that this program can read.
  case unreadable
  /// There is no report to compare.
  case noReport
  /// It is the accepted one from now on.
  case accepted

  var state: String {
    switch self {
    case .equal: "equal"
    case .differs: "differs"
    case .new: "new"
    case .unreadable: "unreadable"
    case .noReport: "no-report"
    case .accepted: "accepted"
    }
  }

  var differences: [ReportDifference] {
    if case .differs(let differences) = self { differences } else { [] }
  }

  package var isDifferent: Bool { self != .equal && self != .accepted }

  /// For people, in a sentence without its subject.
  var words: String {
    switch self {
    case .equal: "as accepted"
    case .differs(let differences):
      "\(differences.count) \(differences.count == 1 ? "difference" : "differences") from the accepted report"
    case .new: "no report was accepted yet"
    case .unreadable: "what is kept as its accepted report cannot be read"
    case .noReport: "there is no report to compare"
    case .accepted: "accepted"
    }
  }
}
