import Foundation
import Testing

/// A report as a script would read it: the keys that the contract names, by a reader of the tests' own.
struct Report: Decodable, Sendable {
  struct Body: Decodable, Sendable {
    let outcome: String
    let source: Store
    let destination: Store
    let entities: [Entity]
    let relationships: [Relationship]
    let attributes: [Attribute]
    let findings: [Finding]
    let consents: [JSON]
    let steps: [Step]?
  }

  struct Step: Decodable, Sendable {
    let from, to, how: String
    let mapping: String?
    let entities: [Entity]
  }

  struct Store: Decodable, Sendable {
    let modelVersion: String?
    let recognisedBy: String?
    /// Hexadecimal, by entity.
    let versionHashes: [String: String]?
    let hashOrigin: [String: String]?
    let format: String?
  }

  struct Entity: Decodable, Sendable {
    let source: String?
    let destination: String?
    let read, migrated, merged, dropped, rejected: Int64
  }

  struct Relationship: Decodable, Sendable {
    let entity, name: String
    let read, connected, dangling, dropped, rejected: Int64
  }

  struct Attribute: Decodable, Sendable {
    let entity, name: String
    let nulls: Int64
    let digest: String
  }

  struct Finding: Decodable, Sendable {
    let id, severity: String
    let entity, property: String?
    let count: Int64
    let oldKeys: [Int64]
    let summary: String
    let recovery: [String]

    /// One line: severity, id, what it is about, keys.
    var line: String {
      let subject = [entity, property].compactMap(\.self).joined(separator: ".")
      return "\(severity) \(id) \(subject) \(oldKeys)"
    }
  }

  let formatVersion: Int
  let body: Body
  let meta: JSON

  /// That the report keeps its schema is checked on the way.
  init(text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try ReportSchema.check(text, sourceLocation: sourceLocation)
    self = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
  }

  func findings(_ id: String, _ entity: String? = nil, _ property: String? = nil) -> [Finding] {
    body.findings.filter {
      $0.id == id && (entity == nil || $0.entity == entity) && (property == nil || $0.property == property)
    }
  }

  func has(_ id: String) -> Bool { !findings(id).isEmpty }

  /// Findings above notes, one line each, in the report's order.
  var problems: [String] { body.findings.filter { $0.severity != "note" }.map(\.line) }

  /// What each finding offers after `--allow`.
  var offeredConsents: [String] {
    var consents: [String] = []
    for text in body.findings.flatMap(\.recovery) {
      guard let rest = text.split(separator: "--allow ").dropFirst().first else { continue }
      let word = String(rest.split(separator: " ")[0])
      consents.append(word.hasSuffix(".") ? String(word.dropLast()) : word)
    }
    return consents
  }

  func relationship(_ entity: String, _ name: String) -> Relationship? {
    body.relationships.first { $0.entity == entity && $0.name == name }
  }

  /// Rows read, for every source entity.
  func entity(_ source: String) -> Entity? { body.entities.first { $0.source == source } }

  /// The rows of `consents`: consent → rows covered.
  var covered: [String: Int64] {
    Dictionary(
      body.consents.compactMap { row in
        row["consent"].string.flatMap { name in row["rows"].integer.map { (name, $0) } }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension Report.Entity {
  /// `Source>Destination read migrated merged dropped rejected`.
  var line: String {
    "\(source ?? "-")>\(destination ?? "-") \(read) \(migrated) \(merged) \(dropped) \(rejected)"
  }
}

extension Report.Relationship {
  /// `Entity.name read connected dangling dropped rejected`.
  var line: String { "\(entity).\(name) \(read) \(connected) \(dangling) \(dropped) \(rejected)" }
}
