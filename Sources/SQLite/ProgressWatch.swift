/// Looks at a running statement every few thousand steps of SQLite's machine: a connection has one such place, which
/// interruption and limits share.
final class ProgressWatch {
  var isInterrupted: (@convention(c) () -> Bool)?
  var limits = StatementLimits()
  var deadline: ContinuousClock.Instant?
  var takenSteps = 0
  var period = 0
  /// Why the last statement that was ended here was ended.
  var reason: StopReason?

  /// Whether the statement has to end.
  func tick() -> Bool {
    takenSteps += period
    if let isInterrupted, isInterrupted() {
      reason = .interruption
    } else if let steps = limits.steps, takenSteps >= steps {
      reason = .stepLimit
    } else if let deadline, ContinuousClock.now >= deadline {
      reason = .timeLimit
    } else {
      return false
    }
    return true
  }
}
