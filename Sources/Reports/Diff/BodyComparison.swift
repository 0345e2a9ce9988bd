internal import JSON

/// Walks two bodies as JSON and collects where they differ.
struct BodyComparison {
  /// What a person wants to know first; other keys follow in their own order.
  private static let topLevelOrder = [
    "outcome", "source", "destination", "steps", "entities", "relationships", "attributes", "findings",
    "consents", "checks",
  ]
  /// Objects whose keys are names from a model.
  private static let namedByEntity: Set<String> = ["versionHashes", "hashOrigin"]

  private(set) var differences: [ReportDifference] = []
  /// Findings in both, alike.
  private(set) var unchangedFindings = 0
  /// Findings in both that differ in anything.
  private(set) var changedFindings = 0

  init(_ old: ReportBody, _ new: ReportBody) {
    guard case .object(let old) = old.jsonValue, case .object(let new) = new.jsonValue else { return }
    let keys = Set(old.keys).union(new.keys)
    let others = keys.subtracting(Self.topLevelOrder).sorted { $0.precedes($1) }
    for key in Self.topLevelOrder.filter(keys.contains) + others {
      compare(key, old[key], new[key])
    }
  }

  private mutating func compare(_ place: String, _ old: JSONValue?, _ new: JSONValue?) {
    switch (old, new) {
    case (.array(let old)?, .array(let new)?) where Self.identities[place] != nil:
      let (left, right) = (Self.byIdentity(old, in: place), Self.byIdentity(new, in: place))
      for identity in Set(left.keys).union(right.keys).sorted(by: { $0.precedes($1) }) {
        if place == "findings", let old = left[identity], let new = right[identity] {
          if old == new { unchangedFindings += 1 } else { changedFindings += 1 }
        }
        compare("\(place)[\(identity)]", left[identity], right[identity])
      }
    case (.object(let old)?, .object(let new)?):
      let key = String(place.split(separator: ".").last ?? "")
      for name in Set(old.keys).union(new.keys).sorted(by: { $0.precedes($1) }) {
        let inner = Self.namedByEntity.contains(key) ? "\(place)[\(name)]" : "\(place).\(name)"
        compare(inner, old[name], new[name])
      }
    default:
      if old != new { differences.append(ReportDifference(place: place, old: old, new: new)) }
    }
  }

  /// Several elements about the same thing are told apart by their position among each other.
  private static func byIdentity(_ elements: [JSONValue], in list: String) -> [String: JSONValue] {
    guard let identity = identities[list] else { return [:] }
    var result: [String: JSONValue] = [:]
    var seen: [String: Int] = [:]
    for element in elements {
      guard case .object(let members) = element else { continue }
      let name = identity(members)
      seen[name, default: 0] += 1
      let repetition = seen[name, default: 1]
      result[repetition == 1 ? name : "\(name) #\(repetition)"] = element
    }
    return result
  }

  private static let identities: [String: @Sendable ([String: JSONValue]) -> String] = [
    "entities": { members in
      let (source, destination) = (text(members["source"]), text(members["destination"]))
      return source == destination
        ? source ?? "(none)" : "\(source ?? "(none)") -> \(destination ?? "(none)")"
    },
    "relationships": { joined([$0["entity"], $0["name"]]) },
    "attributes": { joined([$0["entity"], $0["name"]]) },
    "findings": { members in
      let subject = joined([members["entity"], members["property"]])
      return (text(members["id"]) ?? "") + (subject.isEmpty ? "" : " \(subject)")
    },
    "consents": { text($0["consent"]) ?? "" },
    "checks": { text($0["check"]) ?? "" },
    "steps": { members in "\(text(members["from"]) ?? "") -> \(text(members["to"]) ?? "")" },
  ]

  private static func text(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value else { return nil }
    return text
  }

  private static func joined(_ names: [JSONValue?]) -> String {
    names.compactMap { text($0) }.joined(separator: ".")
  }
}
