import Diagnostics
import Reports
import Testing

@Suite struct ReportDiffTests {
  static let names = (old: "old.json", new: "new.json")

  private func diff(_ old: ImportReport, _ new: ImportReport, _ waivers: [Waiver] = []) -> ReportDiff {
    ReportDiff(old: old.body, new: new.body, waivers: waivers)
  }

  private func text(_ diff: ReportDiff) -> String { DiffText(diff, names: Self.names).text() }

  @Test func equalBodies() {
    let old = sampleReport()
    var new = old
    new.meta = ["tool": "2.0"]
    new.body.findings.reverse()
    let diff = diff(old, new)
    #expect(diff.isEqual)
    #expect(
      text(diff) == """
        --- old.json: Library 1 -> Library 2, migrated-with-findings
        +++ new.json: Library 1 -> Library 2, migrated-with-findings

        Findings: 0 new, 0 fixed, 0 changed, 4 unchanged, 0 waived

        The reports agree.

        """)
    #expect(diff.findings.map(\.change) == [.unchanged, .unchanged, .unchanged, .unchanged])
  }

  @Test func everyKindOfDifference() {
    let old = sampleReport()
    var new = old
    new.body.outcome = .failed
    new.body.source.recognisedBy = nil
    new.body.source.versionHashes?["Book"] = "ffff"
    new.body.source.versionHashes?["Loan"] = "eeee"
    new.body.destination.hashOrigin = ["Book": .computed]
    new.body.entities[1].migrated = 11
    new.body.entities.remove(at: 0)
    new.body.entities.append(EntityCounts(source: "Loan", destination: "Loan", read: 1, migrated: 1))
    new.body.relationships[0].dangling = 14
    new.body.attributes[0].digest = "sha256:" + String(repeating: "1", count: 64)
    new.body.consents = []
    new.body.findings.removeAll { $0.id == "source.rejected" }
    new.body.findings[1].oldKeys = Array(102...113) + [200]
    new.body.findings[1].severity = .error
    new.body.add([
      Diagnostic(DiagnosticID("source.rejected"), .error, Subject(entity: "Author"), count: 1, summary: "R.")
    ])
    let diff = diff(old, new)
    #expect(
      text(diff) == """
        --- old.json: Library 1 -> Library 2, migrated-with-findings
        +++ new.json: Library 1 -> Library 2, failed

        Findings: 1 new, 1 fixed, 1 changed, 2 unchanged, 0 waived
        + error[source.rejected] Author (1): R.
        - error[source.rejected] Book (1): A row was rejected.
        - warning[source.dangling-link] Book.author (13): Links lead to no row.
        + error[source.dangling-link] Book.author (13): Links lead to no row.
            old keys: without 101; with 200

        Outcome
        - outcome  migrated-with-findings
        + outcome  failed

        Versions
        - source.recognisedBy         version hashes
        + source.recognisedBy         none
        - source.versionHashes[Book]  ab12
        + source.versionHashes[Book]  ffff
        + source.versionHashes[Loan]  eeee
        - destination.hashOrigin      none
        + destination.hashOrigin      Book computed

        Counts
        - entities[Book -> Publication].migrated  11998
        + entities[Book -> Publication].migrated  11
        + entities[Loan]                          migrated 1, read 1
        - entities[Tag -> (none)]                 dropped 4, read 4
        - relationships[Book.author].dangling     13
        + relationships[Book.author].dangling     14

        Digests of values
        - attributes[Book.title].digest  sha256:00ff
        + attributes[Book.title].digest  sha256:1111111111111111…

        Consents
        - consents[drop:Tag]  rows 4

        The reports differ.

        """)
    #expect(text(diff).split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      Set(diff.differences.map(\.kind)) == [.outcome, .version, .count, .digest, .finding, .consent])
  }

  @Test("Colour is for the lines that differ, and for nothing else")
  func colour() {
    var new = sampleReport()
    new.body.consents = []
    let diff = diff(sampleReport(), new)
    let coloured = DiffText(diff, names: Self.names, isColoured: true).text()
    #expect(coloured.contains("\u{1B}[31m- consents[drop:Tag]  rows 4\u{1B}[0m\n"))
    #expect(coloured.contains("\u{1B}[1mConsents\u{1B}[0m\n"))
    let plain = coloured.replacing(/\x{1B}\[[0-9]*m/, with: "")
    #expect(plain == text(diff))
    #expect(!text(diff).contains("\u{1B}"))
  }

  @Test func jsonCarriesBothSides() {
    let old = ImportReport(body: ReportBody(outcome: .migrated))
    var new = ImportReport(
      body: ReportBody(outcome: .blocked, consents: [ConsentCount(consent: "drop:A", rows: 2)]))
    new.body.add([Diagnostic(DiagnosticID("a.b"), .note, Subject(entity: "E"), count: 3, summary: "S.")])
    #expect(
      diff(old, new, [Waiver(id: "a.b", entity: "E"), Waiver(id: "a.c", line: 4)]).json() == """
        {
          "differences": [
            {
              "change": "changed",
              "kind": "outcome",
              "new": "blocked",
              "old": "migrated",
              "place": "outcome",
              "waived": false
            },
            {
              "change": "only-in-new",
              "kind": "finding",
              "new": {
                "count": 3,
                "entity": "E",
                "id": "a.b",
                "oldKeys": [],
                "property": null,
                "recovery": [],
                "severity": "note",
                "summary": "S."
              },
              "old": null,
              "place": "findings[a.b E]",
              "waived": true
            },
            {
              "change": "only-in-new",
              "kind": "consent",
              "new": {
                "consent": "drop:A",
                "rows": 2
              },
              "old": null,
              "place": "consents[drop:A]",
              "waived": false
            }
          ],
          "equal": false,
          "findingChanges": [
            {
              "change": "new",
              "entity": "E",
              "id": "a.b",
              "newCount": 3,
              "oldCount": null,
              "property": null,
              "severity": "note",
              "waived": true
            }
          ],
          "findings": {
            "changed": 0,
            "fixed": 0,
            "new": 0,
            "unchanged": 0,
            "waived": 1
          },
          "formatVersion": 1,
          "unusedWaivers": [
            {
              "entity": null,
              "id": "a.c",
              "line": 4,
              "property": null
            }
          ]
        }

        """)
  }

  /// Two findings about the same thing are both compared, and those that are alike belong together.
  @Test func repeatedFindings() {
    func report(_ keys: [[Int64]]) -> ImportReport {
      var body = ReportBody(outcome: .failed)
      body.add(
        keys.map { Diagnostic(DiagnosticID("a.b"), .error, Subject(entity: "E"), oldKeys: $0, summary: "S.") }
      )
      return ImportReport(body: body)
    }
    let grown = diff(report([[1], [2]]), report([[1], [3], [4]]))
    #expect(grown.differences.map(\.place) == ["findings[a.b E #2].oldKeys", "findings[a.b E #3]"])
    #expect(grown.findings.map(\.change) == [.new, .changed, .unchanged])
    let shrunk = diff(report([[1], [2], [3]]), report([[2], [3]]))
    #expect(shrunk.findings.map(\.change) == [.fixed, .unchanged, .unchanged])
  }

  /// Equal is equal in bytes: letters that Unicode calls equivalent are still different names.
  @Test func equivalentLettersDiffer() {
    func report(_ name: String) -> ImportReport {
      ImportReport(body: ReportBody(outcome: .failed, source: StoreSummary(modelVersion: name)))
    }
    #expect(!diff(report("\u{e9}"), report("e\u{301}")).isEqual)
  }

  @Test("Models are compared name by name, and not with a report that has none")
  func models() {
    var old = sampleReport()
    old.body.models = sampleModels()
    var new = old
    #expect(diff(old, sampleReport()).isEqual)
    new.body.models?.destination[0].attributes[0].type = "Integer 64"
    new.body.models?.became.removeLast()
    let found = diff(old, new)
    #expect(
      found.differences.map(\.place) == [
        "models.became[(none) -> Publication.pages]", "models.destination[Author].attributes[name].type",
      ])
    #expect(found.differences.allSatisfy { $0.kind == .model })
    #expect(text(found).contains("\n\nModels\n- models.became[(none) -> Publication.pages]  change new\n"))
  }
}
