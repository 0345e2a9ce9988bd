internal import JSON

extension ReportDiff {
  /// The comparison as a JSON document, canonical.
  package func json() -> String {
    let value: JSONValue = [
      "formatVersion": .integer(ImportReport.formatVersion),
      "equal": .bool(isEqual),
      "differences": .array(
        differences.map {
          [
            "place": .string($0.place), "kind": .string($0.kind.rawValue),
            "change": .string($0.change.rawValue), "waived": .bool($0.isWaived), "old": $0.old ?? .null,
            "new": $0.new ?? .null,
          ]
        }),
      "findings": [
        "new": number(.new), "fixed": number(.fixed), "changed": number(.changed),
        "unchanged": number(.unchanged), "waived": .integer(Int64(waived.count)),
      ],
      "findingChanges": .array(findings.map(Self.value)),
      "unusedWaivers": .array(
        unusedWaivers.map {
          [
            "id": .string($0.id), "entity": .optional($0.entity), "property": .optional($0.property),
            "line": .integer(Int64($0.line)),
          ]
        }),
    ]
    return value.text
  }

  private func number(_ change: FindingChange.Change) -> JSONValue { .integer(Int64(count(change))) }

  private static func value(_ finding: FindingChange) -> JSONValue {
    func count(_ finding: Finding?) -> JSONValue { finding.map { .integer($0.count) } ?? .null }
    return [
      "change": .string(finding.change.rawValue), "waived": .bool(finding.isWaived),
      "id": .string(finding.latest?.id ?? ""), "severity": .optional(finding.latest?.severity.rawValue),
      "entity": .optional(finding.latest?.entity), "property": .optional(finding.latest?.property),
      "oldCount": count(finding.old), "newCount": count(finding.new),
    ]
  }
}
