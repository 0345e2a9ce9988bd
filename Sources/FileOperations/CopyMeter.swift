private import Synchronization

/// Where bytes are counted as they are copied; all values that come from one `FileOperations` share it.
final class CopyMeter: Sendable {
  private let current = Mutex<WorkMeter?>(nil)

  var meter: WorkMeter? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

extension FileOperations {
  /// Counts in `meter` the bytes that `body` copies through memory, whoever does it on the way.
  package func metering<Value, Failure: Error>(
    _ meter: WorkMeter?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    copies.meter = meter
    defer { copies.meter = nil }
    return try body()
  }

  /// So many bytes more will be copied.
  package func expectCopying(of bytes: Int64) { copies.meter?.expect(bytes) }
}
