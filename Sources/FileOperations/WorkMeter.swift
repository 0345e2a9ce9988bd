private import Synchronization

/// Counts work while it is done, and tells of it a few times a second. Who waits for the work reads the rest at its end.
package final class WorkMeter: Sendable {
  package struct Reading: Sendable, Equatable {
    package var done: Int64
    /// Nil where nobody knows.
    package var total: Int64?

    package init(done: Int64, total: Int64?) {
      self.done = done
      self.total = total
    }
  }

  private struct State {
    var reading: Reading
    var told = ContinuousClock.now
  }

  private static let pause = Duration.milliseconds(100)

  private let state: Mutex<State>
  private let tell: @Sendable (Reading) -> Void

  package init(total: Int64?, tell: @escaping @Sendable (Reading) -> Void) {
    state = Mutex(State(reading: Reading(done: 0, total: total)))
    self.tell = tell
  }

  package var reading: Reading { state.withLock { $0.reading } }

  /// More is to be done than was known.
  package func expect(_ amount: Int64) {
    state.withLock { $0.reading.total = ($0.reading.total ?? 0) + amount }
  }

  package func add(_ amount: Int64) {
    let reading = state.withLock { state -> Reading? in
      state.reading.done += amount
      let now = ContinuousClock.now
      guard now - state.told >= Self.pause else { return nil }
      state.told = now
      return state.reading
    }
    if let reading { tell(reading) }
  }
}
