import Diagnostics
import Reports
import Testing

@Suite struct ImportReportTests {
  @Test func jsonOfASmallReport() {
    var body = ReportBody(
      outcome: .blocked, entities: [EntityCounts(source: "A", destination: nil, read: 1, migrated: 0)])
    body.add([
      Diagnostic(
        DiagnosticID("plan.loss"), .error, Subject(entity: "A"), count: 1, oldKeys: [9], summary: "S.")
    ])
    #expect(
      ImportReport(body: body, meta: ["host": "h"]).json() == """
        {
          "body": {
            "attributes": [],
            "consents": [],
            "destination": {
              "format": null,
              "hashOrigin": null,
              "modelVersion": null,
              "recognisedBy": null,
              "versionHashes": null
            },
            "entities": [
              {
                "destination": null,
                "dropped": 0,
                "merged": 0,
                "migrated": 0,
                "read": 1,
                "rejected": 0,
                "source": "A"
              }
            ],
            "findings": [
              {
                "count": 1,
                "entity": "A",
                "id": "plan.loss",
                "oldKeys": [
                  9
                ],
                "property": null,
                "recovery": [],
                "severity": "error",
                "summary": "S."
              }
            ],
            "outcome": "blocked",
            "relationships": [],
            "source": {
              "format": null,
              "hashOrigin": null,
              "modelVersion": null,
              "recognisedBy": null,
              "versionHashes": null
            }
          },
          "formatVersion": 1,
          "meta": {
            "host": "h"
          }
        }

        """)
  }

  @Test func whatIsWrittenReadsBack() throws {
    let report = sampleReport()
    let text = report.json()
    let read = try ImportReport(parsing: Array(text.utf8))
    #expect(read.body == report.body.inDefinedOrder())
    #expect(read.meta == report.meta)
    #expect(read.json() == text)
  }

  @Test func orderOfPartsDoesNotMatter() {
    let report = sampleReport()
    var other = report
    other.body.entities.reverse()
    other.body.relationships.reverse()
    other.body.attributes.reverse()
    other.body.findings.reverse()
    #expect(other.body != report.body)
    #expect(other.json() == report.json())
  }

  @Test func findingsAreInDefinedOrder() {
    var body = ReportBody(outcome: .failed)
    body.add([
      Diagnostic(DiagnosticID("b.b"), .note, summary: "8"),
      Diagnostic(DiagnosticID("b.b"), .error, Subject(entity: "B"), oldKeys: [2], summary: "6"),
      Diagnostic(DiagnosticID("b.b"), .error, Subject(entity: "B"), oldKeys: [1, 9], summary: "5"),
      Diagnostic(DiagnosticID("b.b"), .error, Subject(entity: "A", property: "z"), summary: "3"),
      Diagnostic(DiagnosticID("b.b"), .error, Subject(entity: "A"), summary: "2"),
      Diagnostic(DiagnosticID("b.b"), .error, summary: "1"),
      Diagnostic(DiagnosticID("a.a"), .error, Subject(entity: "Z"), summary: "0"),
      Diagnostic(DiagnosticID("a.a"), .warning, summary: "7"),
      Diagnostic(DiagnosticID("b.b"), .error, Subject(entity: "B"), summary: "4"),
    ])
    #expect(body.inDefinedOrder().findings.map(\.summary) == ["0", "1", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test func balance() {
    #expect(
      EntityCounts(source: "A", destination: "A", read: 10, migrated: 4, merged: 3, dropped: 2, rejected: 1)
        .isBalanced)
    #expect(!EntityCounts(source: "A", destination: "A", read: 10, migrated: 9).isBalanced)
    #expect(!EntityCounts(source: "A", destination: "A", read: 1, migrated: .max, merged: .max).isBalanced)
    #expect(
      RelationshipCounts(entity: "A", name: "b", read: 6, connected: 1, dangling: 2, dropped: 3).isBalanced)
    #expect(!RelationshipCounts(entity: "A", name: "b", read: 6, connected: 7).isBalanced)
  }

  static let refused: [(String, String, String)] = [
    (
      #""formatVersion": 1"#, #""formatVersion": 2"#,
      "a report of format version 2; only version 1 can be read"
    ),
    (#""formatVersion": 1"#, #""formatVersion": "1""#, "not a report: formatVersion is not an integer"),
    (#""formatVersion": 1"#, #""version": 1"#, "not a report: formatVersion is missing"),
    (#""meta": {"#, #""more": 1, "meta": {"#, "not a report that this version knows: more is an unknown key"),
    (
      #""outcome": "migrated-with-findings""#, #""outcome": "done""#,
      "not a report: body.outcome is not one of migrated, migrated-with-findings, nothing-to-do, blocked,"
        + " failed, restored, verified, differs"
    ),
    (#""migrated": 11998"#, #""migrated": -1"#, "not a report: body.entities[1].migrated is not a count"),
    (#""migrated": 11998"#, #""migrated": 1.5"#, "not a report: body.entities[1].migrated is not an integer"),
    (#""merged": 1"#, #""mergd": 1"#, "not a report: body.entities[1].merged is missing"),
    (
      #""rows": 4"#, #""rows": 4, "x": 0"#,
      "not a report that this version knows: body.consents[0].x is an unknown key"
    ),
    (
      #""computed""#, #""guessed""#,
      "not a report: body.source.hashOrigin[Author] is not one of copied, computed, template, version-info"
    ),
    (#""ab12""#, "12", "not a report: body.source.versionHashes[Book] is not a string"),
    (
      #""severity": "error""#, #""severity": "fatal""#,
      "not a report: body.findings[0].severity is not one of note, warning, error"
    ),
    ("        7\n", "        \"7\"\n", "not a report: body.findings[0].oldKeys[0] is not an integer"),
    (
      #""format": "coredata""#, #""format": 1"#,
      "not a report: body.destination.format is not a string or null"
    ),
  ]

  @Test(arguments: refused)
  func refuses(part: String, replacement: String, message: String) throws {
    let text = sampleReport().json()
    let range = try #require(text.firstRange(of: part))
    let changed = text.replacingCharacters(in: range, with: replacement)
    let error = #expect(throws: ReportFormatError.self) { try ImportReport(parsing: Array(changed.utf8)) }
    #expect(error?.description == message)
  }

  @Test func refusesWhatIsNoReport() {
    #expect(Self.refused.count >= 14)
    for (text, message) in [
      ("[]", "not a report: the document is not an object"),
      ("{}", "not a report: formatVersion is missing"),
      ("{\"formatVersion\": 1,\n \"body\": nil}", "not JSON: line 2, column 10: unexpected character"),
      ("", "not JSON: line 1, column 1: the text ends too early"),
    ] {
      let error = #expect(throws: ReportFormatError.self) { try ImportReport(parsing: Array(text.utf8)) }
      #expect(error?.description == message)
    }
  }
}

extension String {
  func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
