import Diagnostics

/// An order where there is none to keep, or at one end only.
enum OrderRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.storedRelationships.filter(\.relationship.isOrdered).compactMap { entity, relationship in
      let subject = Subject(entity: entity, property: relationship.name)
      guard relationship.isToMany else {
        return Diagnostic(
          .lintOrderedToOne, .warning, subject,
          summary: "A to-one relationship is marked as ordered: there is no order to keep, and the mark is "
            + "part of the version hash.",
          recovery: ["Clear the mark; the hash of \(entity) changes by that."])
      }
      guard let inverse = model.inverse(of: relationship)?.relationship, inverse.isToMany,
        !inverse.isOrdered
      else { return nil }
      return Diagnostic(
        .lintOrderedOneEnd, .warning, subject,
        summary: "Of a many-to-many relationship this end is ordered, and the other, "
          + "\(relationship.destinationEntity).\(inverse.name), is not.",
        recovery: [
          "Order both ends or none; or keep the order in an attribute of an entity between the two."
        ])
    }
  }
}

extension DiagnosticID {
  package static let lintOrderedToOne = DiagnosticID("lint.ordered-to-one")
  package static let lintOrderedOneEnd = DiagnosticID("lint.ordered-one-end")
}
