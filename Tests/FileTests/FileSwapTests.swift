import FileOperations
import Foundation
import Testing

@testable import StoreProtection

@Suite struct FileSwapTests {
  typealias Change = SwapFixture.Change
  typealias Changes = SwapFixture.Changes

  /// Each of store and log with each; journal, shared memory and external data in turn.
  static let all: [Changes] = Change.allCases.flatMap { store in
    Change.allCases.enumerated().flatMap { index, log in
      Change.allCases.enumerated().map { turn, other in
        Changes(
          store: store, log: log, journal: Change.allCases[(index + turn) % 5], sharedMemory: other,
          external: Change.allCases[(index + 2 * turn + 1) % 5])
      }
    }
  }

  /// Those that imports and restores make, and some that they do not.
  static let some: [Changes] = [
    Changes(store: .changes, log: .goes, sharedMemory: .goes, external: .stays),
    Changes(store: .changes, log: .comes, sharedMemory: .comes, external: .comes),
    Changes(store: .changes, log: .changes, journal: .changes, sharedMemory: .changes, external: .changes),
    Changes(store: .changes, log: .neverThere, journal: .goes),
    Changes(store: .comes, log: .comes, sharedMemory: .comes),
    Changes(store: .goes, log: .goes, sharedMemory: .goes, external: .stays),
    Changes(store: .stays, log: .goes, journal: .comes, sharedMemory: .changes),
    Changes(store: .changes, log: .stays, external: .goes),
  ]

  private static func nothing(_: SwapFile) -> String? { nil }

  @Test(arguments: all) func thereAndBack(_ changes: Changes) throws {
    let fixture = try SwapFixture(changes)
    let swap = try fixture.swap()
    #expect(try swap.differing() == [])
    #expect(try swap.states().isSubset(of: [.before]))
    try swap.perform()
    #expect(try fixture.present() == fixture.after)
    #expect(try swap.states().isSubset(of: [.after]))
    try swap.undo(copy: Self.nothing)
    #expect(try fixture.present() == fixture.before)
    #expect(try swap.differing() == [])
    // And once more: an undo of what is undone changes nothing.
    try swap.undo(copy: Self.nothing)
    #expect(try fixture.present() == fixture.before)
  }

