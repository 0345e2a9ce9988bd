import Foundation
import Testing

/// Progress on standard error: on terminals of all widths, as JSON Lines, or not at all.
@Suite("Progress", .enabled(if: PseudoTerminal.isThere))
struct ProgressTests {
  private func arguments(_ fixture: Fixture) -> [String] {
    [
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 2", "--output", fixture.workshop.output(),
    ]
  }

  @Test("A bar that fits, and is gone at the end", arguments: [80, 40, 15, 2])
  func widths(_ columns: Int) throws {
    let fixture = try Fixture("library-1")
    let terminal = try PseudoTerminal(arguments(fixture), columns: columns)
    #expect(terminal.status == 0)
    let screen = terminal.screen
    // The last column stays free: some terminals go to the next line there.
    #expect(screen.furthest < columns)
    #expect(screen.line.isEmpty && screen.lines.isEmpty)
    #expect(screen.shown.count >= 10)
    if columns == 80 {
      #expect(screen.shown.contains { $0.contains("create  [####") && $0.contains("100%  42 of 42 rows") })
      #expect(screen.shown.contains { $0.contains("protect  [####") && $0.contains("kB of ") })
      #expect(screen.hasColour)
    }
    if columns == 15 { #expect(screen.shown.contains("create  100%")) }
  }

  @Test("A terminal that becomes narrower while it stands there")
  func resize() throws {
    let fixture = try Fixture("library-1")
    // Of several steps the title stands in the line.
    let words =
      arguments(fixture).map { $0 == "Library 2" ? "Library 3" : $0 } + ["--via", "Library 2", "--no-color"]
      + fixture.consents("Library 3").keys.flatMap { ["--allow", $0] }
    let terminal = try PseudoTerminal(
      words, columns: 80, stoppedAt: "destination.sync:1", then: .resize, narrow: 15)
    #expect(terminal.status == 0)
    #expect(terminal.said[0].contains("100%  42 of 42 rows"))
    let screen = terminal.screen
    #expect(screen.furthest < 15 && screen.line.isEmpty && !screen.hasColour)
    // The line before was broken over several, and all of them go.
    #expect(terminal.said[1].contains("\u{1B}[J"))
  }

  @Test("An interruption leaves the cursor at the start of an empty line")
  func interruption() throws {
    let fixture = try Fixture("library-1")
    let terminal = try PseudoTerminal(
      arguments(fixture), columns: 60, stoppedAt: "destination.sync:1", then: .interrupt)
    #expect(terminal.status == 10)
    var screen = PseudoTerminal.Screen()
    terminal.said.forEach { screen.write($0) }
    #expect(screen.line.isEmpty)
    #expect(screen.lines == ["import-legacy: interrupted; nothing was written"])
  }

  @Test("Without a terminal nothing is said, with --quiet never")
  func silence() throws {
    let fixture = try Fixture("library-1")
    let run = try Program.run(arguments(fixture) + ["--dry-run"])
    #expect(run.status == 0 && run.error.isEmpty)
    let quiet = try PseudoTerminal(arguments(fixture) + ["--quiet", "--dry-run"], columns: 80)
    #expect(quiet.status == 0 && quiet.said == ["", ""])
    let none = try PseudoTerminal(arguments(fixture) + ["--progress", "none"], columns: 80)
    #expect(none.status == 0 && none.said == ["", ""])
  }

  @Test("A bar on request where there is no terminal takes its width from the environment")
  func forced() throws {
    let fixture = try Fixture("library-1")
    let run = try Program.run(
      arguments(fixture) + ["--progress", "bar", "--verbose"],
      environment: ["COLUMNS": "20", "NO_COLOR": "1"])
    var screen = PseudoTerminal.Screen()
    screen.write(run.error)
    #expect(run.status == 0 && screen.line.isEmpty && !screen.hasColour)
    #expect(screen.shown.contains("create  100%") && screen.shown.allSatisfy { $0.count < 20 })
    // Messages stand on lines of their own.
    #expect(
      screen.lines.contains("import-legacy: create")
        && screen.lines.allSatisfy { $0.hasPrefix("import-legacy: ") })
  }

