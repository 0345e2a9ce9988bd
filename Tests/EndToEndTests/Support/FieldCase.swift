import Foundation
import SQLite
import Testing

/// A case rebuilt from a report: its inputs copied into a workshop, and what must come of them.
struct FieldCase {
  let workshop: Workshop
  let expect: JSON

  init(_ name: String) throws {
    workshop = try Workshop()
    let folder = Places.cases + "/" + name
    expect = try JSONDecoder().decode(
      JSON.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/expect.json")))
    try workshop.scratch.remove("in")
    try workshop.bring(folder + "/in", as: "")
  }

  /// Every file under `in/` has the size and digest that the case states, and there is no other.
  func checkInputs(without missing: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var stated = expect["input_files"].members.mapValues { $0["sha256"].string ?? "" }
    #expect(!stated.isEmpty, sourceLocation: sourceLocation)
    if let missing { stated["in/" + missing] = nil }
    let found = try workshop.scratch.digests("in").filter { $0.value != "folder" }
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ("in/" + $0.key, $0.value) }) == stated,
      sourceLocation: sourceLocation)
  }
}

extension Workshop {
  /// Rows of OUTPUT as objects with the names given.
  func objects(_ names: [String], _ sql: String, in output: String = "New.sqlite") throws -> [JSON] {
    try rows(sql, in: output).map { row in
      .object(Dictionary(zip(names, row.map(JSON.init)), uniquingKeysWith: { first, _ in first }))
    }
  }

  /// Exact entity → rows of it, by the numbers that `Z_PRIMARYKEY` of OUTPUT states.
  func counts(_ tables: [String: String], in output: String = "New.sqlite") throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for (entity, table) in tables {
      counts[entity] =
        try rows(
          """
          SELECT count(*) FROM \(table)
          WHERE Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)')
          """, in: output)[0][0].integer
    }
    return counts
  }
}

extension JSON {
  /// A cell.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let bytes): self = .text(bytes)
    case .blob(let bytes): self = .object(["blob": .list(bytes.map { .integer(Int64($0)) })])
    }
  }

  /// As a cell holds it: flags as numbers, moments as seconds since 2001, members chosen by name.
  func stored(dates: Set<String> = [], without unwanted: Set<String> = []) -> JSON {
    guard case .object(let members) = self else { return self }
    var stored: [String: JSON] = [:]
    for (name, value) in members where !unwanted.contains(name) {
      switch value {
      case .flag(let flag): stored[name] = .integer(flag ? 1 : 0)
      case .text where dates.contains(name): stored[name] = value.secondsSince2001
      default: stored[name] = value
      }
    }
    return .object(stored)
  }

  /// Of a moment in UTC such as `2023-03-08T20:26:40.250000Z`.
  private var secondsSince2001: JSON {
    guard let text = string, text.hasSuffix("Z") else { return .null }
    let parts = text.dropLast().split(separator: ".")
    guard let whole = ISO8601DateFormatter().date(from: parts[0] + "Z") else { return .null }
    let fraction = parts.count > 1 ? Double("0." + parts[1]) ?? .nan : 0
    return .real(whole.timeIntervalSinceReferenceDate + fraction)
  }
}
