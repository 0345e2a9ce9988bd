import Foundation
import Testing

/// Many stores at once, on copies.
@Suite("rehearse")
struct RehearseTests {
  /// A clean one with a log, a damaged one, a blocked one, one that is no Core Data, and things that are no stores.
  private func scene() throws -> RehearsalScene {
    let scene = try RehearsalScene()
    try scene.bring("library-1-wal", as: "logs")
    try scene.bring("library-external", as: "covers/deep")
    try scene.bring("library-damaged.sqlite")
    try scene.bring("library-broken-links.sqlite")
    try scene.scratch.write("abc  Library.sqlite\n", to: "in/SHA256SUMS")
    // What a run in place keeps is entered by nobody.
    try scene.bring("library-1.sqlite", as: ".App.sqlite.import-legacy/copies/1/App.sqlite")
    return scene
  }

  @Test("Each store of a folder has its outcome and its report; nothing else is taken for a store")
  func folder() throws {
    let scene = try scene()
    let result = try scene.rehearse(scene.input(""), "--jobs", "2")
    #expect(result.status == 1)
    #expect(
      result.names == [
        "covers/deep/Library.sqlite", "library-broken-links.sqlite", "library-damaged.sqlite",
        "logs/Library.sqlite",
      ])
    #expect(
      result.stores.map { $0["outcome"].string } == ["migrated", "blocked", "damaged", "migrated"])
    #expect(result.stores.map { $0["exitStatus"].integer } == [0, 3, 5, 0])
    #expect(result.stores.map { $0["rows"] } == [.integer(42), .null, .null, .integer(43)])
    #expect(result.report["body"]["outcomes"]["migrated"].integer == 2)
    #expect(result.report["body"]["skipped"]["companions"].integer == 1)
    // The list of digests, and what is written beside fixtures.
    #expect(result.report["body"]["skipped"]["others"].integer == 3)
    #expect(result.report["meta"]["jobs"].integer == 2)
  }

  @Test("The report of a store is the one that a run gives, whatever else is rehearsed")
  func report() throws {
    let scene = try scene()
    let first = try scene.rehearse(scene.input(""), "--jobs", "1")
    let again = try scene.rehearse(scene.input(""), "--jobs", "4")
    #expect(first.body == again.body && first.body.contains("\"outcome\": \"damaged\""))
    let run = try Program.run(
      ["run", scene.input("logs/Library.sqlite"), "--output", scene.output("New.sqlite"), "--json"]
        + RehearsalScene.route)
    let alone = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    #expect(alone["body"]["entities"].list.count >= 8)
    #expect(first["logs/Library.sqlite"]["report"] == alone["body"])
  }

  @Test("The table has a row for each store, then what is not clean, then the sum")
  func table() throws {
    let scene = try scene()
    let run = try scene.said([scene.input("")] + RehearsalScene.route + ["--report", scene.output("r.txt")])
    #expect(run.status == 1 && run.error.isEmpty)
    let lines = run.output.replacing(/\d+\.\d\d\b/, with: "0.00").split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "store                        version  outcome   rows  findings  seconds",
        "---------------------------  -------  --------  ----  --------  -------",
        "covers/deep/Library.sqlite   Library  migrated    42         0     0.00",
        "library-broken-links.sqlite  Library  blocked      -         1     0.00",
        "library-damaged.sqlite       -        damaged      -         1     0.00",
        "logs/Library.sqlite          Library  migrated    43         0     0.00",
      ])
    #expect(lines.contains("  library-damaged.sqlite: damaged"))
    #expect(lines.contains { $0.hasPrefix("    error[source.orphan-rows] Note (1): ") })
    #expect(lines.contains { $0.hasPrefix("4 stores: 2 migrated, 1 blocked, 1 damaged; ") })
    #expect(lines.last == "Skipped: 1 companion, 3 files that are no databases.")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(try scene.scratch.text("out/r.txt") == run.output)
  }

  @Test("Patterns are expanded by the program; companions that they name are skipped")
  func patterns() throws {
    let scene = try scene()
    let named = try scene.rehearse(scene.input("lo?s/*"), scene.input("**/deep/L*.sqlite"))
    // The expected rows beside a fixture were named too, and are told of.
    #expect(
      named.names == ["covers/deep/Library.sqlite", "logs/Library.expect.json", "logs/Library.sqlite"])
    #expect(named.outcome("logs/Library.expect.json") == "not-recognised")
    #expect(named.report["body"]["skipped"]["companions"].integer == 1)
    #expect(named.status == 1)
    let nothing = try scene.said([scene.input("*.nowhere"), "--json"])
    #expect(nothing.status == 4 && nothing.output.contains("*.nowhere"))
  }

  @Test("What was named is told of whatever it is; without a model a store is not recognised")
  func named() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite")
    try scene.scratch.write("no database", to: "in/note.txt")
    let words = ["library-1.sqlite", "note.txt", "gone.sqlite"].map(scene.input)
    let run = try scene.said(words + ["--json"])
    let report = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    #expect(run.status == 1)
    #expect(
      report["body"]["stores"].list.map { $0["store"].string } == [
        "gone.sqlite", "library-1.sqlite", "note.txt",
      ])
    #expect(report["body"]["stores"].list.allSatisfy { $0["outcome"].string == "not-recognised" })
    #expect(
      report["body"]["stores"].list.map { $0["report"]["findings"].list.first?["id"].string } == [
        "store.not-found", "model.none-for-store", "store.not-sqlite",
      ])
  }

  @Test("Options that say which way a store goes reach each run")
  func options() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite")
    let model = Places.fixtures + "/" + Fixture.model
    func outcome(_ words: String...) throws -> (String?, String?) {
      let run = try scene.said([scene.input("library-1.sqlite"), "--model", model, "--json"] + words)
      let store = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))["body"]["stores"].list[0]
      return (store["outcome"].string, store["report"]["destination"]["modelVersion"].string)
    }
    #expect(try outcome() == ("blocked", "Library 3"))
    #expect(
      try outcome(
        "--allow", "drop:Book.legacyCode", "--allow=drop:HighlightNote.color", "--allow", "drop:Setting",
        "--via", "Library 2", "--work-dir", scene.scratch("temporary")) == ("migrated", "Library 3"))
    #expect(try outcome("--source-version", "Library 2").0 == "not-recognised")
    #expect(try outcome("--mapping=-none-", "--max-rejects", "2").0 == "wrong-usage")
  }

  @Test(
    "Wrong usage",
    arguments: [
      [], ["STORE", "--jobs", "0"], ["STORE", "--time-limit", "0"], ["STORE", "--accept"],
      ["STORE", "--github", "--json"], ["STORE", "--report", "r.html"], ["STORE", "--baseline", "nowhere"],
      ["STORE", "--output", "New.sqlite"], ["STORE", "--report", "STORE.json"],
      ["STORE", "--junit", "STORE"],
      ["STORE", "--work-dir", "nowhere"],
    ])
  func usage(_ words: [String]) throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite", as: "store.json")
    let store = scene.input("store.json")
    let run = try scene.said(
      words.map { $0.replacing("STORE.json", with: store).replacing("STORE", with: store) })
    #expect(run.status == 64 && run.output.isEmpty && !run.error.isEmpty, "\(run)")
  }
}
