import Foundation
import TestSupport
import Testing

/// Programs that have the store open before a run begins, idle or not: it refuses and touches nothing.
@Suite("Neighbour: has the store open", .enabled(if: Neighbour.isPresent))
struct NeighbourTests {
  enum State: String, CaseIterable, Sendable {
    /// Open, and nothing read.
    case untouched
    case idle
    case reading
    case writing
  }

  static let modes = ["delete", "truncate", "persist", "memory", "off", "wal"]
  static let combinations = modes.flatMap { mode in State.allCases.map { (mode, $0) } }

  /// In rollback mode, so that each mode can be set by the one who opens it.
  private func makeStore() throws -> GuardedStore {
    let store = try GuardedStore(.plain)
    try store.change("PRAGMA journal_mode = DELETE")
    return store
  }

  private func open(_ store: GuardedStore, _ mode: String, _ state: State) throws -> Neighbour {
    let neighbour = try Neighbour(at: store.path)
    if mode == "wal" { try store.change("PRAGMA journal_mode = WAL") }
    #expect(try neighbour.say("connect()") == "None")
    if state != .untouched {
      #expect(try neighbour.say("sql('PRAGMA journal_mode = \(mode)')") == "[('\(mode)',)]")
      #expect(try neighbour.say("sql('SELECT Z_PK FROM ZBOOK WHERE Z_PK = 1')") == "[(1,)]")
    }
    switch state {
    case .untouched, .idle: break
    case .reading:
      #expect(try neighbour.say("sql('BEGIN')") == "[]")
      #expect(try neighbour.say("sql('SELECT Z_PK FROM ZBOOK WHERE Z_PK = 1')") == "[(1,)]")
    case .writing:
      #expect(try neighbour.say("sql('BEGIN IMMEDIATE')") == "[]")
      #expect(try neighbour.say("sql('UPDATE ZBOOK SET ZPAGES = 777 WHERE Z_PK = 1')") == "[]")
    }
    return neighbour
  }

  @Test(
    "A run and a restore are refused, and not a byte changes",
    arguments: LongTests.some(of: combinations, every: 2))
  func refused(_ mode: String, _ state: State) throws {
    let store = try makeStore()
    try #require(try store.run().status == 0)
    // Else there would be nothing to do.
    try store.change("PRAGMA journal_mode = DELETE; UPDATE ZBOOK SET ZPAGES = 666 WHERE Z_PK = 1")
    let neighbour = try open(store, mode, state)
    let before = try store.everything()
    for run in [
      try store.run("--keep-copies", "2"), try store.restore(), try store.restore("--replace-newer"),
    ] {
      #expect(run.status == 8 && run.says("store.in-use"), "\(run.status ?? -1) \(run.output)")
    }
    #expect(try store.everything() == before)
    if state == .writing { #expect(try neighbour.say("sql('COMMIT')") == "[]") }
    neighbour.end()
    #expect(try store.run().status == 0)
    if state == .writing {
      #expect(try store.cell("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == .integer(777))
    }
  }

  @Test(
    "A first run is refused, and no folder of ours appears",
    arguments: LongTests.some(of: combinations, every: 2))
  func refusedFirst(_ mode: String, _ state: State) throws {
    let store = try makeStore()
    let neighbour = try open(store, mode, state)
    let before = try store.everything()
    let run = try store.run()
    #expect(run.status == 8 && run.says("store.in-use"), "\(run.status ?? -1) \(run.output)")
    #expect(try store.everything() == before)
    #expect(before.keys.allSatisfy { !$0.hasPrefix(GuardedStore.importFolder) })
    withExtendedLifetime(neighbour) {}
  }

  @Test(
    "With --output idle neighbours, and those who read, are no hindrance",
    arguments: LongTests.some(of: combinations.filter { $0.1 != .writing }, every: 2))
  func elsewhere(_ mode: String, _ state: State) throws {
    let store = try makeStore()
    let neighbour = try open(store, mode, state)
    let before = try store.everything()
    let run = try store.run("--output", store.scratch("New.sqlite"))
    #expect(run.status == 0, "\(run.error) \(run.output)")
    #expect(try store.everything() == before)
    #expect(try neighbour.say("sql('SELECT Z_PK FROM ZBOOK WHERE Z_PK = 1')") == "[(1,)]")
  }

  @Test("A connection that was killed leaves no lock; its log is part of the store")
  func deadNeighbour() throws {
    let store = try makeStore()
    let neighbour = try open(store, "wal", .writing)
    #expect(try neighbour.say("sql('COMMIT')") == "[]")
    #expect(try neighbour.say("sql('BEGIN IMMEDIATE')") == "[]")
    neighbour.end()
    #expect(store.scratch.exists("place/Library.sqlite-wal"))
    #expect(try store.run().status == 0)
    #expect(try store.cell("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == .integer(777))
  }

  @Test("A file that is only read, and never by SQLite", arguments: ["sleep", "open", "mapped"])
  func plainReader(_ kind: String) throws {
    let store = try makeStore()
    let neighbour = try Neighbour(at: store.path)
    switch kind {
    case "sleep":
      try neighbour.say("names.update(p=subprocess.Popen(['sleep', '1000'], stdin=open(path, 'rb')))")
    case "open": try neighbour.say("names.update(f=open(path, 'rb'))")
    default:
      try neighbour.say("names.update(f=os.open(path, os.O_RDONLY))")
      let mapped = "names.update(m=__import__('mmap').mmap(f, 0, prot=1), g=os.close(f))"
      #expect(try neighbour.say(mapped) == "None")
    }
    let before = try store.everything()
    let run = try store.run()
    #expect(run.status == 8 && run.says("store.in-use"), "\(run.status ?? -1) \(run.output)")
    #expect(try store.everything() == before)
    if kind == "sleep" { try neighbour.say("[p.kill(), p.wait()]") }
    neighbour.end()
    #expect(try store.run().status == 0)
  }

  @Test("With --wait a neighbour that goes in time is waited for")
  func waiting() throws {
    let store = try makeStore()
    let neighbour = try open(store, "delete", .idle)
    try neighbour.begin("[time.sleep(1), c.close()]")
    let run = try store.run("--wait", "30")
    #expect(run.status == 0, "\(run.error)")
    #expect(neighbour.listen() == "[None, None]")
    try neighbour.say("connect()")
    try neighbour.begin("[time.sleep(1), c.close()]")
    #expect(try store.restore("--wait", "30").status == 0)
    #expect(try store.state() == "as-copied")
  }

  @Test("With --wait one that stays is not waited for much longer")
  func waitingInVain() throws {
    let store = try makeStore()
    let neighbour = try open(store, "wal", .idle)
    let before = try store.everything()
    let start = ContinuousClock.now
    let run = try store.run("--wait", "1")
    #expect(run.status == 8 && run.says("store.in-use"))
    #expect(ContinuousClock.now - start >= .seconds(1))
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try store.everything() == before)
    withExtendedLifetime(neighbour) {}
  }

  @Test("A file system without such locks", arguments: ["ENOLCK", "ENOTSUP", "ENOSYS"])
  func noLocks(_ code: String) throws {
    let store = try makeStore()
    let before = try store.everything()
    // The first passage opens the file, the second locks it.
    let run = try store.run(fault: "place.lock:2:fail:\(code)")
    #expect(run.status == 2 && run.says("store.cannot-lock"), "\(run.status ?? -1) \(run.output)\(run.error)")
    #expect(try store.everything() == before)
  }

  @Test("Every mode meets every state")
  func enough() { #expect(Self.combinations.count == 24) }
}
