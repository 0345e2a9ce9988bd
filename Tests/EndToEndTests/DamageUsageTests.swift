import Foundation
import Testing

@Suite("Usage: what cannot be meant ends with 64 and nothing written")
struct DamageUsageTests {
  @Test(
    "Words the program does not know",
    arguments: [
      ["--frobnicate"], ["--format", "excel"], ["--report", "report.pdf"], ["--quiet", "--verbose"],
      ["--allow"], ["more"],
    ])
  func unknownWords(words: [String]) throws {
    let fixture = try Fixture("library-1")
    let before = try fixture.workshop.scratch.digests("")
    let run = try Program.run(
      [
        fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model), "--output",
        fixture.workshop.output(),
      ] + words)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(!run.error.isEmpty)
    #expect(try fixture.workshop.scratch.digests("") == before)
  }

  @Test(
    "Consents that name nothing",
    arguments: [
      "drop:Nothing", "drop:Book.nothing", "drop:Library.Book", "lossy:Book.nothing", "orphans:Nothing",
      "orphans:HighlightNote", "unverified-hash:Nothing", "drop:table:NOTHING", "drop:Tag", "drop:Label.tags",
      "drop:Bok=3",
    ])
  func unknownConsent(consent: String) throws {
    let refused = try Fixture("library-1").migrate("--allow", consent)
    #expect(refused.status == 64)
    #expect(refused.report.has("consent.unknown-name"))
  }

  @Test("A consent in the target's names is told from a misspelled one")
  func consentOfTheTarget() throws {
    func recovery(_ consent: String) throws -> [String] {
      let refused = try Fixture("library-1").migrate("--allow", consent)
      return refused.report.findings("consent.unknown-name").flatMap(\.recovery)
    }
    let hint = "is a name of the target version"
    #expect(try recovery("drop:Tag").contains { $0.hasPrefix("Tag " + hint) })
    #expect(try recovery("lossy:Book.tags").contains { $0.hasPrefix("Book.tags " + hint) })
    for consent in ["drop:Tug", "unverified-hash:Nothing", "drop:table:Tag"] {
      let steps = try recovery(consent)
      #expect(steps.count == 1 && !steps.contains { $0.contains(hint) }, "\(consent)")
    }
    #expect(try recovery("unverified-hash:Nothing").contains { $0.contains("those of the target version") })
  }

  @Test(
    "Consents that are none",
    arguments: [
      "everything", "drop", "drop:", "allow:Book", "drop:Book=", "drop:Book=many", "drop:Book=-1", "orphans:",
      "",
    ])
  func malformedConsent(consent: String) throws {
    let refused = try Fixture("library-1").migrate("--allow", consent)
    #expect(refused.status == 64)
    #expect(refused.report.has("consent.form"))
  }

  @Test("Something else stands at OUTPUT")
  func outputExists() throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.scratch.write("mine", to: "out/New.sqlite")
    let refused = try fixture.migrate()
    #expect(refused.status == 64)
    #expect(refused.report.has("output.exists"))
    #expect(try fixture.workshop.scratch.text("out/New.sqlite") == "mine")
  }

  @Test("The same import onto its own finished result changes nothing; another import is refused")
  func rerun() throws {
    let fixture = try Fixture("library-external/Library")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    let finished = try fixture.workshop.scratch.digests("out")
    #expect(finished.count >= 5)
    let again = try fixture.migrate()
    #expect(again.status == 0)
    #expect(again.outcome == "nothing-to-do")
    #expect(try fixture.workshop.scratch.digests("out") == finished)

    let other = try fixture.migrate("--keep-uuid")
    #expect(other.status == 64)
    #expect(other.report.has("output.exists"))
    let otherVersion = try fixture.migrate(version: "Library")
    #expect(otherVersion.status == 64)
    #expect(try fixture.workshop.scratch.digests("out") == finished)
  }

  @Test("A finished result whose external files are gone is not called finished", arguments: [true, false])
  func rerunWithoutExternalFile(isGone: Bool) throws {
    let fixture = try Fixture("library-external/Library")
    #expect(try fixture.migrate().status == 0)
    let finished = try fixture.workshop.scratch.digests("out")
    let name = try #require(fixture.expect["externalFiles"]["Book.cover/1"].string)
    let file = "out/.New_SUPPORT/_EXTERNAL_DATA/" + name
    if isGone {
      try fixture.workshop.scratch.remove(file)
    } else {
      try fixture.workshop.scratch.write("x", to: file)
    }
    let before = try fixture.workshop.scratch.digests("out")
    let again = try Program.run([
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version",
      "Library 2", "--output", fixture.workshop.output(), "--json",
    ])
    #expect(try Report(text: again.output).body.outcome != "nothing-to-do")
    // Put back, or refused; a file with other bytes is never replaced.
    let after = try fixture.workshop.scratch.digests("out")
    #expect(again.status == 64 ? after == before : isGone && after == finished)
  }

  @Test("OUTPUT that the app has since written to is not taken for our result")
  func changedOutput() throws {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate().status == 0)
    try fixture.workshop.scratch.copy(fixture.workshop.output(), to: "in/changed.sqlite")
    try fixture.workshop.alter("changed.sqlite", "UPDATE ZBOOK SET ZPAGES = 1 WHERE Z_PK = 1")
    try fixture.workshop.scratch.remove("out/New.sqlite")
    try fixture.workshop.scratch.copy(fixture.workshop.input("changed.sqlite"), to: "out/New.sqlite")
    let refused = try fixture.migrate()
    #expect(refused.status == 64)
    #expect(refused.report.has("output.exists"))
  }

  enum Alias: CaseIterable { case same, relative, symbolicLink, hardLink, companion, external }

  @Test("OUTPUT is the source, by whatever name", arguments: Alias.allCases)
  func outputIsSource(alias: Alias) throws {
    let fixture = try Fixture("library-external/Library")
    let source = fixture.workshop.input(fixture.store)
    let other = fixture.workshop.output("Alias.sqlite")
    let output: String
    switch alias {
    case .same: output = source
    case .relative: output = fixture.workshop.input("library-external/../library-external/./Library.sqlite")
    case .symbolicLink:
      try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: source)
      output = other
    case .hardLink:
      try FileManager.default.linkItem(atPath: source, toPath: other)
      output = other
    case .companion: output = source + "-wal"
    case .external:
      output = fixture.workshop.input("library-external/.Library_SUPPORT/_EXTERNAL_DATA/New.sqlite")
    }
    let before = try fixture.workshop.scratch.digests("")
    let run = try Program.run([
      source, "--model", fixture.workshop.input(Fixture.model), "--model-version", "Library 2", "--output",
      output,
      "--json",
    ])
    #expect(run.status == 64)
    #expect(try Report(text: run.output).has("output.is-source"))
    #expect(try fixture.workshop.scratch.digests("") == before)
  }

  @Test("OUTPUT's folder is not there, or OUTPUT is a folder")
  func outputFolder() throws {
    let fixture = try Fixture("library-1")
    let missing = try fixture.migrate(to: "nowhere/New.sqlite")
    #expect(missing.status == 64)
    #expect(missing.report.has("output.no-folder"))
    try fixture.workshop.scratch.makeFolder("out/folder")
    let folder = try fixture.migrate(to: "folder")
    #expect(folder.status == 64)
    #expect(folder.report.has("output.is-a-folder"))
  }

  @Test(
    "The report or the old-id map in the place of what was given",
    arguments: ["--report": "Store.txt", "--id-map": "Store.csv"].sorted { $0.key < $1.key })
  func wordsOverSource(option: String, name: String) throws {
    let fixture = try Fixture("library-1")
    let store = fixture.workshop.input(name)
    try FileManager.default.moveItem(atPath: fixture.workshop.input(fixture.store), toPath: store)
    let before = try fixture.workshop.scratch.digests("")
    let options = ["--model", fixture.workshop.input(Fixture.model), "--model-version", "Library 2"]
    let run = try Program.run([store] + options + ["--output", fixture.workshop.output(), option, store])
    #expect(run.status == 64)
    #expect(try fixture.workshop.scratch.digests("") == before)
    // By a link of the same kind of name, it is the same file.
    let link =
      fixture.workshop.output("link" + (name as NSString).pathExtension)
      + "." + (name as NSString).pathExtension
    try FileManager.default.linkItem(atPath: store, toPath: link)
    let linked = try Program.run([store] + options + ["--output", fixture.workshop.output(), option, link])
    #expect(linked.status == 64)
    // And OUTPUT itself is no place for them.
    let own = fixture.workshop.output(name)
    let onOutput = try Program.run([store] + options + ["--output", own, option, own])
    #expect(onOutput.status == 64)
    #expect(!FileManager.default.fileExists(atPath: own))
  }

  @Test(
    "A report or a map that could not be written is refused before the work",
    arguments: ["--report", "--id-map"])
  func wordsNowhere(option: String) throws {
    let fixture = try Fixture("library-1")
    let before = try fixture.workshop.scratch.digests("")
    let run = try Program.run([
      fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version",
      "Library 2", "--output", fixture.workshop.output(), option,
      fixture.workshop.output("nowhere/file" + (option == "--report" ? ".json" : ".csv")),
    ])
    #expect(run.status == 64 || run.status == 2)
    #expect(try fixture.workshop.scratch.digests("") == before)
  }

  @Test(
    "A result that cannot be printed is no success, and standard error says that OUTPUT is there",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullOutput() throws {
    let fixture = try Fixture("library-1")
    let run = try Program.run(
      [
        fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
        "--model-version",
        "Library 2", "--output", fixture.workshop.output(),
      ], output: "/dev/full")
    #expect(run.status == 2)
    #expect(!run.error.isEmpty)
    try fixture.checkRows("Library 2")
  }
}
