import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Killed while an earlier kill is being mended, and where a run has more to do than the usual.
@Suite("Kill: during recovery")
struct KillRecoveryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let first, second: String
    /// Whether the one that is killed while it mends is a restore.
    var isByRestore = false

    var testDescription: String { "\(first), then \(second)\(isByRestore ? " of a restore" : "")" }
  }

  static let cases: [Case] =
    [
      "undo.move:1", "undo.move:2", "undo.move:3", "undo.sync:1", "undo.sync:9", "undo.sync:17",
      "proof.read:3",
      "proof.read:13", "journal.write:5", "journal.write:6", "journal.write:12", "place.clean:1",
      "place.clean:5",
    ].map { Case(first: "promote.exchange:2", second: $0) }
    + ["undo.move:1", "undo.move:3", "undo.sync:9", "journal.write:6", "place.clean:5"].map {
      Case(first: "promote.sync:20", second: $0)
    }
    + ["undo.move:2", "undo.sync:9", "proof.read:9", "journal.write:12"].map {
      Case(first: "promote.exchange:1", second: $0, isByRestore: true)
    }
    + [
      // All new files have their names: the run is completed, not undone.
      Case(first: "place.clean:10", second: "place.clean:2"),
      Case(first: "place.clean:10", second: "copy.verify:3"),
      Case(first: "place.clean:10", second: "journal.write:5"),
    ]

  @Test(
    "An import's exchange is cut short, then its undoing", arguments: LongTests.some(of: cases, every: 4))
  func twice(_ each: Case) throws {
    let trial = try KillTrial(.importFull)
    try trial.die("\(each.first):kill")
    let fault = "\(each.second):kill"
    let run =
      try each.isByRestore
      ? trial.store.restore("--wait", "10", fault: fault) : trial.store.run("--wait", "10", fault: fault)
    #expect(run.signal == SIGKILL, "\(each): status \(run.status ?? -1), \(run.error)")
    try trial.checkNothingIsLost("\(each)")
    if each.second.contains(":1") {
      try trial.checkRestore("\(each)")
    } else {
      try trial.checkRun("\(each)")
    }
  }

  @Test(
    "A restore's exchange is cut short, then its undoing",
    arguments: ["undo.move:1", "undo.move:3", "undo.sync:9"])
  func restoreTwice(_ second: String) throws {
    for first in ["promote.exchange:2", "promote.companion:1", "promote.companion:2"] {
      let trial = try KillTrial(.restoreFull)
      try trial.die("\(first):kill")
      try trial.die("\(second):kill")
      try trial.checkRestore("\(first), then \(second)")
    }
  }

  @Test("Killed again and again while it mends: each time it comes further or stands still, never back")
  func manyTimes() throws {
    let trial = try KillTrial(.importFull)
    try trial.die("promote.sync:21:kill")
    for passage in 1...8 { try trial.die("undo.sync:\(passage * 2):kill") }
    try trial.checkRun("many")
  }

  @Test("Where the system lacks the exchange", arguments: ["EINVAL", "ENOSYS", "ENOTSUP"])
  func withoutExchange(_ code: String) throws {
    let plain = try KillTrial(.importFull)
    let run = try plain.store.run("--wait", "10", fault: "promote.exchange:1:fail:\(code)")
    #expect(run.status == 0, "\(run.error)")
    try plain.checkResult(code)
    // The second passage links, the third renames over.
    for passage in 2...3 {
      let trial = try KillTrial(.importFull)
      try trial.die("promote.exchange:1:fail:\(code),promote.exchange:\(passage):kill")
      if passage == 2 { try trial.checkRun(code) } else { try trial.checkRestore(code) }
    }
    let trial = try KillTrial(.importFull)
    try trial.die("promote.exchange:1:fail:\(code),promote.sync:24:kill")
    try trial.die("undo.move:2:kill")
    try trial.checkRestore(code)
  }

  @Test("Old copies are pruned", arguments: LongTests.some(of: [1, 2, 3, 4, 5], every: 2))
  func pruning(_ passage: Int) throws {
    let trial = try KillTrial(.importPlain)
    let store = trial.store
    try #require(store.run("--wait", "10").status == 0)
    for pages in [400, 500] {
      try store.change("UPDATE ZBOOK SET ZPAGES = \(pages) WHERE Z_PK = 1")
      guard pages == 500 else {
        try #require(store.run("--wait", "10").status == 0)
        continue
      }
      let run = try store.run("--keep-copies", "1", fault: "copy.prune:\(passage):kill")
      #expect(run.signal == SIGKILL, "\(run.status ?? -1)")
    }
    // The run was over: what is left of the copy harms nobody.
    #expect(try store.state() == "imported")
    #expect(try store.run("--wait", "10").says("run.already-done"))
    let list = try Program.run(["copies", "verify", store.path])
    #expect(list.status == 0 && list.output == "1: sound\n3: sound\n", "\(list.output)")
    #expect(try store.restore("--copy", "1").status == 0)
    #expect(try store.present() == store.original)
    #expect(try store.run("--wait", "10").status == 0)
  }

  @Test("The old-id map", arguments: LongTests.some(of: [1, 3, 5], every: 2))
  func idMap(_ passage: Int) throws {
    let trial = try KillTrial(.importFull)
    let map = trial.store.scratch("map.csv")
    let run = try trial.store.run("--id-map", map, fault: "id-map:\(passage):kill")
    #expect(run.signal == SIGKILL, "\(run.status ?? -1)")
    try trial.checkNothingIsLost("id-map:\(passage)")
    let again = try trial.store.run("--id-map", map)
    #expect(again.status == 0, "\(again.error)")
    try trial.checkResult("id-map:\(passage)")
    // Where the store was in place already nothing is done, and the map comes as the report of a map that cannot be
    // put in place says it does.
    if again.says("run.already-done") {
      #expect(!trial.store.scratch.exists("map.csv"))
      try #require(trial.store.restore("--wait", "10").status == 0)
      try #require(trial.store.run("--id-map", map).status == 0)
      try trial.checkResult("id-map:\(passage)")
    }
    #expect(trial.store.scratch.exists("map.csv"))
    #expect(!trial.store.scratch.exists("map.csv.import-legacy-part"))
  }

  @Test(
    "A store that was removed is restored",
    arguments: ["promote.exchange:1", "promote.sync:20", "journal.write:26", "place.clean:14"])
  func nothingThere(_ fault: String) throws {
    let trial = try KillTrial(.importPlain)
    try #require(trial.store.run("--wait", "10").status == 0)
    try trial.store.scratch.remove("place/" + GuardedStore.name)
    #expect(try trial.store.state() == "missing")
    let run = try trial.store.restore("--wait", "10", fault: "\(fault):kill")
    #expect(run.signal == SIGKILL, "\(run.status ?? -1)")
    try trial.checkRestore(fault)
  }

  @Test(
    "A restore that came to nothing, or was cut short, is made again by the same words",
    arguments: [
      "promote.exchange:1:kill", "promote.companion:1:kill", "journal.write:26:kill", "place.clean:14:kill",
      "promote.exchange:1:fail:EIO", "promote.stage:1:fail:ENOSPC",
    ])
  func restoreAgain(_ fault: String) throws {
    let trial = try KillTrial(.restoreFull)
    let run = try trial.store.restore("--wait", "10", fault: fault)
    #expect(fault.hasSuffix("kill") ? run.signal == SIGKILL : run.status == 2 || run.status == 9)
    let again = try trial.store.restore("--wait", "10")
    #expect(again.status == 0, "\(again.error)")
    #expect(try trial.store.present() == trial.store.original)
    #expect(try trial.store.state() == "as-copied")
  }

  @Test("There are as many cases as there should be")
  func enough() { #expect(Self.cases.count >= 25) }
}
