/// Why a statement ended with `ResultCode.interrupt`.
package enum StopReason: Sendable, Hashable {
  /// The process is asked to end.
  case interruption
  case stepLimit
  case timeLimit
}
