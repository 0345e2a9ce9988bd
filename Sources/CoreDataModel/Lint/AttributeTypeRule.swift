import Diagnostics

/// Attributes whose values Core Data cannot check, or reads in a way that is given up.
enum AttributeTypeRule: LintRule {
  /// They instantiate whatever class an archive names.
  private static let insecure: Set<String> = [
    "NSKeyedUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
    "NSUnarchiveFromDataTransformerName",
  ]

  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { finding(Subject(entity: entity.name, property: $0.name), $0) }
    }
  }

  private static func finding(_ subject: Subject, _ attribute: AttributeDescription) -> Diagnostic? {
    switch attribute.type {
    case .undefined:
      return Diagnostic(
        .lintTypeUndefined, .warning, subject,
        summary: "The attribute has no type"
          + (attribute.isTransient
            ? "; it is transient, so nothing is stored, but nothing is checked either." : "."),
        recovery: ["Give it a type."])
    case .transformable where !attribute.isTransient:
      guard let name = attribute.valueTransformerName else {
        return Diagnostic(
          .lintTransformerMissing, .warning, subject,
          summary: "A Transformable attribute names no value transformer: its values are read by "
            + "unarchiving whatever class they name, which Core Data gives up.",
          recovery: ["Name NSSecureUnarchiveFromData, or a transformer of your own that is a subclass of it."]
        )
      }
      guard insecure.contains(name) else { return nil }
      return Diagnostic(
        .lintTransformerInsecure, .warning, subject,
        summary: "The value transformer \(name) instantiates whatever class a value names.",
        recovery: ["Name NSSecureUnarchiveFromData, or a transformer of your own that is a subclass of it."])
    default: return nil
    }
  }
}

extension DiagnosticID {
  package static let lintTypeUndefined = DiagnosticID("lint.type-undefined")
  package static let lintTransformerMissing = DiagnosticID("lint.transformer-missing")
  package static let lintTransformerInsecure = DiagnosticID("lint.transformer-insecure")
}
