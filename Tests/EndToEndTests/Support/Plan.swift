import Foundation
import Testing

/// What `plan --json` said.
struct Plan {
  let run: Program.Run
  let json: JSON
  /// What it said without `--json`.
  let text: String

  var body: JSON { json["body"] }
  var outcome: String? { body["outcome"].string }

  /// `source -> destination rows fate`.
  var entities: [String] { entities(of: body) }

  /// Of a step, where there are several.
  func entities(step: Int) -> [String] { entities(of: body["steps"].list[step]) }

  private func entities(of tables: JSON) -> [String] {
    tables["entities"].list.map { entity in
      let ends = ["source", "destination"].map { entity[$0].string ?? "-" }.joined(separator: " -> ")
      return "\(ends) \(entity["rows"].integer ?? -1) \(entity["fate"].string ?? "")"
    }
  }

  /// `source -> destination rows fate`, without what is kept as it is.
  var changes: [String] { changes(of: body) }

  func changes(step: Int) -> [String] { changes(of: body["steps"].list[step]) }

  private func changes(of tables: JSON) -> [String] {
    tables["properties"].list.filter { $0["fate"] != .text("kept") }.map { property in
      let ends = ["source", "destination"].map { end in
        property[end]["entity"].string.map { "\($0).\(property[end]["property"].string ?? "")" } ?? "-"
      }
      return
        "\(ends.joined(separator: " -> ")) \(property["rows"].integer ?? -1) \(property["fate"].string ?? "")"
    }
  }

  /// `source -> destination rows: reasons`.
  var proposals: [String] {
    body["proposals"].list.map { proposal in
      let reasons = proposal["reasons"].list.compactMap(\.string).joined(separator: ", ")
      return "\(proposal["source"].string ?? "") -> \(proposal["destination"].string ?? "") "
        + "\(proposal["rows"].integer ?? -1): \(reasons)"
    }
  }

  var obstacles: [String] { lines("obstacles") }
  var warnings: [String] { lines("warnings") }

  /// Consent → rows.
  func consents(_ key: String = "consents") -> [String: Int64] {
    Dictionary(
      body[key].list.compactMap { row in
        row["consent"].string.flatMap { name in row["rows"].integer.map { (name, $0) } }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// `id subject count keys`.
  private func lines(_ key: String) -> [String] {
    body[key].list.map { finding in
      let subject = ["entity", "property"].compactMap { finding[$0].string }.joined(separator: ".")
      let keys = finding["oldKeys"].list.compactMap(\.integer)
      return "\(finding["id"].string ?? "") \(subject) \(finding["count"].integer ?? -1) \(keys)"
    }
  }
}

extension Workshop {
  /// Plans for `in/STORE`, as JSON and as text, and holds both to what every plan promises: nothing that was given has
  /// changed, nothing is left in the temporary folder, both ways end alike, and the body is the same twice.
  func plan(
    _ store: String, _ options: [String], status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Plan {
    try scratch.makeFolder("temporary")
    let before = try scratch.digests("in")
    let environment = ["TMPDIR": scratch("temporary")]
    let words = ["plan", input(store)] + options
    let run = try Program.run(words + ["--json"], environment: environment, sourceLocation: sourceLocation)
    let spoken = try Program.run(words, environment: environment, sourceLocation: sourceLocation)
    #expect(run.status == status, "\(run.output)\(run.error)", sourceLocation: sourceLocation)
    #expect(spoken.status == run.status, sourceLocation: sourceLocation)
    #expect(run.error.isEmpty && spoken.error.isEmpty, sourceLocation: sourceLocation)
    let json = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    let again = try Program.run(words + ["--json"], environment: environment, sourceLocation: sourceLocation)
    #expect(again.output == run.output, sourceLocation: sourceLocation)
    #expect(json["meta"]["exitStatus"].integer == run.status.map(Int64.init), sourceLocation: sourceLocation)
    #expect(json["body"].members.keys.sorted() == Self.planKeys, sourceLocation: sourceLocation)
    #expect(
      spoken.output.split(separator: "\n").allSatisfy { $0.count <= 80 || !$0.contains(" ") },
      "a line is too long", sourceLocation: sourceLocation)
    // Rules give rows and values names that are made up, and nobody's business.
    #expect(
      !run.output.contains("ruled0") && !spoken.output.contains("ruled0"), "\(spoken.output)",
      sourceLocation: sourceLocation)
    try #expect(scratch.digests("in") == before, "what was given changed", sourceLocation: sourceLocation)
    try #expect(scratch.contents("temporary") == [], "left behind", sourceLocation: sourceLocation)
    return Plan(run: run, json: json, text: spoken.output)
  }

  static let planKeys = [
    "consents", "destination", "entities", "given", "notes", "obstacles", "outcome", "properties",
    "proposals", "source", "sourceDigests", "steps", "warnings",
  ]
}

extension Fixture {
  func plan(
    _ options: String..., version: String, status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Plan {
    try workshop.plan(
      store, ["--model", workshop.input(Self.model), "--model-version", version] + options, status: status,
      sourceLocation: sourceLocation)
  }
}

extension Scene {
  func plan(
    mapping text: String? = nil, _ options: String..., status: Int32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Plan {
    let mapping = try text.map { ["--mapping", try self.mapping($0)] } ?? []
    return try workshop.plan(
      Self.store, ["--model", workshop.input(Self.bundle)] + mapping + options, status: status,
      sourceLocation: sourceLocation)
  }
}

extension HandMade {
  func plan(_ options: String..., status: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Plan
  {
    try workshop.plan(
      Self.store, ["--model", workshop.input(Self.model), "--source-version", "V1"] + options,
      status: status, sourceLocation: sourceLocation)
  }

  /// One entity, its number 1, its table with the columns given.
  static func one(_ entity: String, _ first: [String], _ second: [String], columns: String, rows: String)
    throws -> HandMade
  {
    try HandMade(
      Self.entity(entity, "", first.joined()), Self.entity(entity, "", second.joined()),
      entities: [Entity(1, entity)],
      schema: """
        CREATE TABLE Z\(entity.uppercased()) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns));
        INSERT INTO Z\(entity.uppercased()) VALUES \(rows);
        """)
  }
}
