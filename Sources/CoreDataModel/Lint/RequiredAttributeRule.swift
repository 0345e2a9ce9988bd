import Diagnostics

/// An attribute that every object must be given a value for.
enum RequiredAttributeRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.storedAttributes.filter { $0.attribute.needsValue }.map { entity, attribute in
      Diagnostic(
        .lintRequiredWithoutDefault, .warning, Subject(entity: entity, property: attribute.name),
        summary: "The attribute is required and has no default: an object without a value cannot be saved, "
          + "and a store without this attribute cannot be migrated by inference.",
        recovery: ["Give it a default, or make it optional."])
    }
  }
}

extension DiagnosticID {
  package static let lintRequiredWithoutDefault = DiagnosticID("lint.required-without-default")
}