  @Test func thereAreEnoughCases() { #expect(Self.all.count == 125 && Self.some.count == 8) }

  @Test(arguments: some) func undoWithoutExchange(_ changes: Changes) throws {
    let fixture = try SwapFixture(changes)
    try fixture.swap().undo(copy: Self.nothing)
    #expect(try fixture.present() == fixture.before)
    try fixture.swap().perform()
    #expect(try fixture.present() == fixture.after)
  }

  @Test(arguments: some) func anExchangeThatFails(_ changes: Changes) throws {
    var failures = 0
    for passage in 1...200 {
      let fixture = try SwapFixture(changes)
      let swap = try fixture.swap("*:\(passage):fail:EIO")
      do {
        try swap.perform()
        #expect(swap.files.faults?.faults == 0)
        #expect(try fixture.present() == fixture.after)
        break
      } catch {
        failures += 1
        #expect((error as? FileError)?.code == EIO)
      }
      try fixture.checkLogs("passage \(passage)")
      try fixture.swap().undo(copy: Self.nothing)
      #expect(try fixture.present() == fixture.before, "passage \(passage)")
      #expect(try fixture.swap().differing() == [])
    }
    #expect((20...150).contains(failures))
  }

  /// How far the exchange came before.
  static let halves = some.enumerated().map { index, changes in
    (changes, ["promote.exchange:2", "promote.sync:20", "promote.sync:30"][index % 3])
  }

  @Test(arguments: halves)
  func anUndoThatFails(_ changes: Changes, _ half: String) throws {
    var failures = 0
    for passage in 1...400 {
      let fixture = try SwapFixture(changes)
      try? fixture.swap("\(half):fail:EIO").perform()
      let swap = try fixture.swap("*:\(passage):fail:EIO")
      let isDone = (try? swap.undo(copy: Self.nothing)) != nil
      if !isDone { failures += 1 }
      try fixture.checkLogs("passage \(passage)")
      try fixture.swap().undo(copy: Self.nothing)
      #expect(try fixture.present() == fixture.before, "passage \(passage)")
      if isDone, swap.files.faults?.faults == 0 { break }
    }
    #expect((20...300).contains(failures))
  }

  @Test(arguments: some, ["EINVAL", "ENOSYS", "ENOTSUP"])
  func withoutTheCall(_ changes: Changes, _ code: String) throws {
    // Every call that one may lack, one after the other, and all later ones too where there are no others.
    for passage in 1...3 {
      let fixture = try SwapFixture(changes)
      let swap = try fixture.swap(
        "promote.exchange:\(passage):fail:\(code),promote.external:\(passage):fail:\(code)")
      do {
        try swap.perform()
        #expect(try fixture.present() == fixture.after, "\(passage)")
      } catch {
        // Not the exchange itself, but a rename or a link that no system lacks.
        #expect(passage > 1)
      }
      try fixture.checkLogs("\(passage)")
      try fixture.swap().undo(copy: Self.nothing)
      #expect(try fixture.present() == fixture.before, "\(passage)")
    }
  }

  @Test(arguments: ["EINVAL", "ENOSYS"]) func anUndoWithoutTheCall(_ code: String) throws {
    var fallbacks = 0
    for passage in 1...6 {
      let fixture = try SwapFixture(Self.some[0])
      // Exchanged, and the old file not yet where old files wait.
      #expect(throws: FileError.self) { try fixture.swap("promote.exchange:2:fail:EIO").perform() }
      #expect(try fixture.present()["S.sqlite"] == "new")
      let swap = try fixture.swap("undo.move:\(passage):fail:\(code)")
      do {
        try swap.undo(copy: Self.nothing)
        fallbacks += swap.files.faults?.faults ?? 0
      } catch {
        try fixture.swap().undo(copy: Self.nothing)
      }
      #expect(try fixture.present() == fixture.before)
    }
    #expect(fallbacks >= 1)
  }

  /// `aside` lost its files, or some disk had them changed: the safety copy has them too.
  @Test(arguments: some, [false, true]) func theSecondLine(_ changes: Changes, _ isChanged: Bool) throws {
    let fixture = try SwapFixture(changes)
    var copies: [String: String] = [:]
    for (name, text) in fixture.before {
      copies[name] = try fixture.scratch.write(text + name, to: "copy/\(name)")
    }
    try fixture.swap().perform()
    let swap = try fixture.swap()
    for entry in swap.swaps where FileManager.default.fileExists(atPath: swap.outgoing(entry)) {
      try FileManager.default.removeItem(atPath: swap.outgoing(entry))
      if isChanged { try fixture.scratch.write("other bytes", to: fixture.relative(swap.outgoing(entry))) }
    }
    let isNeeded = fixture.before != fixture.after && changes.store != .comes
    if isNeeded {
      #expect(throws: FileError.self) { try swap.undo(copy: Self.nothing) }
      // A copy that is not what it was is no help, and is not put in place.
      let wrong = try fixture.scratch.write("wrong", to: "wrong")
      #expect(throws: FileError.self) { try swap.undo { _ in wrong } }
      #expect(try !fixture.present().values.contains("wro"))
    }
    try swap.undo { copies[$0.name] }
    #expect(try fixture.present() == fixture.before)
    #expect(try swap.differing() == [])
  }

  @Test func whatSomebodyWroteIsSeen() throws {
    let fixture = try SwapFixture(Self.some[0])
    try fixture.scratch.write("somebody", to: "S.sqlite")
    #expect(try fixture.swap().state(of: fixture.swaps[0]) == .unknown)
    #expect(try fixture.swap().differing() == ["S.sqlite"])
    #expect(try fixture.swap().states().contains(.unknown))
    // A log without a byte is as good as none; one with bytes is somebody's.
    try fixture.scratch.write("", to: "S.sqlite-wal")
    #expect(try fixture.swap().state(of: fixture.swaps[1]) == .after)
    try fixture.scratch.write("a", to: "S.sqlite-wal")
    #expect(try fixture.swap().state(of: fixture.swaps[1]) == .unknown)
    try fixture.scratch.write("anything", to: "S.sqlite-shm")
    #expect(try fixture.swap().state(of: fixture.swaps[2]) == .before)
  }
}
