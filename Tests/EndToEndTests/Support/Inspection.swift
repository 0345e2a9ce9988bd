import Foundation
import Testing

/// What `inspect --json` said of a store.
struct Inspection {
  let run: Program.Run
  let json: JSON
  /// What it said without `--json`.
  let text: String

  var version: JSON { json["version"] }
  var files: JSON { json["files"] }

  /// Rows by the entity's name; nil for what could not be counted.
  var rows: [String: Int64?] { numbers("entities", "rows") { $0["name"].string } }

  /// Links by `Entity.relationship`.
  var links: [String: Int64?] {
    numbers("relationships", "links") { "\($0["entity"].string ?? "").\($0["name"].string ?? "")" }
  }

  private func numbers(_ list: String, _ number: String, by name: (JSON) -> String?) -> [String: Int64?] {
    Dictionary(
      json[list].list.map { (name($0) ?? "", $0[number].integer) }, uniquingKeysWith: { first, _ in first })
  }

  func table(_ name: String) -> JSON { json["tables"].list.first { $0["name"] == .text(name) } ?? .null }

  func findings(_ id: String) -> [JSON] { json["findings"].list.filter { $0["id"] == .text(id) } }

  /// `severity id subject count`, without notes.
  var problems: [String] {
    json["findings"].list.filter { $0["severity"] != .text("note") }.map { finding in
      let subject = ["entity", "property"].compactMap { finding[$0].string }.joined(separator: ".")
      return [finding["severity"].string ?? "", finding["id"].string ?? "", subject]
        .filter { !$0.isEmpty }.joined(separator: " ") + " \(finding["count"].integer ?? -1)"
    }
  }
}

extension Workshop {
  /// Looks into `in/STORE`, as JSON and as text, and holds both to what every inspection promises: nothing that was
  /// given has changed, nothing is left in the temporary folder, both ways say the same, and twice the same.
  func inspect(
    _ store: String, _ options: [String] = [], status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Inspection {
    try scratch.makeFolder("temporary")
    let before = try state()
    let environment = ["TMPDIR": scratch("temporary")]
    let run = try Program.run(
      ["inspect", input(store), "--json"] + options, environment: environment, sourceLocation: sourceLocation)
    let words = try Program.run(
      ["inspect", input(store)] + options, environment: environment, sourceLocation: sourceLocation)
    #expect(run.status == status, "\(run.output)\(run.error)", sourceLocation: sourceLocation)
    #expect(words.status == run.status, sourceLocation: sourceLocation)
    #expect(run.error.isEmpty && words.error.isEmpty, sourceLocation: sourceLocation)
    let json = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    #expect(json["exitStatus"].integer == run.status.map(Int64.init), sourceLocation: sourceLocation)
    #expect(json.members.keys.sorted() == Self.inspectionKeys, sourceLocation: sourceLocation)
    try #expect(state() == before, "what was given changed", sourceLocation: sourceLocation)
    try #expect(scratch.contents("temporary") == [], "left behind", sourceLocation: sourceLocation)
    return Inspection(run: run, json: json, text: words.output)
  }

  static let inspectionKeys = [
    "database", "entities", "exitStatus", "externalData", "files", "findings", "formatVersion", "metadata",
    "relationships", "store", "tables", "transformables", "version",
  ]

  /// Bytes and times of everything that was given, the folder itself too.
  private func state() throws -> [String: String] {
    var state = try scratch.digests("in")
    for name in try [""] + scratch.contents("in") {
      let attributes = try FileManager.default.attributesOfItem(atPath: input(name))
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      state["time of " + name] = "\(time)"
    }
    return state
  }
}
