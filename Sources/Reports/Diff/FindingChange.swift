/// One finding in two reports.
package struct FindingChange: Sendable, Equatable {
  package enum Change: String, Sendable, CaseIterable {
    case new
    /// Only the old report has it.
    case fixed
    /// In both, and not alike.
    case changed
    case unchanged
  }

  /// Nil when it is new.
  package let old: Finding?
  /// Nil when it is fixed.
  package let new: Finding?
  package let isWaived: Bool

  init(_ old: Finding, _ new: Finding?, isWaived: Bool) {
    (self.old, self.new, self.isWaived) = (old, new, isWaived)
  }

  init(new: Finding, isWaived: Bool) {
    (old, self.new, self.isWaived) = (nil, new, isWaived)
  }

  package var change: Change {
    switch (old, new) {
    case (nil, _): .new
    case (_, nil): .fixed
    case (let old?, let new?): old == new ? .unchanged : .changed
    }
  }

  /// What it is now; of one that is fixed what it was.
  var latest: Finding? { new ?? old }
}
