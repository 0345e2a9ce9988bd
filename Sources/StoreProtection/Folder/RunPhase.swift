/// How far a run came. Every change of files happens between two of these, and the later one is written only once
/// what it says is on the disk.
package enum RunPhase: String, Sendable, CaseIterable {
  /// The safety copy is being made; the store's files are only read.
  case copying
  /// The copy is proven, the result is being built; the store's files are only read.
  case working
  /// Files are being exchanged: some are at their names, some in `aside`.
  case promoting
  /// All new files are at their names; the old ones wait in `aside`.
  case promoted
  /// Done.
  case finished
  /// Ended without a result; the store's files are what they were.
  case failed

  /// Whether the run must be settled before another may begin.
  package var isOpen: Bool { self != .finished && self != .failed }
}
