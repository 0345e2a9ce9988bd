internal import Diagnostics
internal import FileOperations

/// Tries again and again, for a time.
struct Patience {
  let seconds: Int
  let files: FileOperations

  private static let pause: UInt32 = 100

  /// - Parameter attempt: `nil` asks for another attempt.
  /// - Throws: `refusal` when the time is over, and at once what an attempt throws.
  func tryUntilGiven<Value>(
    else refusal: DiagnosticError, _ attempt: () throws(DiagnosticError) -> Value?
  ) throws(DiagnosticError) -> Value {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
      if let value = try attempt() { return value }
      if Interruption.isRequested { throw .interrupted }
      guard clock.now < end else { throw refusal }
      files.pause(milliseconds: Self.pause)
    }
  }
}
