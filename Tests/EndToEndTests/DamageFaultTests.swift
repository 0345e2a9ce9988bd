import Foundation
import Testing

@Suite("Damage: failures and sudden ends while it runs")
struct DamageFaultTests {
  /// The result of a run without faults, and a place to make the same run with some.
  private struct Trial {
    let fixture: Fixture
    let given: [String: String]
    let finished: [String: String]

    init() throws {
      fixture = try Fixture("library-external/Library")
      given = try fixture.workshop.scratch.digests("in")
      let reference = try Fixture("library-external/Library")
      let run = try Program.run(Self.arguments(reference))
      #expect(run.status == 0)
      finished = try reference.workshop.scratch.digests("out")
      #expect(finished["New.sqlite"] != nil && finished["map.csv"] != nil)
    }

    static func arguments(_ fixture: Fixture) -> [String] {
      [
        fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
        "--model-version",
        "Library 2", "--output", fixture.workshop.output(), "--id-map", fixture.workshop.output("map.csv"),
        "--json",
      ]
    }

    func run(_ fault: String) throws -> Program.Run {
      try Program.run(Self.arguments(fixture), environment: ["IMPORT_LEGACY_FAULT": fault])
    }

    /// The source is as it was and OUTPUT is whole or not there.
    func checkSafety(_ fault: String) throws {
      #expect(try fixture.workshop.scratch.digests("in") == given, "\(fault)")
      let output = try fixture.workshop.scratch.digests("out")["New.sqlite"]
      #expect(output == nil || output == finished["New.sqlite"], "\(fault)")
    }

    /// A run without faults then makes it whole, and leaves nothing behind but the result.
    func checkRerun(_ fault: String) throws {
      let again = try Program.run(Self.arguments(fixture))
      #expect(again.status == 0, "after \(fault): \(again.error)")
      #expect(try fixture.workshop.scratch.digests("in") == given, "\(fault)")
      #expect(try fixture.workshop.scratch.digests("out") == finished, "\(fault)")
      try fixture.workshop.scratch.remove("out")
      try fixture.workshop.scratch.makeFolder("out")
    }
  }

  @Test(
    "Asked to end by a signal: what was made goes, and the status says so",
    arguments: ["snapshot.write:1", "external.read:1", "output.folder:1", "destination.sync:1"])
  func interrupted(_ point: String) throws {
    let trial = try Trial()
    let run = try trial.run("\(point):interrupt")
    #expect(run.status == 10, "\(point)")
    #expect(run.output.contains("import.interrupted"))
    #expect(try trial.fixture.workshop.scratch.digests("in") == trial.given)
    #expect(try trial.fixture.workshop.scratch.digests("out").isEmpty, "\(point)")
    try trial.checkRerun(point)
  }

  @Test("A disk too small for the run is told before anything is written")
  func tooLittleRoom() throws {
    let fixture = try Fixture("library-1")
    // A file of holes: it takes no room itself, and a copy of it would take more than any disk here has.
    let size: UInt64 = 12 << 40
    let store = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.workshop.input(fixture.store)))
    try store.truncate(atOffset: size)
    try store.close()
    let run = try Program.run([
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--output", fixture.workshop.output(), "--json",
    ])
    #expect(run.status == 9)
    #expect(run.output.contains("space.too-small") && run.output.contains("\"bytesNeeded\""))
    #expect(run.error.contains("bytes are needed"))
    #expect(try fixture.workshop.scratch.digests("out").isEmpty)
  }

  @Test("Killed at a named point")
  func killedAtPoints() throws {
    let trial = try Trial()
    for point in [
      "store.open:1", "snapshot.write:1", "snapshot.verify:1", "external.read:1", "output.folder:1",
      "output.copy:1",
      "output.external:1", "output.external:2", "output.place:1", "output.sync:1", "output.sync:2",
      "output.clean:1",
      "id-map:1", "id-map:3",
    ] {
      let run = try trial.run("\(point):kill")
      // A point that this run does not pass shows in a clean end; most must be passed.
      #expect(run.signal == SIGKILL || point == "external.read:1", "\(point): \(run.status ?? -1)")
      try trial.checkSafety(point)
      try trial.checkRerun(point)
    }
  }

  @Test(
    "No space left",
    arguments: [
      "snapshot.write:1+", "output.place:1", "output.external:1", "output.copy:1", "id-map:1",
      "output.folder:1",
    ])
  func noSpace(point: String) throws {
    let trial = try Trial()
    let run = try trial.run("\(point):fail:ENOSPC")
    #expect(run.status == 9)
    #expect(try Report(text: run.output).has("file.no-space"))
    try trial.checkSafety(point)
    #expect(try trial.fixture.workshop.scratch.contents("out") == [])
    try trial.checkRerun(point)
  }

  @Test("A file system without locks at OUTPUT")
  func noLocks() throws {
    let trial = try Trial()
    // The first passage opens the file, the second locks it.
    let run = try trial.run("output.lock:2:fail:ENOLCK")
    #expect(run.status == 2)
    #expect(try Report(text: run.output).has("output.cannot-lock"))
    #expect(try trial.fixture.workshop.scratch.contents("out") == [])
    try trial.checkRerun("output.lock")
  }

  @Test("What the system fails to read is neither a wrong path nor a faulty file")
  func unread() throws {
    let trial = try Trial()
    let mapping = try trial.fixture.workshop.scratch.write("version: 1\n", to: "mapping.yaml")
    let consents = try trial.fixture.workshop.scratch.write("version: 1\n", to: "consents.yaml")
    for (point, option) in [
      ("mapping.read:1", ["--mapping", mapping]), ("consents.read:1", ["--consents", consents]),
    ] {
      let run = try Program.run(
        Trial.arguments(trial.fixture) + option, environment: ["IMPORT_LEGACY_FAULT": "\(point):fail:EIO"])
      #expect(run.status == 2, "\(point): \(run.status ?? -1)")
      #expect(try Report(text: run.output).has("file.failed"), "\(point)")
      try trial.checkSafety(point)
    }
    // The whole bundle, and the version that is asked for.
    for point in ["model.read:1", "model.read:2+"] {
      let run = try trial.run("\(point):fail:EIO")
      #expect(run.status == 2, "\(point): \(run.status ?? -1) \(run.output)")
      #expect(try Report(text: run.output).has("model.unreadable"), "\(point)")
      try trial.checkRerun(point)
    }
  }

  @Test("Short reads and writes are gone on with")
  func shortCalls() throws {
    let trial = try Trial()
    let run = try trial.run("snapshot.write:1+:short")
    if run.status == 0 {
      #expect(try trial.fixture.workshop.scratch.digests("out") == trial.finished)
    } else {
      try trial.checkSafety("short")
      try trial.checkRerun("short")
    }
  }
}
