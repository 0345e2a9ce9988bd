import Foundation
import Testing

@Suite("The command diff, and reports as HTML")
struct DiffCommandTests {
  /// Two reports: of a sound store, and of the same with links that lead nowhere.
  private struct Reports {
    let scratch: Scratch
    let old: String
    let new: String

    init() throws {
      scratch = try Scratch()
      for (name, store) in [("old", "library-1"), ("new", "library-broken-links")] {
        let fixture = try Fixture(store, hasExpectation: false)
        let done = try fixture.migrate("--allow", "orphans:Note")
        #expect(done.status == (name == "old" ? 0 : 1))
        try scratch.write(done.text, to: "\(name).json")
      }
      (old, new) = (scratch("old.json"), scratch("new.json"))
    }

    func diff(_ options: String...) throws -> Program.Run { try Program.run(["diff", old, new] + options) }
  }

  @Test("What differs, in each form; no colour where nobody looks")
  func forms() throws {
    let reports = try Reports()
    let text = try reports.diff()
    #expect(text.status == 1)
    #expect(text.output.hasPrefix("--- old.json: Library -> Library 2, migrated\n+++ new.json: Library -> "))
    #expect(text.output.contains("\n+ warning[source.dangling-link] Book.author (1): "))
    #expect(text.output.contains("\n- outcome  migrated\n+ outcome  migrated-with-findings\n"))
    #expect(text.output.hasSuffix("\nThe reports differ.\n"))
    #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!text.output.contains("\u{1B}") && text.error == "")
    #expect(try reports.diff("--no-color").output == text.output)
    let json = try reports.diff("--json")
    #expect(json.status == 1 && json.output.contains("\"equal\": false"))
    let page = try reports.diff("--html")
    #expect(page.status == 1 && page.output.hasPrefix("<!DOCTYPE html>\n"))
    #expect(!page.output.contains(reports.scratch.path))
    #expect(try reports.diff("--html", "--json").status == 64)
    let same = try Program.run(["diff", reports.old, reports.old])
    #expect(same.status == 0 && same.output.hasSuffix("\nThe reports agree.\n"))
  }

  @Test("Colour on a terminal, unless the user does not want it", .enabled(if: Tool.has("/usr/bin/python3")))
  func colour() throws {
    let reports = try Reports()
    func said(_ words: [String], _ environment: String) throws -> String {
      let script = """
        import os, pty, sys
        os.environ["TERM"] = "xterm"
        exec(sys.argv[1])
        pty.spawn(sys.argv[2:], lambda descriptor: os.read(descriptor, 65536))
        """
      let line = [Program.path, "diff", reports.old, reports.new] + words
      return try Tool.run("/usr/bin/python3", ["-c", script, environment] + line).output
    }
    let unset = "os.environ.pop('NO_COLOR', None)"
    #expect(try said([], unset).contains("\u{1B}[32m+ warning"))
    #expect(try !said(["--no-color"], unset).contains("\u{1B}["))
    #expect(try !said([], "os.environ['NO_COLOR'] = '1'").contains("\u{1B}["))
    #expect(try !said(["--json"], unset).contains("\u{1B}["))
  }

