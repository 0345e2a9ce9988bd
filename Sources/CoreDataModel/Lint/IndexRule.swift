import Diagnostics

/// Indexes and uniqueness constraints on what the entity does not have, or does not store.
enum IndexRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.entities.flatMap { entity in
      let stored = stored(entity.name, in: model)
      func missing(_ names: [String]) -> [String] {
        Set(names).subtracting(stored).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let indexes =
        entity.fetchIndexes.map { (name: $0.name, missing: missing($0.elements.compactMap(\.property))) }
        + entity.compoundIndexes.map { (name: $0.joined(separator: ", "), missing: missing($0)) }
      return indexes.filter { !$0.missing.isEmpty }.map { index in
        Diagnostic(
          .lintIndexProperty, .warning, Subject(entity: entity.name),
          summary: "The index \(index.name) is on \(index.missing.joined(separator: ", ")), which the entity "
            + "does not have or does not store.",
          recovery: ["Remove it from the index, or name the property that was meant."])
      }
        + entity.uniquenessConstraints.filter { !missing($0).isEmpty }.map { constraint in
          Diagnostic(
            .lintConstraintProperty, .warning, Subject(entity: entity.name),
            summary: "The uniqueness constraint \(constraint.joined(separator: ", ")) is on "
              + "\(missing(constraint).joined(separator: ", ")), which the entity does not have or does not "
              + "store.",
            recovery: ["Remove it from the constraint, or name the property that was meant."])
        }
    }
  }

  /// Own and inherited, and the elements of composites.
  private static func stored(_ entity: String, in model: ManagedObjectModel) -> Set<String> {
    let attributes = model.attributes(of: entity).map(\.attribute).filter { !$0.isTransient }
    let elements = attributes.flatMap { attribute in
      attribute.compositeElements.map { "\(attribute.name).\($0.name)" }
    }
    let relationships = model.relationships(of: entity).map(\.relationship).filter { !$0.isTransient }
    return Set(attributes.map(\.name) + elements + relationships.map(\.name))
  }
}

extension DiagnosticID {
  package static let lintIndexProperty = DiagnosticID("lint.index-property")
  package static let lintConstraintProperty = DiagnosticID("lint.constraint-property")
}
