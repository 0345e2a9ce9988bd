import Foundation
import SQLite
import TestSupport
import Testing

/// Real stores with persistent history, and a rebuilt one with CloudKit's tables too, written anew in their own version.
@Suite("The framework's own tables in real stores", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct CorpusFrameworkTests {
  @Test("There are as many stores as there were")
  func count() {
    #expect(CorpusStore.framework.count >= 13)
  }

  @Test(
    "History comes out as SQLite's own program prints it",
    arguments: LongTests.some(of: CorpusStore.framework, every: 3))
  func history(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    // What no model knows of is not the point here.
    let trial = try workshop.migrate(store.name, nil, options: ["--dry-run"])
    let consents = trial.report.findings("source.unknown-object").flatMap(\.recovery)
      .compactMap { $0.firstMatch(of: /--allow (\S+)\.$/).map { String($0.1) } }
    let done = try workshop.migrate(store.name, nil, options: consents.flatMap { ["--allow", $0] })
    // Rows of Photos break rules of its model; that is not the point here either.
    #expect(done.status == (store.folder.contains("osxphotos") ? 1 : 0))
    #expect(done.report.problems.allSatisfy { $0.hasPrefix("warning value.") || $0.contains(".dangling-") })
    let source = try store.open(in: workshop)
    let output = try CorpusDatabase(path: workshop.output())
    let tables = try source.tables().filter { $0.hasPrefix("A") }.sorted()
    #expect(tables.count >= 2 && tables.contains("ACHANGE"))
    #expect(try output.tables().filter { $0.hasPrefix("A") }.sorted() == tables)
    let transactions = try source.integer("SELECT count(*) FROM ATRANSACTION")
    #expect(done.report.findings("source.history-kept").map(\.count) == [transactions])
    #expect(!done.report.has("source.history-left-out"))

    let numbers = "SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT >= 16000 ORDER BY Z_ENT"
    #expect(try output.rows(numbers) == source.rows(numbers))
    #expect(try output.metadata() == source.metadata())
    try #require(Tool.has(Tool.sqlite))
    let dumps = try [source.path, output.path].map { path in
      try Tool.run(Tool.sqlite, [path, ".dump \(tables.joined(separator: " "))"])
    }
    #expect(dumps.allSatisfy { $0.status == 0 && $0.output.contains("CREATE TABLE ACHANGE") })
    #expect(dumps[0].output.split(separator: "\n") == dumps[1].output.split(separator: "\n"))
  }

  @Test(
    "History and CloudKit's records of a rebuilt store, to a new one and in place",
    arguments: [[], ["--keep-uuid"], nil])
  func besides(options: [String]?) throws {
    let field = try FieldCase("C15")
    let (store, model) = ("Library.sqlite", "Library.xcdatamodeld")
    let before = try field.workshop.framework(in: store)
    #expect(
      before.rows.mapValues(\.count) == [
        "ACHANGE": 40, "ATRANSACTION": 12, "ATRANSACTIONSTRING": 1, "ANSCKRECORDMETADATA": 3,
        "ANSCKMETADATAENTRY": 1,
      ])
    #expect(before.numbers.count == 5)
    let report: Report?
    if let options {
      let done = try field.workshop.migrate(store, model, options: options)
      #expect(done.status == 0)
      report = done.report
      #expect(try field.workshop.framework() == before)
      #expect(try field.workshop.counts(["Book": "ZBOOK", "Page": "ZPAGE"]) == ["Book": 3, "Page": 3])
      try field.checkInputs()
    } else {
      let place = InPlace(field.workshop, store, model)
      let first = try place.files()
      let done = try place.migrate()
      #expect(done.status == 0)
      report = done.report
      #expect(try field.workshop.framework(in: store) == before)
      #expect(try place.migrate().outcome == "nothing-to-do")
      #expect(try place.restore("--copy", "1").status == 0)
      #expect(try place.files() == first)
    }
    #expect(report?.problems == [])
    #expect(report?.findings("source.history-kept").map(\.count) == [12])
    #expect(report?.findings("source.cloudkit-kept").map(\.count) == [4])
    #expect(report?.findings("source.history-kept").first?.summary.contains("UUID") == (options == []))
  }
}
