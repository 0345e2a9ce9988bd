import Foundation
import Testing

/// Two reports of one store on its way to two versions, compared: the same bytes as when a person looked at them.
@Suite("Golden comparisons")
struct GoldenTests {
  private static let forms = [("txt", [String]()), ("json", ["--json"]), ("html", ["--html"])]

  /// What `diff` says of two reports, by the ending of a file that would hold it.
  private func said(_ old: Workshop.Import, _ new: Workshop.Import, _ names: (String, String)) throws
    -> [(form: String, text: String)]
  {
    let scratch = try Scratch()
    let paths = [(old, names.0), (new, names.1)].map { ($0, scratch($1 + ".json")) }
    for (done, path) in paths {
      try scratch.write(done.text, to: String(path.dropFirst(scratch.path.count + 1)))
    }
    return try Self.forms.map { form, options in
      let run = try Program.run(["diff"] + paths.map(\.1) + options)
      #expect(run.status == 1)
      return (form, run.output)
    }
  }

  @Test("The ladder of the fixtures")
  func fixtures() throws {
    let consents = ["drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting"]
    let fixture = try Fixture("library-1")
    let old = try fixture.migrate(version: "Library 2", to: "2.sqlite")
    let new = try fixture.migrate(allowing: consents, version: "Library 3", to: "3.sqlite")
    for (form, text) in try said(old, new, ("library-2", "library-3")) {
      try Golden.check(text, "library-2-to-3.\(form)")
    }
    // The same again, elsewhere.
    let other = try Fixture("library-1")
    #expect(try other.migrate(allowing: consents, version: "Library 3").body == new.body)
  }

  /// Store and the two versions that it is migrated to.
  private static let ladders = [
    (
      "duckduckgo__apple-browsers/Bookmarks-V1-V5", "Bookmarks_V1.sqlite", "BookmarksModel 2",
      "BookmarksModel 6"
    ),
    ("objcio__core-data/Moody-1-to-5", "Moody.moody", "Moody 3", "Moody 6"),
    ("alemar11__CoreDataPlus/SampleModel", "SampleModel_V1.sqlite", "SampleModel2", "SampleModel3"),
  ]

  @Test("Ladders of real versions", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func corpus() throws {
    var lines: [String] = []
    for (folder, store, first, second) in Self.ladders {
      let reports = try [first, second].map { target -> Workshop.Import in
        let step = try #require(
          Ladder.steps.first { $0.folder == folder && $0.store == store && $0.target == target })
        let (done, again) = try (migrate(step), migrate(step))
        #expect(done.status == 0)
        #expect(done.body == again.body)
        return done
      }
      for (form, text) in try said(reports[0], reports[1], (first, second)) {
        lines.append("\(Golden.digest(text))  \(store), \(first), \(second).\(form)")
      }
    }
    try Golden.check(lines.joined(separator: "\n") + "\n", "corpus.sha256")
  }

  private func migrate(_ step: Ladder.Step) throws -> Workshop.Import {
    let workshop = try Workshop()
    let store = try step.bring(to: workshop)
    return try workshop.migrate(
      store.name, "Ladder.xcdatamodeld",
      options: ["--model-version", step.target] + step.consents.sorted().flatMap { ["--allow", $0] })
  }
}
