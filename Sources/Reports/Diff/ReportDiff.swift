internal import JSON

/// How the bodies of two reports differ; what `meta` holds is never compared.
package struct ReportDiff: Sendable {
  /// Outcome, source, destination, entities, relationships, attributes, findings, consents; within each by
  /// the bytes of the place.
  package let differences: [ReportDifference]
  package let newFindings: Int
  package let fixedFindings: Int
  /// In both, and not alike.
  package let changedFindings: Int
  package let unchangedFindings: Int

  package var isEqual: Bool { differences.isEmpty }

  package init(old: ImportReport, new: ImportReport) {
    let comparison = BodyComparison(old.body, new.body)
    differences = comparison.differences
    unchangedFindings = comparison.unchangedFindings
    changedFindings = comparison.changedFindings
    let findings = differences.filter { $0.place.hasPrefix("findings[") }
    newFindings = findings.count { $0.change == .onlyInNew }
    fixedFindings = findings.count { $0.change == .onlyInOld }
  }

  /// One line a difference, then a summary.
  package func text() -> String {
    let lines = isEqual ? ["The reports agree."] : differences.map(\.text)
    let summary =
      "findings: \(newFindings) new, \(fixedFindings) fixed, \(changedFindings) changed,"
      + " \(unchangedFindings) unchanged"
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  package func json() -> String {
    let value: JSONValue = [
      "formatVersion": .integer(ImportReport.formatVersion),
      "equal": .bool(isEqual),
      "differences": .array(
        differences.map {
          [
            "place": .string($0.place), "change": .string($0.change.rawValue), "old": $0.old ?? .null,
            "new": $0.new ?? .null,
          ]
        }),
      "findings": [
        "new": .integer(Int64(newFindings)), "fixed": .integer(Int64(fixedFindings)),
        "changed": .integer(Int64(changedFindings)), "unchanged": .integer(Int64(unchangedFindings)),
      ],
    ]
    return value.text
  }
}
