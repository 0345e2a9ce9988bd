/// How much a finding matters. A `note` leaves a run clean; a `warning` or an `error` does not.
package enum Severity: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  case note
  case warning
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}
