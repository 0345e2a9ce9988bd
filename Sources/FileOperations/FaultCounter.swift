private import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts the passages of named points, over all threads, and says when a fault is due.
package final class FaultCounter: Sendable {
  private struct Counts {
    var byPoint: [FilePoint: Int] = [:]
    var all = 0
    var faults = 0
  }

  /// What a call that is to go wrong does.
  enum Fault {
    case fail(code: Int32)
    case short
  }

  private let plan: FaultPlan
  private let counts = Mutex(Counts())

  init(plan: FaultPlan) { self.plan = plan }

  /// How often a point was passed so far.
  package func passages(of point: FilePoint) -> Int { counts.withLock { $0.byPoint[point] ?? 0 } }

  /// How often any point was passed so far.
  package var passages: Int { counts.withLock { $0.all } }

  /// How many faults happened so far: 0 at the end of a run means that the plan named nothing that was
  /// passed.
  package var faults: Int { counts.withLock { $0.faults } }

  /// Counts a passage; ends the process where the plan says so.
  func pass(_ point: FilePoint) -> Fault? {
    let action = counts.withLock { counts -> FaultRule.Action? in
      let passage = (counts.byPoint[point] ?? 0) + 1
      counts.byPoint[point] = passage
      counts.all += 1
      let rule = plan.rules.first { rule in
        if let wanted = rule.point {
          wanted == point && rule.applies(at: passage)
        } else {
          rule.applies(at: counts.all)
        }
      }
      if rule != nil { counts.faults += 1 }
      return rule?.action
    }
    switch action {
    case nil: return nil
    case .kill:
      kill(getpid(), SIGKILL)
      return .fail(code: EINTR)
    case .interrupt:
      kill(getpid(), SIGTERM)
      return nil
    case .stop:
      kill(getpid(), SIGSTOP)
      return nil
    case .fail(let code): return .fail(code: code)
    case .short: return .short
    }
  }
}
