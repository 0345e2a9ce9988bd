import Foundation
import Testing

/// `--report` and `--id-map` may replace nothing that is not theirs.
@Suite("Diagnostics: names of the report and the map")
struct DiagnosticSideFileTests {
  enum Taken: CaseIterable {
    case source, linkToSource, hardLink, output, model, modelItself, external, externalOfLinkedStore
    case otherDatabase, folder, each
  }

  @Test("A name that is taken is refused, and what bears it keeps its bytes", arguments: Taken.allCases)
  func taken(what: Taken) throws {
    for (option, ending) in [("--report", "json"), ("--id-map", "csv")] {
      let fixture = try Fixture("library-external/Library")
      let scratch = fixture.workshop.scratch
      let files = FileManager.default
      var store = fixture.workshop.input(fixture.store)
      var output = fixture.workshop.output()
      var name = scratch("said/side.\(ending)")
      var more: [String] = []
      let model = "in/\(Fixture.model)/Library 2.xcdatamodel/"
      let external = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA/"
      switch what {
      case .source:
        name = fixture.workshop.input("library-external/Library.\(ending)")
        try files.moveItem(atPath: store, toPath: name)
        store = name
      case .linkToSource: try files.createSymbolicLink(atPath: name, withDestinationPath: store)
      case .hardLink: try files.linkItem(atPath: store, toPath: name)
      case .output:
        output = fixture.workshop.output("New.\(ending)")
        name = scratch("out/../out/New.\(ending)")
      case .model: name = try scratch.write("kept", to: model + "notes.\(ending)")
      case .modelItself:
        name = fixture.workshop.input("contents.\(ending)")
        try files.createSymbolicLink(
          atPath: name, withDestinationPath: scratch("in/\(Fixture.model)/Library 2.xcdatamodel/contents"))
      case .external: name = try scratch.write("kept", to: external + "x.\(ending)")
      case .externalOfLinkedStore:
        name = try scratch.write("kept", to: external + "x.\(ending)")
        store = fixture.workshop.input("link.sqlite")
        try files.createSymbolicLink(
          atPath: store, withDestinationPath: fixture.workshop.input(fixture.store))
      case .otherDatabase: try scratch.copy(Places.fixtures + "/library-2.sqlite", to: "said/side.\(ending)")
      case .folder: try scratch.makeFolder("said/side.\(ending)")
      case .each:
        try scratch.write("kept", to: "said/side.json")
        try files.linkItem(atPath: scratch("said/side.json"), toPath: scratch("said/side.csv"))
        more =
          option == "--report"
          ? ["--id-map", scratch("said/side.csv")] : ["--report", scratch("said/side.json")]
      }
      let before = try scratch.digests("")
      let run = try Program.run(
        [
          store, "--model", fixture.workshop.input(Fixture.model), "--model-version", "Library 2", "--output",
          output, "--json", option, name,
        ] + more)
      #expect(run.status == 64, "\(what) \(option)")
      let report = try Report(text: run.output)
      #expect(report.problems == ["error side-file.taken  []"], "\(what) \(option)")
      #expect(report.findings("side-file.taken").allSatisfy { !$0.recovery.isEmpty })
      #expect(try scratch.digests("") == before, "\(what) \(option)")
      #expect(run.error.contains("no report file was written") == (option == "--report" || what == .each))
    }
  }

  /// What is said of the new store must be so.
  @Test("A report that cannot be written", arguments: [[], ["--dry-run"], ["--quiet"]])
  func reportFails(more: [String]) throws {
    let fixture = try Fixture("library-1")
    let report = fixture.workshop.scratch("said/side.json")
    try fixture.workshop.scratch.makeFolder("said")
    let run = try Program.run(
      fixture.arguments("--report", report) + more, environment: ["IMPORT_LEGACY_FAULT": "report:1:fail:EIO"])
    #expect(run.status == 2)
    #expect(run.error.contains("the report could not be written"))
    #expect(run.error.contains("the new store is in place") == (more == []))
    let output = try fixture.workshop.scratch.digests("out").keys
    #expect(output.contains("New.sqlite") == (more != ["--dry-run"]))
  }

  @Test("An earlier report and an earlier map are replaced")
  func replaced() throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    let (report, map) = (scratch("said/side.json"), scratch("said/side.csv"))
    try scratch.write("old", to: "said/side.json")
    try scratch.write("old", to: "said/side.csv")
    let run = try Program.run(fixture.arguments("--report", report, "--id-map", map))
    #expect(run.status == 0)
    #expect(try scratch.text("said/side.json") == run.output)
    #expect(try scratch.text("said/side.csv").hasPrefix("old,new\n"))
  }

  @Test("A folder that is not there, or is a file", arguments: ["nowhere", "file"])
  func noFolder(name: String) throws {
    for (option, ending) in [("--report", "json"), ("--id-map", "csv")] {
      let fixture = try Fixture("library-1")
      try fixture.workshop.scratch.write("kept", to: "said/file")
      let before = try fixture.workshop.scratch.digests("")
      let run = try Program.run(
        fixture.arguments(option, fixture.workshop.scratch("said/\(name)/side.\(ending)")))
      #expect(run.status == 64, "\(option)")
      let report = try Report(text: run.output)
      #expect(report.problems == ["error side-file.no-folder  []"], "\(option)")
      #expect(report.findings("side-file.no-folder").allSatisfy { $0.summary.contains(option) })
      #expect(try fixture.workshop.scratch.digests("") == before)
    }
  }
}
