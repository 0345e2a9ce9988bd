import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A second run of ours on the same store, by the same name or another.
@Suite("Neighbour: another run")
struct NeighbourRunTests {
  enum Way: String, CaseIterable, Sendable {
    case samePath
    case symbolicLink
    case hardLink
  }

  /// A run stopped in its middle, and another name of the store.
  private func begin(_ way: Way) throws -> (store: GuardedStore, program: RunningProgram, name: String) {
    let store = try GuardedStore(.plain)
    try store.scratch.makeFolder("other")
    let other = store.scratch("other/Link.sqlite")
    switch way {
    case .samePath: break
    case .symbolicLink: try #require(symlink(store.path, other) == 0)
    case .hardLink: try #require(link(store.path, other) == 0)
    }
    let program = try RunningProgram(store.arguments(), stoppedAt: "snapshot.write:1")
    return (store, program, way == .samePath ? store.path : other)
  }

  @Test("Refused, whatever the store is called", arguments: Way.allCases)
  func refused(_ way: Way) throws {
    let (store, program, name) = try begin(way)
    let run = try store.run(at: name)
    let id = way == .hardLink ? "store.in-use" : "store.run-under-way"
    #expect(run.status == 8 && run.says(id), "\(run.status ?? -1) \(run.output)")
    #expect(try store.scratch.contents("other").allSatisfy { !$0.contains("import-legacy") })
    let restore = try Program.run(["restore", name, "--json"])
    // By another name there are no copies at all.
    #expect(restore.status == (way == .hardLink ? 4 : 8) || restore.says("store.in-use"), "\(restore.output)")
    program.resume()
    // The other name of a file is a warning.
    #expect(try program.finish().status == (way == .hardLink ? 1 : 0))
    #expect(try store.state() == "imported")
    #expect(try store.run().says("run.already-done"))
  }

  @Test("With --wait the second comes after the first", arguments: Way.allCases)
  func waits(_ way: Way) throws {
    let (store, program, name) = try begin(way)
    var words = store.arguments(["--wait", "60"])
    words[0] = name
    let second = try RunningProgram(words)
    usleep(300_000)
    #expect(second.isRunning)
    program.resume()
    // The other name of a file is a warning.
    #expect(try program.finish().status == (way == .hardLink ? 1 : 0))
    let run = try second.finish()
    #expect(run.status == 0 || (run.status == 1 && way == .hardLink), "\(run.status ?? -1) \(run.output)")
    // A hard link goes on naming the old file, which is migrated there, on its own.
    if way != .hardLink { #expect(run.says("run.already-done")) }
    #expect(try store.state() == "imported")
    #expect(try store.soundCopies().count == 1)
  }

  @Test("The locks of a run that was killed do not count", arguments: Way.allCases)
  func killed(_ way: Way) throws {
    let (store, program, name) = try begin(way)
    program.kill()
    #expect(try program.finish().signal == SIGKILL)
    #expect(try store.state() != "running")
    let run = try store.run(at: name)
    #expect(run.status == (way == .hardLink ? 1 : 0), "\(run.status ?? -1) \(run.output)")
    #expect(way == .hardLink || run.says("run.undone") || !run.says("run.unfinished"))
    #expect(try store.run().status == 0 || way == .hardLink)
  }

  @Test(
    "Two that wait, the one with the store's lock and the other with the folder's",
    .enabled(if: Neighbour.isPresent))
  func crossed() throws {
    let store = try GuardedStore(.plain)
    let neighbour = try Neighbour(at: store.path)
    #expect(try neighbour.say("connect()") == "None")
    // There is no folder yet, so that it waits for the store.
    let first = try RunningProgram(store.arguments(["--wait", "60"]))
    usleep(500_000)
    // As if another run had made it now: the second has the folder, and waits for the store.
    #expect(mkdir(store.scratch("place/" + GuardedStore.importFolder), 0o700) == 0)
    let second = try RunningProgram(store.arguments(["--wait", "60"]), stoppedAt: "place.lock:5")
    #expect(try store.state() == "running")
    neighbour.end()
    usleep(500_000)
    // The first has the store now, and wants the folder.
    let start = ContinuousClock.now
    second.resume()
    let runs = [try first.finish(), try second.finish()]
    #expect(runs.map(\.status) == [0, 0], "\(runs.map(\.output))")
    #expect(ContinuousClock.now - start < .seconds(50))
    #expect(runs.filter { $0.says("run.already-done") }.count == 1)
    #expect(try store.soundCopies().count == 1)
  }

  @Test("Two that begin in the same moment", arguments: 1...4)
  func together(_ turn: Int) throws {
    let store = try GuardedStore(turn.isMultiple(of: 2) ? .full : .plain)
    let programs = try (1...3).map { _ in try RunningProgram(store.arguments(["--wait", "60"])) }
    let runs = try programs.map { try $0.finish() }
    #expect(runs.allSatisfy { $0.status == 0 }, "\(runs.map(\.error)) \(runs.map(\.output))")
    #expect(runs.filter { $0.says("run.already-done") }.count == 2)
    #expect(try store.state() == "imported")
    #expect(try store.soundCopies().count == 1)
    #expect(try store.restore().status == 0)
    #expect(try store.present() == store.original)
  }
}
