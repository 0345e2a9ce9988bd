import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing

@testable import Reports

/// The schema that `Documentation` has, against the page beside it and the code.
@Suite("The schema of the report")
struct ReportSchemaTests {
  private static let documentation = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation")

  private static func schema() throws -> JSONSchema {
    try JSONSchema(Data(contentsOf: documentation.appendingPathComponent("report.schema.json")))
  }

  private static var report: ImportReport {
    var report = sampleReport()
    report.body.models = sampleModels()
    report.body.attributes[0].digest = "sha256:" + String(repeating: "0f", count: 32)
    report.body.steps = [StepSummary(from: "A", to: "B", how: .inferred, entities: report.body.entities)]
    report.body.findings[1].links = [.init(owner: 1, target: 2)]
    return report
  }

  private func fault(_ text: String) throws -> String? {
    try Self.schema().fault(in: JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  @Test("What is written keeps it")
  func accepts() throws {
    #expect(try fault(Self.report.json()) == nil)
    for outcome in Outcome.allCases {
      #expect(try fault(ImportReport(body: ReportBody(outcome: outcome)).json()) == nil)
    }
  }

  static let wrong: [(String, String)] = [
    (#""formatVersion": 1"#, #""formatVersion": 2"#), (#""formatVersion": 1"#, #""formatVersion": true"#),
    (#""formatVersion": 1"#, #""formatVersion": 1, "more": 1"#),
    (#""outcome": "migrated-"#, #""outcome": "was-"#),
    (#""migrated": 11998"#, #""migrated": -1"#), (#""migrated": 11998"#, #""migrated": 1.5"#),
    (#""migrated": 11998"#, #""migrated": "11998""#), (#""merged": 1"#, #""mergd": 1"#),
    (#""rows": 4"#, #""rows": 4, "x": 0"#), (#""computed""#, #""guessed""#), (#""ab12""#, #""AB12""#),
    (#""severity": "error""#, #""severity": "fatal""#), (#""sha256:0f0f"#, #""sha256:0g0f"#),
    (#""sha256:0f0f"#, #""sha256:0f0f0f"#), (#""id": "plan.dropped""#, #""id": "plan dropped""#),
    (#""abstract": true"#, #""abstract": 1"#), (#""change": "converted""#, #""change": "vanished""#),
    (#""optional": false"#, #""optional": null"#), (#""toMany": true"#, #""toMany": "yes""#),
    (#""property": "code""#, #""property": 3"#), (#""how": "inferred""#, #""how": "guessed""#),
    (#""summary": "A row was rejected.""#, #""summary": """#),
    (#""store": "Library.sqlite""#, #""store": 1"#),
    (#""create": 0.25"#, #""create": -0.25"#), (#""nulls": 0"#, #""nulls": null"#),
  ]

  @Test("What is wrong breaks it", arguments: wrong)
  func refuses(part: String, replacement: String) throws {
    let text = Self.report.json()
    let range = try #require(text.firstRange(of: part))
    #expect(try fault(text.replacingCharacters(in: range, with: replacement)) != nil)
  }

  @Test("Every key that the body must have is missed")
  func missingKeys() throws {
    #expect(Self.wrong.count >= 25)
    guard case .object(let whole) = try JSONValue(parsing: Array(Self.report.json().utf8)),
      case .object(let body)? = whole["body"]
    else { throw CancellationError() }
    for key in body.keys {
      var (document, rest) = (whole, body)
      rest[key] = nil
      document["body"] = .object(rest)
      let isOptional = ["steps", "models", "checks"].contains(key)
      #expect((try fault(JSONValue.object(document).text) == nil) == isOptional, "\(key)")
    }
  }

  @Test("What the program refuses to read and what the schema refuses are the same keys")
  func sameAsTheReader() throws {
    for (part, replacement) in Self.wrong
    where !["\"sha256", "\"ab12", "\"id\"", "\"summ"].contains(where: part.hasPrefix) {
      guard !part.hasPrefix("\"store\""), !part.hasPrefix("\"create\"") else { continue }
      let text = Self.report.json()
      let range = try #require(text.firstRange(of: part))
      let changed = text.replacingCharacters(in: range, with: replacement)
      #expect(throws: ReportFormatError.self, "\(replacement)") {
        try ImportReport(parsing: Array(changed.utf8))
      }
    }
  }

  @Test("Words of closed lists are those of the code")
  func words() throws {
    let schema = try Self.schema()
    #expect(schema.words("body", "outcome") == Outcome.allCases.map(\.rawValue))
    #expect(schema.words("finding", "severity") == Severity.allCases.map(\.rawValue))
    #expect(Set(schema.words("step", "how")) == Set(StepSummary.Means.allCases.map(\.rawValue)))
    #expect(schema.words("check", "state") == CheckSummary.State.allCases.map(\.rawValue))
    #expect(schema.words("change", "change") == ReportedChange.Change.allCases.map(\.rawValue))
  }

  /// Heading of the page, definition of the schema.
  private static let sections = [
    "## `body`": "body", "### `source`, `destination`": "store", "### `entities`": "entity",
    "### `relationships`": "relationship", "### `attributes`": "attribute", "### `findings`": "finding",
    "### `consents`": "consent", "### `checks`": "check", "### `steps`": "step", "### `models`": "models",
    "## `meta`": "meta",
  ]

  @Test("Every key of the schema stands in the page, in its section, and the other way round")
  func page() throws {
    let page = try String(
      contentsOf: Self.documentation.appendingPathComponent("ReportFormat.md"), encoding: .utf8)
    let objects = try Self.schema().objects
    var told: [String: Set<String>] = [:]
    var section = ""
    for line in page.split(separator: "\n") {
      if line.hasPrefix("#") { section = String(line) }
      guard line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { continue }
      told[section, default: []].formUnion(cell.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) })
    }
    for (heading, definition) in Self.sections {
      var keys = objects[definition]?.keys ?? []
      // Their own parts stand in the same table.
      if definition == "models" {
        for part in ["modelEntity", "modelAttribute", "modelRelationship", "change", "name"] {
          keys.formUnion(objects[part]?.keys ?? [])
        }
      }
      #expect(!keys.isEmpty)
      #expect(told[heading] == keys, "\(heading)")
    }
    let described = Set(Self.sections.values).union([
      "", "modelEntity", "modelAttribute", "modelRelationship", "change", "name", "sourceFile",
    ])
    #expect(Set(objects.keys) == described)
    #expect(objects["sourceFile"]?.keys.allSatisfy { page.contains("`\($0)`") } == true)
  }

  @Test("A keyword that the validator does not know is refused, not passed over")
  func unknownKeywords() {
    for text in [
      #"{"type": "object", "minProperties": 1}"#, #"{"type": "text"}"#, ##"{"$ref": "#/$defs/none"}"##,
    ] {
      #expect(throws: JSONSchema.Unsupported.self) { try JSONSchema(Data(text.utf8)) }
    }
  }
}
