import Diagnostics

/// An entity of which there can be objects that hold no value.
enum EmptyEntityRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.entities.filter { entity in
      !entity.isAbstract && !model.attributes(of: entity.name).contains { !$0.attribute.isTransient }
    }
    .map {
      Diagnostic(
        .lintEntityEmpty, .warning, Subject(entity: $0.name),
        summary: "The entity has no stored attribute, own or inherited: its objects cannot be told apart.",
        recovery: ["Give it an attribute, make it abstract, or remove it."])
    }
  }
}

extension DiagnosticID {
  package static let lintEntityEmpty = DiagnosticID("lint.entity-empty")
}
