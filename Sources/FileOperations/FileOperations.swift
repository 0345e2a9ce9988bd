#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every file call of the program goes through this value.
///
/// Each call passes a named point, at which a fault plan can make it fail or end the process. Calls that a
/// signal interrupted are made again.
package struct FileOperations: Sendable {
  /// `nil` without a plan.
  package let faults: FaultCounter?

  /// Who wants to know how much is copied.
  let copies = CopyMeter()

  private var isInterruptible = true

  package init(faults plan: FaultPlan? = nil) {
    faults = plan.map { FaultCounter(plan: $0) }
  }

  /// The same, for work that a signal must not stop: a proof or an undo that began after the signal runs to
  /// its end. Faults are counted together.
  package var uninterrupted: FileOperations {
    var files = self
    files.isInterruptible = false
    return files
  }

  /// Whether long work is to be given up.
  var mustGiveUp: Bool { isInterruptible && Interruption.isRequested }

  /// Makes one system call that says -1 when it fails.
  ///
  /// - Parameter body: is told whether to move fewer bytes than it could.
  @discardableResult
  func make<Answer: SignedInteger>(
    _ operation: String, _ path: String, at point: FilePoint, canBeShort: Bool = false,
    _ body: (_ short: Bool) -> Answer
  ) throws(FileError) -> Answer {
    while true {
      var short = false
      var code: Int32 = 0
      switch faults?.pass(point) {
      case nil: break
      case .fail(let number): code = number
      case .short: if canBeShort { short = true } else { code = EIO }
      }
      if code == 0 {
        let answer = body(short)
        if answer != -1 { return answer }
        code = errno
      }
      if code != EINTR { throw FileError(operation: operation, path: path, code: code) }
    }
  }

  /// Waits, so that somebody who is writing can end.
  package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// The part of `count` bytes that a call moves.
  func part(_ count: Int, short: Bool) -> Int { short ? max(1, count / 2) : count }
}
