import Foundation
import Testing

/// Each store has a process of its own: what happens to one is no matter of the others.
@Suite("rehearse: processes", .enabled(if: RunningProgram.canBeHeld && Tool.has(Tool.sqlite)))
struct RehearseProcessTests {
  /// Only the copy of a store with a log comes by here: the store itself is made and written before.
  private static let ownPoint = "snapshot.write:3"

  private func scene() throws -> RehearsalScene {
    let scene = try RehearsalScene()
    for suffix in ["", "-wal"] {
      try scene.bring("library-1-wal/Library.sqlite" + suffix, as: "logs.sqlite" + suffix)
    }
    try scene.bring("library-1.sqlite", as: "plain.sqlite")
    return scene
  }

  @Test("One that is killed leaves a row, as does a hostile one, and the others their results")
  func crash() throws {
    let scene = try scene()
    let hostile = try scene.bring("library-1.sqlite", as: "hostile.sqlite")
    let spoilt = try Tool.run(
      Tool.sqlite,
      [
        "-bail", hostile, "PRAGMA journal_mode = DELETE",
        "ALTER TABLE ZBOOK RENAME TO zold; CREATE VIEW ZBOOK AS \(HostileSchemaTests.endless)",
      ])
    #expect(spoilt.status == 0)
    let result = try scene.rehearse(scene.input(""), fault: Self.ownPoint + ":kill")
    #expect(result.status == 1)
    #expect(result.outcome("logs.sqlite") == "crashed")
    #expect(result["logs.sqlite"]["signal"].integer == Int64(SIGKILL))
    #expect(result["logs.sqlite"]["report"] == .null)
    #expect(result.outcome("plain.sqlite") == "migrated")
    #expect(result.outcome("hostile.sqlite") == "damaged")
  }

  @Test("One that comes to no end is given up")
  func timeLimit() throws {
    let scene = try scene()
    let result = try scene.rehearse(
      scene.input("logs.sqlite"), "--time-limit", "1", fault: Self.ownPoint + ":stop")
    #expect(result.status == 1)
    #expect(result.outcome("logs.sqlite") == "timed-out")
  }

  @Test("Several are at work at once, and a signal ends them all and leaves nothing behind")
  func interruption() throws {
    let scene = try scene()
    try scene.guarded(#_sourceLocation) {
      let program = try RunningProgram(
        ["rehearse", scene.input(""), "--jobs", "2", "--report", scene.output("report.json")]
          + RehearsalScene.route,
        environment: scene.environment.merging(["IMPORT_LEGACY_FAULT": "snapshot.write:1:stop"]) { $1 })
      while program.stoppedChildren < 2 {
        try #require(program.isRunning, "it ended before two of its children stood still")
        usleep(2000)
      }
      #expect(try scene.scratch.contents("temporary").count > 2)
      program.signal(SIGINT)
      let run = try program.finish()
      #expect(run.status == 10 && run.output.isEmpty)
      #expect(run.error.contains("interrupted after 0 stores"))
      #expect(!scene.scratch.exists("out/report.json"))
    }
  }
}

extension RunningProgram {
  /// How many of its children have stopped themselves.
  fileprivate var stoppedChildren: Int {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.count { name in
      guard Int(name) != nil, let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 1
      else { return false }
      return fields[0] == "T" && fields[1] == String(id)
    }
  }
}