  @Test("Waivers: what they match is no difference; what is wrong with them is said")
  func waivers() throws {
    let reports = try Reports()
    let file = reports.scratch("waivers.txt")
    func diff(_ text: String, _ more: String...) throws -> Program.Run {
      try reports.scratch.write(text, to: "waivers.txt")
      return try Program.run(["diff", reports.old, reports.new, "--waivers", file] + more)
    }
    let some = try diff("source.dangling-link Book.author\nsource.gone-away Book\n")
    #expect(some.status == 1)
    #expect(
      some.output.contains(
        "\nWaived, and no difference:\n  new warning[source.dangling-link] Book.author (1)"))
    #expect(
      some.output.contains("\nnote[waivers.unused]: The waiver source.gone-away Book on line 2 matches no"))
    let report = try Report(text: reports.scratch.text("new.json"))
    let all = Set(report.problems.map { $0.split(separator: " ")[1] }).sorted().joined(separator: "\n")
    let accepted = try diff(all, "--json")
    let kinds = try JSONDecoder().decode(JSON.self, from: Data(accepted.output.utf8))["differences"].list
    #expect(kinds.contains { $0["kind"].string == "outcome" && $0["waived"] == .flag(true) })
    // Counts of rows and links differ all the same.
    #expect(accepted.status == 1)
    #expect(
      Set(kinds.filter { $0["waived"] == .flag(false) }.compactMap { $0["kind"].string }) == [
        "check", "consent", "count", "finding",
      ])

    let faulty = try diff("source.dangling-link\nwhat is this\n")
    #expect(faulty.status == 64 && faulty.output == "")
    #expect(faulty.error.contains("error[waivers.form]: waivers.txt, line 2: this is no waiver."))
    let missing = try Program.run(["diff", reports.old, reports.new, "--waivers", file + ".not"])
    #expect(missing.status == 64 && missing.output == "")
    #expect(
      missing.error.contains("error[waivers.unreadable]: The file of waivers \(file).not is not there."))
    let failing = try Program.run(
      ["diff", reports.old, reports.new, "--waivers", file],
      environment: ["IMPORT_LEGACY_FAULT": "waivers.read:1:fail:EIO"])
    #expect(failing.status == 2 && failing.output == "")
    #expect(
      failing.error.contains("error[waivers.unreadable]: The file of waivers \(file) could not be read: "))
  }

  @Test("What is no report ends with status 4, and says which file and why")
  func unreadable() throws {
    let reports = try Reports()
    let other = try reports.scratch.text("old.json").replacingOccurrences(
      of: "\"formatVersion\": 1", with: "\"formatVersion\": 2")
    try reports.scratch.write(other, to: "other.json")
    try reports.scratch.write("[]", to: "none.json")
    for (name, reason) in [
      ("other.json", "a report of format version 2; only version 1 can be read"),
      ("none.json", "not a report: the document is not an object"), ("missing.json", "could not be read"),
    ] {
      let path = reports.scratch(name)
      for words in [
        ["diff", reports.old, path], ["diff", path, reports.old], ["report", path, "--format", "html"],
      ] {
        let run = try Program.run(words)
        #expect(run.status == 4 && run.output == "", "\(words)")
        #expect(run.error.contains(path) && run.error.contains(reason))
      }
    }
  }

  @Test("A report of a version that knew neither models nor seconds is read, compared and rendered")
  func earlierReports() throws {
    let reports = try Reports()
    var report = try #require(
      JSONSerialization.jsonObject(with: Data(reports.scratch.text("old.json").utf8)) as? [String: Any])
    var body = try #require(report["body"] as? [String: Any])
    var meta = try #require(report["meta"] as? [String: Any])
    #expect(body.removeValue(forKey: "models") != nil && meta.removeValue(forKey: "entitySeconds") != nil)
    (report["body"], report["meta"]) = (body, meta)
    let earlier = reports.scratch("earlier.json")
    try JSONSerialization.data(withJSONObject: report).write(to: URL(fileURLWithPath: earlier))
    #expect(try Program.run(["diff", earlier, reports.old]).status == 0)
    let text = try Program.run(["report", earlier])
    #expect(text.status == 0 && !text.output.contains("seconds"))
    #expect(try Program.run(["report", reports.old]).output.contains("  seconds\n"))
    let page = try Program.run(["report", earlier, "--format", "html"])
    #expect(page.status == 0 && !page.output.contains("<svg"))
  }

  @Test("A run writes the page itself, and it is that of its report")
  func page() throws {
    let fixture = try Fixture("library-1")
    let (page, json) = (
      fixture.workshop.scratch("said/page.html"), fixture.workshop.scratch("said/page.json")
    )
    let run = try Program.run([
      "run", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 2", "--output", fixture.workshop.output(), "--report", page, "--json",
    ])
    #expect(run.status == 0)
    try fixture.workshop.scratch.write(run.output, to: "said/page.json")
    let html = try fixture.workshop.scratch.text("said/page.html")
    #expect(
      html.contains("<svg") && !html.contains(Program.canary) && !html.contains(fixture.workshop.scratch.path)
    )
    #expect(try Program.run(["report", json, "--format", "html"]).output == html)
  }
}
