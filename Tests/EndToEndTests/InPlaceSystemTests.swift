import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("In place: places that cannot be written, disks that are full, signals")
struct InPlaceSystemTests {
  /// A user that owns nothing, and can reach the program.
  private static let canBeNobody: Bool = {
    guard Tool.isRoot, Tool.has(Tool.setpriv) else { return false }
    return (try? Tool.run(Tool.setpriv, asNobody + [Program.path, "--version"]))?.status == 0
  }()
  private static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

  private func runAsNobody(_ words: [String]) throws -> Tool.Run {
    try Tool.run(Tool.setpriv, Self.asNobody + [Program.path] + words)
  }

  @Test(
    "A folder, or a store, that cannot be written: refused before anything; --output elsewhere works",
    .enabled(if: canBeNobody, "needs root and setpriv"))
  func notWritable() throws {
    for (folderMode, storeMode): (mode_t, mode_t) in [(0o755, 0o666), (0o777, 0o644), (0o755, 0o644)] {
      let place = InPlace(try Fixture("library-1"))
      #expect(chmod(place.scratch("in"), folderMode) == 0)
      #expect(chmod(place.path, storeMode) == 0)
      #expect(chmod(place.scratch("out"), 0o777) == 0)
      let stamps = try place.scratch.stamps("in")
      let refused = try runAsNobody(place.arguments())
      #expect(refused.status == 2)
      let report = try Report(text: refused.output)
      #expect(report.findings("place.not-writable").map(\.severity) == ["error"])
      #expect(
        report.findings("place.not-writable").allSatisfy { $0.recovery.contains { $0.contains("--output") } })
      #expect(try place.scratch.stamps("in") == stamps)
      let words = [
        place.path, "--model", place.workshop.input(Fixture.model), "--model-version", "Library 2",
      ]
      #expect(try runAsNobody(words + ["--output", place.workshop.output()]).status == 0)
      #expect(try runAsNobody(words + ["--dry-run"]).status == 0)
      #expect(try runAsNobody(["status", place.path]).status == 0)
      #expect(try place.scratch.stamps("in") == stamps)
    }
  }

  @Test(
    "The import folder is somebody else's: refused", .enabled(if: canBeNobody, "needs root and setpriv"))
  func foreignFolder() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    #expect(chmod(place.scratch("in"), 0o777) == 0)
    #expect(chmod(place.path, 0o666) == 0)
    let stamps = try place.scratch.stamps("in")
    let refused = try runAsNobody(place.arguments())
    #expect(refused.status == 2)
    #expect(try Report(text: refused.output).body.outcome == "failed")
    #expect(try runAsNobody(["restore", place.path]).status == 2)
    #expect(try place.scratch.stamps("in") == stamps)
  }

  @Test(
    "A store of somebody else's, in a folder anybody may write: its owner could not be kept, so nothing is done",
    .enabled(if: canBeNobody, "needs root and setpriv"))
  func foreignOwner() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(chmod(place.scratch("in"), 0o777) == 0)
    #expect(chmod(place.path, 0o666) == 0)
    let digests = try place.scratch.digests("in")
    let refused = try runAsNobody(place.arguments())
    let report = try Report(text: refused.output)
    #expect(refused.status == 2)
    #expect(report.has("place.attributes"), "\(report.problems)")
    #expect(try place.scratch.digests("in") == digests)
  }

  private static let canMount: Bool = {
    guard Tool.isRoot, Tool.has(Tool.mount), Tool.has(Tool.unmount), let scratch = try? Scratch() else {
      return false
    }
    guard (try? Tool.run(Tool.mount, ["-t", "tmpfs", "-o", "size=64k", "none", scratch.path]))?.status == 0
    else {
      return false
    }
    return (try? Tool.run(Tool.unmount, [scratch.path]))?.status == 0
  }()

  @Test(
    "A disk too small: status 9, what is needed and what is free, nothing written",
    .enabled(if: canMount, "needs mount"))
  func tooSmall() throws {
    let place = InPlace(try Fixture("library-1"))
    let disk = place.scratch("in")
    try FileManager.default.moveItem(atPath: disk, toPath: place.scratch("given"))
    try place.scratch.makeFolder("in")
    try #require(try Tool.run(Tool.mount, ["-t", "tmpfs", "-o", "size=400k", "none", disk]).status == 0)
    defer { _ = try? Tool.run(Tool.unmount, [disk]) }
    for name in [place.store, Fixture.model] {
      try place.scratch.copy(place.scratch("given/" + name), to: "in/" + name)
    }
    let before = try place.files()
    #expect(before[place.store] != nil)
    let stamps = try place.scratch.stamps("in")
    let full = try place.migrate()
    #expect(full.status == 9)
    #expect(full.has("space.too-small"))
    let needed = try #require(full.report?.meta["bytesNeeded"].integer)
    let free = try #require(full.report?.meta["bytesFree"].integer)
    #expect(needed > free && free > 0 && needed > 3 * 159_744)
    #expect(full.run.error.contains("\(needed) bytes are needed and \(free) are free"))
    #expect(try place.scratch.stamps("in") == stamps)
    // A dry run builds elsewhere.
    #expect(try place.migrate("--dry-run").status == 0)
    #expect(try place.scratch.stamps("in") == stamps)
    #expect(try Tool.run(Tool.mount, ["-o", "remount,size=4m", disk]).status == 0)
    #expect(try place.migrate().status == 0)
    // Room for a restore there is none.
    #expect(try Tool.run(Tool.mount, ["-o", "remount,size=600k", disk]).status == 0)
    let digests = try place.scratch.digests("in")
    let restored = try place.restore()
    #expect(restored.status == 9)
    #expect(restored.has("space.too-small"))
    #expect(try place.scratch.digests("in") == digests)
    #expect(try Tool.run(Tool.mount, ["-o", "remount,size=4m", disk]).status == 0)
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
  }

  @Test(
    "Asked to end by a signal: undone, proven, status 10; the same again runs",
    arguments: [
      "store.open:1", "place.folder:1", "copy.write:1", "copy.verify:1", "snapshot.write:1",
      "destination.sync:1",
      "proof.read:1",
    ])
  func interrupted(point: String) throws {
    let trial = try InPlaceTrial()
    let run = try trial.place.migrate(fault: "\(point):interrupt")
    #expect(run.status == 10, "\(point)")
    #expect(run.has("import.interrupted"))
    let hasCopy = run.report?.meta["safetyCopy"].string != nil
    #expect(run.has("run.original-proven") == hasCopy)
    #expect(hasCopy == ["snapshot.write:1", "destination.sync:1", "proof.read:1"].contains(point))
    #expect(
      run.run.error.contains(
        hasCopy
          ? "interrupted; the store is as it was, proven by digest"
          : "interrupted; nothing of yours was changed"))
    try trial.checkRerun(point)
  }

  @Test(
    "Asked to end while files are exchanged: the run is completed first",
    arguments: [
      "promote.aside:1", "promote.exchange:1", "promote.exchange:2", "promote.sync:20", "place.clean:8",
    ])
  func interruptedTooLate(point: String) throws {
    let trial = try InPlaceTrial()
    let run = try trial.place.migrate(fault: "\(point):interrupt")
    #expect(run.status == 0, "\(point)")
    try trial.checkFinished(point)
    #expect(try trial.place.state() == "imported")
  }

  @Test("Asked to end while an undo is under way: it runs to its end, and proves")
  func interruptedUndo() throws {
    let trial = try InPlaceTrial()
    for undo in ["undo.move:1:interrupt", "undo.sync:1:interrupt", "proof.read:9:interrupt"] {
      let run = try trial.place.migrate(fault: "promote.exchange:2:fail:EIO,\(undo)")
      #expect(run.status == 2 || run.status == 10, "\(undo)")
      #expect(run.has("run.original-proven"))
      #expect(try trial.place.files() == trial.given)
    }
    try trial.checkRerun("undo")
  }

  @Test(
    "SIGINT, SIGTERM and SIGHUP from outside", .enabled(if: RunningProgram.canBeHeld, "needs /proc"),
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    for point in ["place.folder:1", "snapshot.write:1", "proof.read:1"] {
      let trial = try InPlaceTrial()
      let place = trial.place
      let paused = try RunningProgram(place.arguments(), stoppedAt: point)
      paused.signal(number)
      paused.resume()
      let run = try place.judge(try paused.finish(), before: trial.given, isDry: false, #_sourceLocation)
      #expect(run.status == 10, "\(point)")
      #expect(run.has("run.original-proven") == (point != "place.folder:1"))
      try trial.checkRerun(point)
    }
  }
}
