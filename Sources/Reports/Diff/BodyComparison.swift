internal import JSON

/// Walks two bodies as JSON and collects where they differ.
struct BodyComparison {
  /// What a person wants to know first; other keys follow in their own order.
  private static let topLevelOrder = [
    "outcome", "source", "destination", "steps", "models", "entities", "relationships", "attributes",
    "findings", "consents", "checks",
  ]
  /// Objects whose keys are names from a model.
  private static let namedByEntity: Set<String> = ["versionHashes", "hashOrigin"]

  private(set) var differences: [ReportDifference] = []
  /// New, fixed, changed, unchanged; each by what they are about.
  private(set) var findings: [FindingChange] = []
  private let waivers: [Waiver]
  /// Whether what is compared is about a finding that is waived.
  private var isWaived = false

  init(_ old: ReportBody, _ new: ReportBody, waivers: [Waiver]) {
    self.waivers = waivers
    let (oldBody, newBody) = (old.inDefinedOrder(), new.inDefinedOrder())
    guard case .object(let old) = oldBody.jsonValue, case .object(let new) = newBody.jsonValue else { return }
    var keys = Set(old.keys).union(new.keys)
    // Earlier versions of the program did not tell of these.
    for key in ["models", "checks"] where old[key] == nil || new[key] == nil { keys.remove(key) }
    let others = keys.subtracting(Self.topLevelOrder).sorted { $0.precedes($1) }
    for key in Self.topLevelOrder.filter(keys.contains) + others {
      switch key {
      case "findings": compareFindings(oldBody.findings, newBody.findings)
      case "outcome":
        isWaived = Self.outcome(of: oldBody, waivers) == Self.outcome(of: newBody, waivers)
        compare(key, key, old[key], new[key])
        isWaived = false
      default: compare(key, key, old[key], new[key])
      }
    }
  }

  /// As if the findings that are waived were none.
  private static func outcome(of body: ReportBody, _ waivers: [Waiver]) -> Outcome {
    guard body.outcome == .migratedWithFindings else { return body.outcome }
    let problems = body.findings.filter { $0.severity > .note }
    return problems.allSatisfy { finding in waivers.contains { $0.matches(finding) } }
      ? .migrated : body.outcome
  }

  private mutating func compareFindings(_ old: [Finding], _ new: [Finding]) {
    let matching = ElementMatching(
      old, new, identity: { $0.id + ($0.subject.isEmpty ? "" : " \($0.subject)") },
      content: { $0.jsonValue.line })
    for pair in matching.pairs {
      guard let first = pair.new ?? pair.old else { continue }
      isWaived = waivers.contains { $0.matches(first) }
      let change =
        pair.old.map { FindingChange($0, pair.new, isWaived: isWaived) }
        ?? FindingChange(new: first, isWaived: isWaived)
      findings.append(change)
      compare("findings[\(pair.name)]", "findings", pair.old?.jsonValue, pair.new?.jsonValue)
      isWaived = false
    }
    let order = FindingChange.Change.allCases
    findings = order.flatMap { change in findings.filter { $0.change == change } }
  }

  /// - Parameter list: the place without the names in it.
  private mutating func compare(_ place: String, _ list: String, _ old: JSONValue?, _ new: JSONValue?) {
    switch (old, new) {
    case (.array(let old)?, .array(let new)?):
      guard let identity = Self.identities[list] else {
        return add(place, list, .array(old), .array(new))
      }
      let matching = ElementMatching(old, new, identity: { identity(Self.members($0)) }, content: { $0.line })
      for pair in matching.pairs { compare("\(place)[\(pair.name)]", list, pair.old, pair.new) }
    case (.object(let old)?, .object(let new)?):
      let key = String(list.split(separator: ".").last ?? "")
      for name in Set(old.keys).union(new.keys).sorted(by: { $0.precedes($1) }) {
        let isName = Self.namedByEntity.contains(key)
        compare(
          isName ? "\(place)[\(name)]" : "\(place).\(name)", isName ? list : "\(list).\(name)", old[name],
          new[name])
      }
    default: add(place, list, old, new)
    }
  }

  private mutating func add(_ place: String, _ list: String, _ old: JSONValue?, _ new: JSONValue?) {
    guard old != new else { return }
    differences.append(
      ReportDifference(
        place: place, kind: .init(list: list), old: old, new: new, isWaived: isWaived))
  }

  private static func members(_ value: JSONValue) -> [String: JSONValue] {
    guard case .object(let members) = value else { return [:] }
    return members
  }

  /// By the place without names.
  private static let identities: [String: @Sendable ([String: JSONValue]) -> String] = [
    "entities": { becomes($0) },
    "relationships": { joined([$0["entity"], $0["name"]]) },
    "attributes": { joined([$0["entity"], $0["name"]]) },
    "consents": { text($0["consent"]) ?? "" },
    "checks": { text($0["check"]) ?? "" },
    "steps": { members in "\(text(members["from"]) ?? "") -> \(text(members["to"]) ?? "")" },
    "steps.entities": { becomes($0) },
    "models.source": { joined([$0["name"]]) },
    "models.source.attributes": { joined([$0["name"]]) },
    "models.source.relationships": { joined([$0["name"]]) },
    "models.destination": { joined([$0["name"]]) },
    "models.destination.attributes": { joined([$0["name"]]) },
    "models.destination.relationships": { joined([$0["name"]]) },
    "models.became": { members in
      let sides = [members["source"], members["destination"]].map { side in
        side.map(Self.members).map { joined([$0["entity"], $0["property"]]) } ?? ""
      }
      return sides.map { $0.isEmpty ? "(none)" : $0 }.joined(separator: " -> ")
    },
  ]

  private static func becomes(_ members: [String: JSONValue]) -> String {
    let (source, destination) = (text(members["source"]), text(members["destination"]))
    return source == destination
      ? source ?? "(none)" : "\(source ?? "(none)") -> \(destination ?? "(none)")"
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value else { return nil }
    return text
  }

  private static func joined(_ names: [JSONValue?]) -> String {
    names.compactMap { text($0) }.joined(separator: ".")
  }
}