  @Test("JSON Lines: stages begin and end, and their sums are the report's")
  func lines() throws {
    let fixture = try Fixture("library-1-wal/Library")
    let run = try Program.run(arguments(fixture) + ["--json", "--progress", "jsonl"])
    let report = try Report(text: run.output)
    let events = try Self.events(run.error)
    let stages = [
      "locate", "protect", "open", "resolve", "assert source", "walk", "shape", "plan", "create", "connect",
      "validate", "compare", "assert destination", "promote",
    ]
    #expect(events.filter { $0["event"].string == "stage-begin" }.map { $0["stage"].string } == stages)
    #expect(events.filter { $0["event"].string == "stage-end" }.map { $0["stage"].string } == stages)
    func end(_ stage: String) -> JSON {
      events.first { $0["event"].string == "stage-end" && $0["stage"].string == stage } ?? .null
    }
    let migrated = report.body.entities.reduce(0) { $0 + $1.migrated }
    #expect(migrated == 43)
    for stage in ["create", "validate"] {
      #expect(end(stage)["unit"].string == "rows")
      #expect(end(stage)["done"].integer == migrated && end(stage)["total"].integer == migrated)
    }
    let bytes = report.meta["sourceFiles"].list.reduce(0) { $0 + ($1["size"].integer ?? 0) }
    #expect(bytes > 100_000)
    #expect(end("protect")["unit"].string == "bytes")
    #expect(end("protect")["done"].integer == bytes && end("protect")["total"].integer == bytes)
    #expect(end("connect")["done"].integer != nil && end("connect")["total"] == .null)

    let verified = try Program.run(
      ["verify", fixture.workshop.input(fixture.store), fixture.workshop.output(), "--progress", "jsonl"]
        + ["--model", fixture.workshop.input(Fixture.model)])
    let last = try Self.events(verified.error).last
    #expect(verified.status == 0 && last?["stage"].string == "verify" && last?["event"].string == "stage-end")
    #expect(last?["done"].integer == migrated && last?["total"].integer == migrated)
  }

  @Test("JSON Lines of a run that is refused, of several steps, and of a restore")
  func moreLines() throws {
    let fixture = try Fixture("library-1")
    let words = [
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model), "--progress",
      "jsonl",
    ]
    let refused = try Program.run(words + ["--via", "Library 2"])
    #expect(refused.status == 3)
    let events = try Self.events(refused.error)
    #expect(events.compactMap { $0["step"].string }.count == 2)
    #expect(
      events.contains {
        $0["event"].string == "message" && $0["text"].string?.hasPrefix("import-legacy: blocked; ") ?? false
      })

    let done = try Program.run(words + ["--model-version", "Library 2"])
    #expect(done.status == 0)
    let restored = try Program.run(["restore", words[0], "--progress", "jsonl"])
    #expect(restored.status == 0)
    let end = try Self.events(restored.error).last
    #expect(end?["event"].string == "stage-end" && end?["stage"].string == "restore")
    #expect(end?["done"].integer == end?["total"].integer && (end?["done"].integer ?? 0) > 100_000)
  }

  @Test("A rehearsal counts its stores; wide characters are two columns")
  func rehearsal() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-damaged.sqlite", as: "日本語の本棚とその目録.sqlite")
    try scene.bring("library-damaged.sqlite", as: "plain.sqlite")
    let words = ["rehearse", scene.input(""), "--jobs", "1"] + RehearsalScene.route
    for columns in [80, 22] {
      let terminal = try PseudoTerminal(words, columns: columns)
      let screen = terminal.screen
      #expect(terminal.status == 1 && screen.furthest < columns && screen.line.isEmpty)
      #expect(
        columns < 80 || screen.shown.contains { $0.hasPrefix("日本語") && $0.contains("100%  2 of 2 stores") })
    }
    let run = try Program.run(words + ["--progress", "jsonl"])
    let events = try Self.events(run.error)
    #expect(events.map { $0["event"].string } == ["stage-begin", "store-end", "store-end"])
    #expect(events.map { $0["done"].integer } == [0, 1, 2] && events.allSatisfy { $0["total"].integer == 2 })
    #expect(
      events.last?["outcome"].string == "damaged" && events.last?["store"].string?.hasPrefix("日") ?? false)
  }

  @Test(
    "Forms that contradict each other",
    arguments: [["--quiet", "--progress", "jsonl"], ["--progress", "loud"]])
  func usage(_ words: [String]) throws {
    let fixture = try Fixture("library-1")
    let run = try Program.run(arguments(fixture) + words)
    #expect(run.status == 64)
  }

  private static func events(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
  }
}
