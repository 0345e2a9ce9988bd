import Foundation
import SQLite
import Testing

@Suite("A bundle for the maintainer: runs, reports, stores that are in use, and where it may be written")
struct SupportBundleRunTests {
  @Test("Kept reports: accounts and findings, and nothing that names a file")
  func reports() throws {
    let canary = try CanaryStore()
    let place = canary.place
    #expect(try place.migrate("--allow", "drop:table:\(Canary.table) of mine").status == 5)
    try canary.workshop.alter(
      CanaryStore.store, "DROP TABLE ZROSELLA; DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 77")
    #expect(
      try place.to("\(Canary.version) 2").migrate(
        "--allow", "drop:table:\(Canary.table) of mine", "--allow", "drop:table:ZBOOK.\(Canary.column)=5"
      ).status == 3)
    let bundle = try canary.workshop.bundle(
      CanaryStore.store, ["--model", canary.workshop.input(CanaryStore.model)])
    #expect(bundle.gaps == [])
    #expect(bundle.runs["state"] == .text("as-copied"))
    #expect(bundle.runs["lastRun"]["phase"] == .text("failed"))
    #expect(bundle.body["reports"]["kept"] == .integer(2))
    let last = bundle.body["reports"]["newest"].list.last ?? .null
    #expect(last["outcome"] == .text("blocked"))
    #expect(last["run"]["exitStatus"] == .integer(3))
    #expect(last["source"]["recognisedBy"] == .text("version-hashes"))
    let consents = last["consents"].list.compactMap { $0["consent"].string }
    #expect(consents == ["drop:table:table-1", "drop:table:ZBOOK.column-1"])
    #expect(last["findings"].list.contains { $0["entity"] == .text("Book") })
  }

  @Test("A run that is done: the accounts are those of its report")
  func accounts() throws {
    let place = InPlace(try Fixture("library-1"))
    let consents = ["drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting"]
    let done = try place.to("Library 3").migrate(
      "--allow", consents[0], "--allow", consents[1], "--allow", consents[2])
    #expect(done.outcome?.hasPrefix("migrated") ?? false, "\(done.problems)")
    let bundle = try place.workshop.bundle(
      place.store, ["--model", place.workshop.input(Fixture.model)])
    let report = try #require(done.report).body
    let last = bundle.body["reports"]["newest"].list.first ?? .null
    #expect(last["number"] == .integer(1))
    for (told, own) in [
      (last["entities"].list.map { $0["migrated"].integer }, report.entities.map(\.migrated)),
      (last["relationships"].list.map { $0["connected"].integer }, report.relationships.map(\.connected)),
      (last["attributes"].list.map { $0["nulls"].integer }, report.attributes.map(\.nulls)),
    ] {
      #expect(told == own && own.count > 4)
    }
    #expect(last["entities"].list.map { $0["source"].string } == report.entities.map(\.source))
    let digests = report.attributes.map { $0.digest.replacingOccurrences(of: "sha256:", with: "") }
    #expect(digests.count > 8 && digests.allSatisfy { !bundle.text.contains($0) })
    #expect(bundle.runs["copies"].list.count == 1)
    #expect(last["consents"].list.map { $0["consent"].string } == consents)
    // Without the model nobody knows that these were properties.
    let alone = try place.workshop.bundle(place.store, fault: "model.read:1+:fail:EIO")
    #expect(alone.text.contains("drop:Book.property-1") && !alone.text.contains("legacyCode"))
  }

  @Test("A kept report that is none, and one that somebody wrote into")
  func brokenReports() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    let good = try place.scratch.text(place.importFolder + "/reports/1.json")
    let forged = good.replacingOccurrences(of: #""id": "run."#, with: #""id": "\#(Canary.report) "#)
      .replacingOccurrences(of: #""tool": "#, with: #""\#(Canary.report)": 7, "tool": "#)
      .replacingOccurrences(of: #""store": "library-1.sqlite""#, with: #""store": "\#(Canary.report)""#)
    try #require(forged != good)
    try place.scratch.write(forged, to: place.importFolder + "/reports/2.json")
    try place.scratch.write("{\"\(Canary.report)\": 1}", to: place.importFolder + "/reports/3.json")
    try place.scratch.write(good, to: place.importFolder + "/reports/\(Canary.report).json")
    let bundle = try place.workshop.bundle(place.store)
    #expect(bundle.part("reports")["extent"] == .text("partial"))
    #expect(bundle.because("reports") == ["bundle.report-unreadable"])
    #expect(bundle.body["reports"]["kept"] == .integer(3))
    #expect(bundle.body["reports"]["unreadable"] == .list([.integer(3)]))
    #expect(bundle.body["reports"]["newest"].list.map { $0["number"] } == [.integer(1), .integer(2)])
  }

  @Test("A run that did not end, and a journal that nobody can read")
  func unfinished() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate(fault: "promote.exchange:2:kill").isKilled)
    let open = try place.workshop.bundle(place.store)
    #expect(open.runs["lastRun"]["phase"] == .text("promoting"))
    #expect(open.runs["state"] == .text("unfinished"))
    for part in ["database", "schema", "metadata", "version", "entities", "relationships"] {
      #expect(open.because(part) == ["run.unfinished"])
    }
    try place.scratch.write("{\"\(Canary.report)\"", to: place.importFolder + "/journal.json")
    let broken = try place.workshop.bundle(place.store, status: 7)
    #expect(broken.because("runs") == ["journal.unreadable"])
    #expect(broken.run.error.contains("journal.unreadable"))
  }

  @Test("While another program has the store locked, it is told as it is")
  func locked() throws {
    let fixture = try Fixture("library-1")
    let other = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    try other.execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let bundle = try fixture.workshop.bundle(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)])
    #expect(bundle.gaps == [] && bundle.rows["Book"] == 8)
    try other.execute("ROLLBACK")
    try other.close()
  }

  @Test("A store that may not be read", .enabled(if: Unprivileged.isPossible))
  func denied() throws {
    let workshop = try Workshop()
    try workshop.bring(Places.fixtures + "/library-1.sqlite", as: "\(Canary.fileName).sqlite")
    for (name, mode) in [("in/\(Canary.fileName).sqlite", 0o000), ("out", 0o777), ("", 0o755)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: workshop.scratch(name))
    }
    let place = workshop.scratch("out/bundle.json")
    let run = try Unprivileged.run(
      ["status", workshop.input("\(Canary.fileName).sqlite"), "--bundle", place],
      temporary: workshop.scratch("out"))
    #expect(run.status == 0, "\(run.error)")
    let text = try workshop.scratch.text("out/bundle.json")
    #expect(Canary.traces(in: text, also: [workshop.scratch.path]) == [])
    #expect(text.contains("store.unreadable"))
  }

  @Test("Where a bundle may not be written: nothing is, and nothing is replaced")
  func places() throws {
    let place = InPlace(try Fixture("library-external/Library"))
    #expect(try place.migrate("--allow", "drop:Setting").status ?? -1 >= 0)
    let folder = (place.path as NSString).deletingLastPathComponent
    try place.scratch.write("kept", to: "out/there.json")
    let given = (try place.scratch.digests("in"), try place.scratch.digests("out"))
    for (name, words) in [
      (place.scratch("out/bundle.txt"), "--bundle takes a name that ends in .json"),
      (place.scratch("out/there.json"), "output.exists"),
      (place.scratch("none/bundle.json"), "side-file.no-folder"),
      (place.scratch(place.importFolder) + "/bundle.json", "side-file.taken"),
      (folder + "/.Library_SUPPORT/_EXTERNAL_DATA/bundle.json", "side-file.taken"),
      (place.workshop.input(Fixture.model) + "/bundle.json", "side-file.taken"),
    ] {
      let run = try Program.run([
        "status", place.path, "--bundle", name, "--model", place.workshop.input(Fixture.model),
      ])
      #expect(run.status == 64 && run.error.contains(words), "\(name): \(run.error)")
    }
    let missing = place.scratch("out/missing.json")
    let own = try Program.run(["status", missing, "--bundle", missing])
    #expect(own.status == 64 && own.error.contains("side-file.taken"))
    #expect(try Program.run(["status", place.path, "--model", "x"]).status == 64)
    #expect(try place.scratch.digests("in") == given.0)
    #expect(try place.scratch.digests("out") == given.1)
  }

  @Test("A write that fails, and a signal: no bundle, and no part of one")
  func faults() throws {
    let fixture = try Fixture("library-1")
    let file = fixture.workshop.scratch("out/bundle.json")
    for (fault, status) in [
      ("bundle:4:fail:ENOSPC", Int32(9)), ("bundle:6:fail:EIO", 2), ("snapshot.write:1:interrupt", 10),
    ] {
      let run = try Program.run(
        ["status", fixture.workshop.input(fixture.store), "--bundle", file],
        environment: ["IMPORT_LEGACY_FAULT": fault])
      #expect(run.status == status, "\(fault): \(run.error)")
      #expect(try fixture.workshop.scratch.contents("out") == [], "\(fault)")
    }
    // What cannot be read is named, and the rest is there.
    let denied = try fixture.workshop.bundle(fixture.store, fault: "snapshot.write:1:fail:EIO")
    #expect(denied.because("database") == ["file.failed"])
    #expect(denied.body["files"]["files"].list.count == 1)
    let place = InPlace(fixture)
    #expect(try place.migrate().status == 0)
    let silent = try fixture.workshop.bundle(fixture.store, fault: "bundle.reports:1:fail:EIO")
    #expect(silent.because("reports") == ["file.failed"])
  }
}
