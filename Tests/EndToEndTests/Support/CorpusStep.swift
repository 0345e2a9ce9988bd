import Foundation
import SQLite

/// What must be equal in a store and the one that a migration made of it: everything that both versions know
/// by
/// one identifier (`elementID`, else name), for objects that have a place in the new version.
struct CorpusStep {
  let before, after: CorpusGraph
  /// New entity → old one.
  private let entities: [String: String]

  init(before: CorpusGraph, after: CorpusGraph) {
    (self.before, self.after) = (before, after)
    entities = Self.pairs(
      before.model.entities.values.map { ($0.name, $0.elementID) },
      after.model.entities.values.map { ($0.name, $0.elementID) })
  }

  /// New name → old name. Only where no identifiers are equal may an `elementID` be an old name.
  static func pairs(_ old: [(name: String, id: String?)], _ new: [(name: String, id: String?)]) -> [String:
    String]
  {
    var result: [String: String] = [:]
    for (name, id) in new {
      let same = old.filter { ($0.id ?? $0.name) == id ?? name }
      if same.count == 1 { result[name] = same[0].name }
    }
    for (name, id) in new where result[name] == nil && id != nil {
      if let origin = old.first(where: { $0.name == id }), !result.values.contains(origin.name) {
        result[name] = origin.name
      }
    }
    return result
  }

  struct Outcome {
    var differences: [String] = []
    var values = 0
    var links = 0
  }

  func compare() throws -> Outcome {
    var outcome = Outcome()
    for new in after.model.entities.values.sorted(by: { $0.name < $1.name }) where !new.isAbstract {
      let objects = after.objects[new.name] ?? [:]
      guard let old = entities[new.name], before.model.entities[old]?.isAbstract == false else {
        if !objects.isEmpty { outcome.differences.append("\(new.name): objects out of nothing") }
        continue
      }
      let origins = before.objects[old] ?? [:]
      if Set(objects.keys) != Set(origins.keys) { outcome.differences.append("\(new.name): keys") }
      values(of: new.name, from: old, objects, origins, &outcome)
      try links(of: new.name, from: old, &outcome)
    }
    return outcome
  }

  private func values(
    of new: String, from old: String, _ objects: [Int64: [String: Value]],
    _ origins: [Int64: [String: Value]],
    _ outcome: inout Outcome
  ) {
    let attributes = before.model.attributes(old).map(\.property)
    let pairs = Self.pairs(
      attributes.map { ($0.name, $0.elementID) },
      after.model.attributes(new).map { ($0.property.name, $0.property.elementID) })
    for (_, attribute) in after.model.attributes(new) {
      let origin = pairs[attribute.name]
      let wasOptional =
        origin.map { name in attributes.contains { $0.name == name && $0.isOptional } } ?? true
      for (key, object) in objects {
        guard var expected = origin.map({ origins[key]?[$0] ?? .null }) ?? Self.initial(attribute) else {
          outcome.differences.append("\(new).\(attribute.name): a default of a kind unknown to this test")
          return
        }
        if expected == .null, wasOptional, !attribute.isOptional {
          expected = Self.initial(attribute) ?? .null
        }
        if object[attribute.name] != expected {
          outcome.differences.append("\(new) \(key) \(attribute.name)")
        }
        if origin != nil, expected != .null { outcome.values += 1 }
      }
    }
  }

  /// The default as a cell; NULL without one.
  private static func initial(_ attribute: CorpusModel.Property) -> Value? {
    guard let text = attribute.texts["defaultValueString"] else { return .null }
    switch attribute.type {
    case "Boolean": return .integer(text == "YES" ? 1 : 0)
    case "Integer 16", "Integer 32", "Integer 64": return .integer(Int64(text) ?? (text == "NO" ? 0 : -1))
    case "Double", "Float": return .real(Double(text) ?? .nan)
    case "String": return .text(text)
    default: return nil
    }
  }

  private func links(of new: String, from old: String, _ outcome: inout Outcome) throws {
    for (_, relationship) in after.model.relationships(new) {
      let found = try after.links(relationship.name, of: new)
      let (expected, isOrdered) = try origin(of: relationship, new, old)
      let isSame =
        isOrdered && relationship.isOrdered
        ? found == expected : found.count == expected.count && Set(found) == Set(expected)
      if !isSame { outcome.differences.append("\(new).\(relationship.name): links") }
      outcome.links += found.count
    }
  }

  /// The old links that a new relationship stands for: its own, or those of the end that was carried over.
  private func origin(of relationship: CorpusModel.Property, _ new: String, _ old: String) throws
    -> (links: [CorpusGraph.Link], isOrdered: Bool)
  {
    let survivors = Set(
      entities.filter { after.model.entities[$0.key]?.isAbstract == false }.values)
    func isKept(_ key: Int64, below entity: String) -> Bool {
      before.model.family(entity).contains { survivors.contains($0) && before.objects[$0]?[key] != nil }
    }
    if let name = pairing(new, old)[relationship.name],
      let own = before.model.relationships(old).first(where: { $0.property.name == name })?.property
    {
      let links = try before.links(name, of: old).filter { isKept($0.target, below: own.destination) }
      return (links, own.isOrdered)
    }
    guard let inverse = after.model.inverse(relationship)?.property else { return ([], false) }
    var links: [CorpusGraph.Link] = []
    for far in after.model.family(relationship.destination) {
      guard let origin = entities[far], survivors.contains(origin),
        let name = pairing(far, origin)[inverse.name]
      else { continue }
      links += try before.links(name, of: origin).map { .init(owner: $0.target, target: $0.owner) }
        .filter { before.objects[old]?[$0.owner] != nil }
    }
    return (links, false)
  }

  private func pairing(_ new: String, _ old: String) -> [String: String] {
    Self.pairs(
      before.model.relationships(old).map { ($0.property.name, $0.property.elementID) },
      after.model.relationships(new).map { ($0.property.name, $0.property.elementID) })
  }
}
