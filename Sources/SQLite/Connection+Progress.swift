import CSQLite

extension Connection {
  /// Ends a running statement with `ResultCode.interrupt` once `isRequested` says so; asked every few thousand steps.
  package func interrupt(when isRequested: @escaping @convention(c) () -> Bool) {
    progress.isInterrupted = isRequested
    watchProgress()
  }

  /// Runs `body`, whose statements end with `ResultCode.interrupt` when they went as far as `limits`; `stopReason` then
  /// says which it was. Interruption stays in force. Limits inside limits replace them until they are done.
  package func limited<Result>(
    to limits: StatementLimits, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let outer = (progress.limits, progress.deadline, progress.takenSteps)
    progress.limits = limits
    progress.deadline = limits.time.map { ContinuousClock.now + $0 }
    progress.takenSteps = 0
    progress.reason = nil
    watchProgress()
    defer {
      (progress.limits, progress.deadline, progress.takenSteps) = outer
      watchProgress()
    }
    return try body()
  }

  /// Why the last statement that ended with `ResultCode.interrupt` did so; nil before there was one.
  package var stopReason: StopReason? { progress.reason }

  private func watchProgress() {
    let hasLimits = progress.limits.steps != nil || progress.deadline != nil
    progress.period = hasLimits ? 1_000 : 20_000
    guard hasLimits || progress.isInterrupted != nil else {
      return sqlite3_progress_handler(handle, 0, nil, nil)
    }
    sqlite3_progress_handler(
      handle, Int32(progress.period),
      { context in
        guard let context else { return 0 }
        return Unmanaged<ProgressWatch>.fromOpaque(context).takeUnretainedValue().tick() ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
  }
}
