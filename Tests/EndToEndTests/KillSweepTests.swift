import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Killed at every single call, some thousand runs: minutes, so only where it is asked for.
@Suite(
  "Kill: at every call",
  .enabled(
    if: ProcessInfo.processInfo.environment["IMPORT_LEGACY_LONG_TESTS"] == "1",
    "IMPORT_LEGACY_LONG_TESTS=1 asks for it"))
struct KillSweepTests {
  /// Every N-th call, beginning at another each.
  private static let strands = 8

  @Test("Every passage", arguments: KillTrial.Job.allCases, Array(0..<strands))
  func everywhere(_ job: KillTrial.Job, _ strand: Int) async throws {
    let count = try await KillPoints.passages(of: "*", in: job)
    try #require(count > 200)
    for passage in stride(from: strand + 1, through: count, by: Self.strands) {
      let fault = "*:\(passage):kill"
      for isRun in [true, false] {
        let trial = try KillTrial(job)
        try trial.die(fault)
        if isRun { try trial.checkRun(fault) } else { try trial.checkRestore(fault) }
      }
    }
  }

  @Test(
    "Beyond the last call that was counted, up to the end of the program", arguments: KillTrial.Job.allCases)
  func beyond(_ job: KillTrial.Job) async throws {
    var passage = try await KillPoints.passages(of: "*", in: job) + 1
    while passage < 2000 {
      let fault = "*:\(passage):kill"
      let trial = try KillTrial(job)
      let run =
        try job.isRestore
        ? trial.store.restore("--copy", "1", "--wait", "10", fault: fault)
        : trial.store.run("--wait", "10", fault: fault)
      guard run.signal == SIGKILL else { break }
      try trial.checkNothingIsLost(fault)
      try trial.checkRun(fault)
      passage += 1
    }
    #expect(passage < 2000)
  }

  @Test(
    "Each call of an undoing", arguments: ["promote.exchange:1", "promote.exchange:2", "promote.sync:24"])
  func undoing(_ first: String) throws {
    // The mending is over by then.
    for passage in 1...130 {
      let fault = "*:\(passage):kill"
      let trial = try KillTrial(.importFull)
      try trial.die("\(first):kill")
      let run = try trial.store.run("--wait", "10", fault: fault)
      try #require(run.signal == SIGKILL)
      try trial.checkNothingIsLost("\(first), then \(fault)")
      if passage.isMultiple(of: 2) {
        try trial.checkRun("\(first), then \(fault)")
      } else {
        try trial.checkRestore("\(first), then \(fault)")
      }
    }
  }
}
