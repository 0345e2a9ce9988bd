import Foundation
import TestSupport
import Testing

/// No value of the data, and no path beyond a file's name, in anything that the program prints or keeps. A value of every
/// fixture is a canary, and the folder that the store lies in has a canary's name.
@Suite("No value and no path in any output")
struct RedactionTests {
  static let stores = [
    "library-1", "library-2", "library-1-wal/Library", "library-external/Library", "library-broken-links",
    "library-damaged",
  ]

  @Test("Every command, in every form", arguments: LongTests.some(of: stores, every: 4))
  func outputs(name: String) throws {
    let scratch = try Scratch()
    let folder = (name as NSString).deletingLastPathComponent
    let home = "in/" + Canary.folder
    if folder.isEmpty {
      try scratch.copy(Places.fixtures + "/\(name).sqlite", to: "\(home)/\(name).sqlite")
    } else {
      try scratch.copy(Places.fixtures + "/" + folder, to: "\(home)/\(folder)")
    }
    try scratch.makeFolder(home + "/out")
    let store = scratch("\(home)/\(name).sqlite")
    let model = ["--model", Places.fixtures + "/" + Fixture.model]
    let version = name == "library-2" ? "Library 3" : "Library 2"
    let target = model + ["--model-version", version]
    func file(_ name: String) -> String { scratch("\(home)/out/\(name)") }

    /// - Parameter kept: files that the command writes.
    func look(_ words: [String], kept: [String] = [], mayNamePaths: Bool = false) throws {
      let run = try Program.run(words)
      #expect(run.signal == nil)
      let texts = [run.output] + kept.compactMap { try? scratch.text("\(home)/out/\($0)") }
      for text in texts {
        // Programs.run looks for values on both streams; here in other writings, and in files.
        let traces = Canary.traces(in: text).filter { !mayNamePaths || !$0.hasPrefix(Canary.folder) }
        #expect(traces.isEmpty, "\(words.prefix(2)): \(traces)")
        #expect(mayNamePaths || !text.contains(scratch.path), "\(words.prefix(2))")
      }
    }

    try look(["inspect", store])
    try look(["inspect", store, "--json"])
    try look(["plan", store] + target)
    try look(
      [
        "plan", store, "--json", "--write-mapping", file("map.yaml"), "--write-consents",
        file("consents.yaml"),
      ] + target,
      kept: ["map.yaml", "consents.yaml"])
    let consents = ["drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting"].flatMap {
      ["--allow", $0]
    }
    let run =
      ["run", store, "--output", file("New.sqlite")] + target + (version == "Library 3" ? consents : [])
    try look(run + ["--dry-run", "--json", "--report", file("dry.html")], kept: ["dry.html"])
    try look(
      run + ["--id-map", file("ids.csv"), "--report", file("run.json"), "--verbose"], kept: ["run.json"])
    for form in ["text", "html", "json"] where FileManager.default.fileExists(atPath: file("run.json")) {
      try look(["report", file("run.json"), "--format", form])
    }
    try look(
      ["run", store, "--output", file("Other.sqlite"), "--report", file("blocked.json")] + model,
      kept: ["blocked.json"])
    for form in [[], ["--json"], ["--html"]] {
      try look(["diff", file("run.json"), file("blocked.json")] + form)
    }
    try look(
      ["verify", store, file("New.sqlite"), "--report", file("verify.html")] + target, kept: ["verify.html"])
    try look(["status", store, "--bundle", file("bundle.json")], kept: ["bundle.json"])
    let rehearse = ["rehearse", scratch(home)] + target
    try look(
      rehearse + ["--json", "--junit", file("junit.xml"), "--report", file("rehearsal.txt")],
      kept: ["junit.xml", "rehearsal.txt"])
    // An annotation is of a file that it has to name.
    try look(rehearse + ["--github"], mayNamePaths: true)
  }
}
