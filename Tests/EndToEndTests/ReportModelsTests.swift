import Foundation
import Testing

@Suite("The models in a report, and the seconds of each entity")
struct ReportModelsTests {
  private static let consents = ["drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting"]
  private static let allowed = consents.flatMap { ["--allow", $0] }

  /// `change source>destination`, of all but what is kept.
  private func changes(_ done: Workshop.Import) throws -> [String] {
    let became = try #require(body(done)["models"] as? [String: Any])["became"] as? [[String: Any]] ?? []
    func name(_ side: Any?) -> String {
      guard let side = side as? [String: Any], let entity = side["entity"] as? String else { return "-" }
      return entity + ((side["property"] as? String).map { "." + $0 } ?? "")
    }
    return became.map { "\($0["change"] as? String ?? "") \(name($0["source"]))>\(name($0["destination"]))" }
      .filter { !$0.hasPrefix("kept ") }
  }

  private func body(_ done: Workshop.Import) throws -> [String: Any] {
    let report = try JSONSerialization.jsonObject(with: Data(done.text.utf8)) as? [String: Any]
    return report?["body"] as? [String: Any] ?? [:]
  }

  private func seconds(_ done: Workshop.Import) -> [String: JSON] {
    done.report.meta["entitySeconds"].members
  }

  private static let direct = [
    "renamed Author.name>Author.fullName", "converted Book.author>Book.authors",
    "renamed Book.isbn>Book.isbn13",
    "renamed Book.labels>Book.tags", "dropped Book.legacyCode>-", "converted Book.pages>Book.pages",
    "dropped HighlightNote.color>-", "renamed Label>Tag", "dropped Setting>-",
    "moved Shelf.name>Container.name",
    "renamed Shelf.pinnedLabels>Shelf.pinnedTags", "new ->Author.website", "new ->Book.copies",
    "new ->Book.format", "new ->Book.publisher", "new ->Container", "new ->Publisher",
  ]

  @Test("What became of each entity and property, in one step and in several")
  func became() throws {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate(allowing: Self.consents, version: "Library 3")
    #expect(done.status == 0)
    #expect(try changes(done) == Self.direct)
    let models = try #require(try body(done)["models"] as? [String: Any])
    let tag = try #require(
      (models["destination"] as? [[String: Any]])?.first { $0["name"] as? String == "Tag" })
    let parent = try #require(
      (tag["relationships"] as? [[String: Any]])?.first { $0["name"] as? String == "parent" })
    #expect(parent["destination"] as? String == "Tag" && parent["inverse"] as? String == "children")
    #expect(parent["toMany"] as? Bool == false)

    let steps = try fixture.workshop.migrate(
      fixture.store, Fixture.model,
      options: ["--via", "Library 2", "--model-version", "Library 3"] + Self.allowed, to: "Steps.sqlite")
    #expect(steps.report.body.steps?.count == 2)
    #expect(try changes(steps) == Self.direct)
    // The report tells of rows of the store that was given, whatever they were called on the way.
    for one in [done, steps] {
      let read = one.report.body.entities.filter { $0.read > 0 && $0.destination != nil }.compactMap(\.source)
      #expect(Set(read).isSubset(of: seconds(one).keys))
    }
    #expect(!seconds(steps).keys.contains("Tag"))
  }

  @Test("What a mapping file says is told as such")
  func rules() throws {
    let fixture = try Fixture("library-1")
    let mapping = try fixture.workshop.scratch.write(
      """
      version: 1
      steps:
        - from: Library
          to: Library 3
          entities:
            - name: Author
              from: Author
              set: { website: "email", fullName: "coalesce(name, email)" }
          drop: [Setting, Book.legacyCode, HighlightNote.color]
      """, to: "said/rules.yaml")
    let done = try fixture.workshop.migrate(
      fixture.store, Fixture.model, options: ["--model-version", "Library 3", "--mapping", mapping])
    #expect(done.status == 0, "\(done.report.problems)")
    let found = try changes(done)
    #expect(found.contains("by-rule Author.email>Author.website"))
    #expect(found.contains("by-rule Author.name>-"))
    #expect(found.contains("by-rule ->Author.fullName"))
    #expect(!found.contains { $0.hasPrefix("new ->Author") || $0.hasPrefix("dropped Author") })
  }

  @Test("A run that did not get as far has none, nor has a restore")
  func absent() throws {
    let fixture = try Fixture("library-1")
    let blocked = try fixture.migrate(version: "Library 3")
    #expect(blocked.status == 3)
    #expect(try body(blocked)["models"] == nil)
    #expect(seconds(blocked).isEmpty)
    let store = fixture.workshop.input(fixture.store)
    let run = [
      "run", store, "--model", fixture.workshop.input(Fixture.model), "--model-version", "Library 2",
      "--json",
    ]
    let first = try Program.run(run)
    #expect(first.status == 0)
    #expect(first.output.contains("\"models\""))
    let again = try Report(text: Program.run(run).output)
    #expect(again.body.outcome == "nothing-to-do")
    let restored = try Program.run(["restore", store, "--copy", "1", "--json"])
    #expect(restored.status == 0)
    _ = try Report(text: restored.output)
    #expect(!restored.output.contains("\"models\"") && !restored.output.contains("entitySeconds"))
  }
}
