import Foundation
import Testing

/// What `status --bundle` wrote of a store.
struct StoreBundle {
  let run: Program.Run
  let text: String
  let json: JSON

  var body: JSON { json["body"] }
  var runs: JSON { body["runs"] }

  func part(_ name: String) -> JSON {
    body["parts"].list.first { $0["name"] == .text(name) } ?? .null
  }

  /// `name extent`, of the parts that are not complete.
  var gaps: [String] {
    body["parts"].list.filter { $0["extent"] != .text("complete") }.map {
      "\($0["name"].string ?? "") \($0["extent"].string ?? "")"
    }
  }

  /// Ids of a part that is not complete.
  func because(_ name: String) -> [String] { part(name)["because"].list.compactMap(\.string) }

  /// Rows by the entity's name as told.
  var rows: [String: Int64] {
    Dictionary(
      body["entities"].list.compactMap { row in
        row["rows"].integer.map { (row["name"].string ?? "", $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  func table(_ name: String) -> JSON {
    body["schema"]["tables"].list.first { $0["name"] == .text(name) } ?? .null
  }

  func statement(_ list: String, _ name: String) -> String? {
    body["schema"][list].list.first { $0["name"] == .text(name) }?["sql"].string
  }

  static let keys = [
    "database", "entities", "files", "findings", "inspectStatus", "metadata", "otherFindings", "parts",
    "relationships", "reports", "runs", "schema", "transformables", "version",
  ]
  static let parts = [
    "runs", "reports", "files", "database", "schema", "metadata", "version", "entities", "relationships",
  ]
}

extension Workshop {
  static let strangers = [
    "USER": Canary.user, "LOGNAME": Canary.user, "HOSTNAME": Canary.host, "HOME": "/\(Canary.home)",
  ]

  /// Makes a bundle of `in/STORE`, and holds it to what every bundle promises: nothing that was given has changed,
  /// nothing is left in the temporary folder, only its owner may read it, nothing of the user's is in it, whatever is
  /// missing is named with ids that are described.
  func bundle(
    _ store: String, _ options: [String] = [], status: Int32 = 0, fault: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreBundle {
    try scratch.makeFolder("temporary")
    let before = (try scratch.digests("in"), try scratch.stamps("in"))
    let place = "out/bundle-\(UUID().uuidString).json"
    var environment = Self.strangers.merging(["TMPDIR": scratch("temporary")]) { $1 }
    environment["IMPORT_LEGACY_FAULT"] = fault
    let run = try Program.run(
      ["status", input(store), "--bundle", scratch(place)] + options, environment: environment,
      sourceLocation: sourceLocation)
    #expect(run.status == status, "\(run.error)", sourceLocation: sourceLocation)
    try #expect(scratch.digests("in") == before.0, "what was given changed", sourceLocation: sourceLocation)
    try #expect(
      scratch.stamps("in") == before.1, "what was given was touched", sourceLocation: sourceLocation)
    try #expect(scratch.contents("temporary") == [], "left behind", sourceLocation: sourceLocation)
    let mode = try FileManager.default.attributesOfItem(atPath: scratch(place))[.posixPermissions] as? Int
    #expect(mode == 0o600, sourceLocation: sourceLocation)
    let text = try scratch.text(place)
    let bundle = StoreBundle(
      run: run, text: text, json: try JSONDecoder().decode(JSON.self, from: Data(text.utf8)))

    let own = [(scratch.path as NSString).lastPathComponent, "end-to-end-", ProcessInfo.processInfo.hostName]
    #expect(
      Canary.traces(in: text, also: own.filter { $0.count > 4 }) == [], sourceLocation: sourceLocation)
    #expect(bundle.json["formatVersion"] == .integer(1), sourceLocation: sourceLocation)
    #expect(bundle.body.members.keys.sorted() == StoreBundle.keys, sourceLocation: sourceLocation)
    #expect(
      bundle.body["parts"].list.compactMap { $0["name"].string } == StoreBundle.parts,
      sourceLocation: sourceLocation)
    for part in bundle.body["parts"].list {
      let isComplete = part["extent"] == .text("complete")
      #expect(part["because"].list.isEmpty == isComplete, "\(part)", sourceLocation: sourceLocation)
    }
    let findings = bundle.body["findings"].list + bundle.body["otherFindings"].list
    let ids = findings.compactMap { $0["id"].string }
    #expect(Set(ids).isSubset(of: FuzzTrial.ids), "\(ids)", sourceLocation: sourceLocation)
    let reasons = bundle.body["parts"].list.flatMap { $0["because"].list.compactMap(\.string) }
    #expect(Set(reasons).isSubset(of: ids), "\(reasons)", sourceLocation: sourceLocation)
    return bundle
  }
}
