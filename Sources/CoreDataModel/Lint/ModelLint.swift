import Diagnostics

/// Advice on one version of a model: what Core Data takes, and what goes wrong with it later.
package enum ModelLint {
  private static let general: [any LintRule.Type] = [
    InverseRule.self, RequiredAttributeRule.self, ColumnNameRule.self, FrameworkNameRule.self,
    ReservedNameRule.self, OrderRule.self, RequiredEndsRule.self, DeletionRule.self,
    AttributeTypeRule.self, IndexRule.self, EmptyEntityRule.self,
  ]

  /// CloudKit forbids what these only advise against: said once.
  private static let superseded: Set<DiagnosticID> = [
    .lintNoInverse, .lintRequiredWithoutDefault, .lintDeleteDeny,
  ]

  /// - Parameter forCloudKit: Also what a store that CloudKit mirrors may not have.
  /// - Returns: By entity, property and id.
  package static func findings(in model: ManagedObjectModel, forCloudKit: Bool = false) -> [Diagnostic] {
    var findings = general.flatMap { $0.findings(in: model) }
    if forCloudKit {
      findings = findings.filter { !superseded.contains($0.id) } + CloudKitRule.findings(in: model)
    }
    return findings.sorted { left, right in
      for (one, other) in zip(sortKey(left), sortKey(right)) where one != other {
        return one.utf8.lexicographicallyPrecedes(other.utf8)
      }
      return false
    }
  }

  private static func sortKey(_ finding: Diagnostic) -> [String] {
    [finding.subject.entity ?? "", finding.subject.property ?? "", finding.id.rawValue, finding.summary]
  }
}
