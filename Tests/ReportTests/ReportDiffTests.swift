import Diagnostics
import Reports
import Testing

@Suite struct ReportDiffTests {
  @Test func equalBodies() {
    let old = sampleReport()
    var new = old
    new.meta = ["tool": "2.0"]
    new.body.findings.reverse()
    let diff = ReportDiff(old: old, new: new)
    #expect(diff.isEqual)
    #expect(diff.text() == "The reports agree.\nfindings: 0 new, 0 fixed, 0 changed, 4 unchanged\n")
    #expect(
      diff.json() == """
        {
          "differences": [],
          "equal": true,
          "findings": {
            "changed": 0,
            "fixed": 0,
            "new": 0,
            "unchanged": 4
          },
          "formatVersion": 1
        }

        """)
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
    new.body.attributes[0].digest = "sha256:11ee"
    new.body.consents = []
    new.body.findings.removeAll { $0.id == "source.rejected" }
    new.body.findings[1].oldKeys = Array(102...113) + [200]
    new.body.findings[1].severity = .error
    new.body.add([
      Diagnostic(DiagnosticID("source.rejected"), .error, Subject(entity: "Author"), count: 1, summary: "R.")
    ])
    #expect(
      ReportDiff(old: old, new: new).text() == """
        outcome: migrated-with-findings -> failed
        source.recognisedBy: version hashes -> null
        source.versionHashes[Book]: ab12 -> ffff
        source.versionHashes[Loan]: only in new
        destination.hashOrigin: null -> {"Book":"computed"}
        entities[Book -> Publication].migrated: 11998 -> 11
        entities[Loan]: only in new
        entities[Tag -> (none)]: only in old
        relationships[Book.author].dangling: 13 -> 14
        attributes[Book.title].digest: sha256:00ff -> sha256:11ee
        findings[source.dangling-link Book.author].oldKeys: without 101; with 200
        findings[source.dangling-link Book.author].severity: warning -> error
        findings[source.rejected Author]: only in new
        findings[source.rejected Book]: only in old
        consents[drop:Tag]: only in old
        findings: 1 new, 1 fixed, 1 changed, 2 unchanged

        """)
  }

  @Test func jsonCarriesBothSides() {
    let old = ImportReport(body: ReportBody(outcome: .migrated))
    let new = ImportReport(
      body: ReportBody(outcome: .blocked, consents: [ConsentCount(consent: "drop:A", rows: 2)]))
    #expect(
      ReportDiff(old: old, new: new).json() == """
        {
          "differences": [
            {
              "change": "changed",
              "new": "blocked",
              "old": "migrated",
              "place": "outcome"
            },
            {
              "change": "only-in-new",
              "new": {
                "consent": "drop:A",
                "rows": 2
              },
              "old": null,
              "place": "consents[drop:A]"
            }
          ],
          "equal": false,
          "findings": {
            "changed": 0,
            "fixed": 0,
            "new": 0,
            "unchanged": 0
          },
          "formatVersion": 1
        }

        """)
  }

  /// Two findings about the same thing are both compared.
  @Test func repeatedFindings() {
    func report(_ keys: [[Int64]]) -> ImportReport {
      var body = ReportBody(outcome: .failed)
      body.add(
        keys.map { Diagnostic(DiagnosticID("a.b"), .error, Subject(entity: "E"), oldKeys: $0, summary: "S.") }
      )
      return ImportReport(body: body)
    }
    let diff = ReportDiff(old: report([[1], [2]]), new: report([[1], [3], [4]]))
    #expect(
      diff.text() == """
        findings[a.b E #2].oldKeys: without 2; with 3
        findings[a.b E #3]: only in new
        findings: 1 new, 0 fixed, 1 changed, 1 unchanged

        """)
  }

  /// Equal is equal in bytes: letters that Unicode calls equivalent are still different names.
  @Test func equivalentLettersDiffer() {
    func report(_ name: String) -> ImportReport {
      ImportReport(body: ReportBody(outcome: .failed, source: StoreSummary(modelVersion: name)))
    }
    #expect(!ReportDiff(old: report("\u{e9}"), new: report("e\u{301}")).isEqual)
  }
}
