package import Diagnostics

/// How the bodies of two reports differ; what `meta` holds is never compared.
package struct ReportDiff: Sendable {
  package let old: ReportBody
  package let new: ReportBody
  /// Outcome, source, destination, steps, models, entities, relationships, attributes, findings, consents; within
  /// each by the bytes of the place. Those that are waived too.
  package let differences: [ReportDifference]
  /// Every finding of either: new, fixed, changed, unchanged; within each by id and what it is about.
  package let findings: [FindingChange]
  /// Those that no finding of either report matches, in their order.
  package let unusedWaivers: [Waiver]

  /// Nothing differs but what is waived.
  package var isEqual: Bool { differences.allSatisfy(\.isWaived) }

  /// - Parameter waivers: findings that count as no difference, and whose coming or going changes no outcome.
  package init(old: ReportBody, new: ReportBody, waivers: [Waiver] = []) {
    (self.old, self.new) = (old, new)
    let comparison = BodyComparison(old, new, waivers: waivers)
    differences = comparison.differences
    findings = comparison.findings
    let all = old.findings + new.findings
    unusedWaivers = waivers.filter { waiver in !all.contains(where: waiver.matches) }
  }

  /// Without those that are waived.
  package func count(_ change: FindingChange.Change) -> Int {
    findings.count { $0.change == change && !$0.isWaived }
  }

  /// Findings that would be a difference.
  package var waived: [FindingChange] { findings.filter { $0.isWaived && $0.change != .unchanged } }

  /// One for each waiver that matches nothing.
  package var notes: [Diagnostic] {
    unusedWaivers.map {
      Diagnostic(
        .waiverUnused, .note,
        summary: "The waiver \($0.text) on line \($0.line) matches no finding of either report.",
        recovery: ["Take it out of the file: what it was for is fixed, or never was there."])
    }
  }
}
