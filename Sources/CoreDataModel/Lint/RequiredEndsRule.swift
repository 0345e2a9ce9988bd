import Diagnostics

/// A one-to-one that both ends require: neither object is valid without the other.
enum RequiredEndsRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.storedRelationships.compactMap { entity, relationship in
      guard !relationship.isToMany, !relationship.isOptional, let inverse = model.inverse(of: relationship),
        !inverse.relationship.isToMany, !inverse.relationship.isOptional
      else { return nil }
      // Once for a pair.
      let (key, other) = (
        PropertyKey(entity, relationship.name), PropertyKey(inverse.declaring, inverse.relationship.name)
      )
      guard !(other < key) else { return nil }
      return Diagnostic(
        .lintRequiredBothEnds, .warning, Subject(entity: entity, property: relationship.name),
        summary: key == other
          ? "A required one-to-one is its own inverse: no object can be saved before its partner is there."
          : "This end of a one-to-one and the other, \(other), are both required: neither object can be "
            + "saved, or deleted, without the other.",
        recovery: ["Make one of the ends optional."])
    }
  }
}

extension DiagnosticID {
  package static let lintRequiredBothEnds = DiagnosticID("lint.required-both-ends")
}
