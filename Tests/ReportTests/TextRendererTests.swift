@testable import JSON
import Diagnostics
import Reports
import Testing

@Suite struct TextRendererTests {
  @Test func everything() {
    #expect(
      TextRenderer(sampleReport()).text() == """
        Migrated; look at what was found.
        Library.sqlite -> New.sqlite
        Library 1 (coredata) -> Library 2 (coredata)
        source version recognised by: version hashes

        entity                   read  migrated  merged  dropped  rejected  seconds
        ----------------------  -----  --------  ------  -------  --------  -------
        Author                      3         3       0        0         0     0.00
        Book -> Publication     12000     11998       1        0         1     1.50
        Tag -> (none)               4         0       0        4         0
        (none) -> Contribution      0         0       0        0         0
        ----------------------  -----  --------  ------  -------  --------  -------
        total                   12007     12001       1        4         1     1.50

        Links: 11992 read, 11979 connected, 13 dangling, 0 dropped, 0 rejected
          Book.author: 11990 read, 11977 connected, 13 dangling

        Findings: 1 error, 1 warning, 2 notes

        error[source.rejected] Book (1): A row was rejected.
          old keys: 7

        warning[source.dangling-link] Book.author (13): Links lead to no row.
          old keys: 101, 102, 103, 104, 105, 106, 107, 108, 109, 110 … and 3 more
          -> Nothing needs to be done: the links are empty in the result.
          -> To repair them, open the original with the application that wrote it, set
             each book's author again, and run the import once more.

        note[plan.dropped] Tag (4): Rows of an entity that the destination does not have
          were dropped, as allowed.
          old keys: 1, 2, 3, 4
        note[source.log-folded]: The log was folded in.

        Consents:
          drop:Tag: 4 rows

        Next:
          Look at the errors and warnings above: each says what was found and what
          became of it.
          The result is in place: New.sqlite. The original is as it was.

        """)
  }

  @Test func blockedWithoutRows() {
    var body = ReportBody(outcome: .blocked, source: StoreSummary(modelVersion: "Library 1"))
    body.add([
      Diagnostic(
        DiagnosticID("plan.loss"), .error, Subject(entity: "Book", property: "isbn"), count: 2, summary: "S.")
    ])
    #expect(
      TextRenderer(ImportReport(body: body)).text() == """
        Blocked: nothing of yours was changed.
        Library 1 -> unknown version

        Findings: 1 error

        error[plan.loss] Book.isbn (2): S.

        Next:
          Settle every error above: with the --allow that it names, or else by changing
          the model or the data.
          Then run the command again with those consents. Nothing was written.

        """)
  }

  @Test(arguments: Outcome.allCases)
  func everyOutcomeSaysWhatIsNext(outcome: Outcome) {
    let text = TextRenderer(ImportReport(body: ReportBody(outcome: outcome))).text()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(text.contains("\nNo findings.\n\nNext:\n  "))
    #expect(text.hasSuffix(".\n"))
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test func aDryRunDoesNotClaimAResult() {
    let report = ImportReport(body: ReportBody(outcome: .migrated), meta: ["dryRun": true])
    let text = TextRenderer(report).text()
    #expect(text.hasPrefix("Dry run: the migration would succeed, clean.\n"))
    #expect(text.contains("Nothing was put in place."))
    #expect(!text.contains("The result is in place"))
  }

  /// The accounts of a failed run look like success; the one sentence above them says what became of them.
  @Test func aFailedRunSaysThatItsResultIsGone() {
    let counts = [EntityCounts(source: "Book", destination: "Book", read: 42, migrated: 42)]
    func text(_ outcome: Outcome, _ id: String) -> String {
      var body = ReportBody(outcome: outcome, entities: counts)
      body.add([Diagnostic(DiagnosticID(id), .error, summary: "S.")])
      return TextRenderer(ImportReport(body: body)).text()
    }
    let gone = "\n(The result described here was thrown away.)\n\nentity"
    let failed = text(.failed, "output.exists")
    #expect(failed.contains(gone))
    #expect(failed.contains("The original is as it was, and no new store was\n  written.\n"))
    #expect(!text(.migratedWithFindings, "output.exists").contains(gone))
    let incomplete = text(.failed, "output.undo-incomplete")
    #expect(!incomplete.contains(gone))
    #expect(!incomplete.contains("no new store was written"))
    #expect(incomplete.contains("The original is as it was."))
    #expect(!TextRenderer(ImportReport(body: ReportBody(outcome: .failed))).text().contains("thrown away"))
  }

  /// A report may be years old, or made up: names in it are shown harmless, and what is no name is not shown.
  @Test func namesOfFiles() {
    func header(_ store: JSONValue, _ output: JSONValue) -> Substring? {
      let meta: [String: JSONValue] = ["store": store, "output": output]
      let report = ImportReport(body: ReportBody(outcome: .migrated), meta: meta)
      return TextRenderer(report).text().split(separator: "\n").dropFirst().first
    }
    #expect(header("A.sqlite", "B\u{1B}.sqlite") == "A.sqlite -> B\\u{1B}.sqlite")
    #expect(header("A.sqlite", 1) == "unknown version -> unknown version")
    #expect(header("", "B.sqlite") == "unknown version -> unknown version")
  }

  /// Names come from files: they steer no terminal, and wide letters keep the columns aligned.
  @Test func strangeNames() {
    let body = ReportBody(
      outcome: .migrated,
      entities: [
        EntityCounts(source: "本", destination: "本", read: 1, migrated: 1),
        EntityCounts(source: "e\u{301}\u{1B}[2J\u{202E}", destination: "B", read: .max, migrated: .max),
      ])
    let text = TextRenderer(ImportReport(body: body)).text()
    let table = text.split(separator: "\n\n")[1].split(separator: "\n").map(String.init)
    #expect(
      table == [
        #"entity                                  read             migrated  dropped"#,
        #"-----------------------  -------------------  -------------------  -------"#,
        "e\u{301}\\u{1B}[2J\\u{202E} -> B  9223372036854775807  9223372036854775807        0",
        #"本                                         1                    1        0"#,
        #"-----------------------  -------------------  -------------------  -------"#,
        #"total                               too many             too many        0"#,
      ])
  }

  @Test("Columns without a number go before a name is broken; those of every report stay")
  func narrowTables() {
    let long = "ManagedObjectWithARatherLongNameOfIts"
    func table(_ name: String, merged: Int64) -> [Substring] {
      let counts = EntityCounts(
        source: name, destination: name, read: 9, migrated: 9 - merged, merged: merged)
      let text = TextRenderer(ImportReport(body: ReportBody(outcome: .migrated, entities: [counts]))).text()
      return text.split(separator: "\n\n")[1].split(separator: "\n")
    }
    #expect(table("Book", merged: 0)[0] == "entity  read  migrated  merged  dropped  rejected")
    let wide = table(long, merged: 0)
    #expect(
      wide[0] == "entity" + String(repeating: " ", count: 31) + "  read  migrated  merged  dropped  rejected")
    let longer = long + "OwnThatGo"
    #expect(table(longer, merged: 0)[0].hasSuffix("  read  migrated  dropped"))
    #expect(table(longer, merged: 1)[0].hasSuffix("  read  migrated  merged  dropped"))
    let longest = table(longer + longer, merged: 1)
    #expect(
      longest == [
        "entity  read  migrated  merged  dropped", "------  ----  --------  ------  -------",
        Substring(longer + longer), "           9         8       1        0",
        "------  ----  --------  ------  -------", "total      9         8       1        0",
      ])
    #expect(wide.allSatisfy { $0.count <= 80 })
  }

  @Test("A table with names that are too long, and columns without a sum")
  func table() {
    let table = TextTable(
      header: ["name", "number", "rows"], rows: [("short", [1, 10]), ("much longer than that", [22, 5])],
      unsummed: ["number"], columns: 24)
    #expect(
      table.lines == [
        "name   number  rows", "-----  ------  ----", "short       1    10", "much longer than that",
        "           22     5", "-----  ------  ----", "total            15",
      ])
    let plain = TextTable(header: ["name", "rows"], rows: [("a", [1])], unsummed: ["rows"])
    #expect(plain.lines == ["name  rows", "----  ----", "a        1"])
  }
}
