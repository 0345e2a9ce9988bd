import Diagnostics

/// A relationship that nothing leads back from.
enum InverseRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.storedRelationships.filter { $0.relationship.inverseName == nil }.map { entity, relationship in
      Diagnostic(
        .lintNoInverse, .warning, Subject(entity: entity, property: relationship.name),
        summary: "The relationship has no inverse: when an object at its far end is deleted, Core Data "
          + "does not clear the link"
          + (relationship.isToMany ? ", and an object can be in one such to-many only." : "."),
        recovery: [
          "Add a relationship from \(relationship.destinationEntity) to \(entity), and make each the "
            + "other's inverse."
        ])
    }
  }
}

extension DiagnosticID {
  package static let lintNoInverse = DiagnosticID("lint.no-inverse")
}
