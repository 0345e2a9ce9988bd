import Diagnostics

extension ModelWarning {
  package var diagnostic: Diagnostic {
    switch self {
    case .renamingIdentifierSpelling(let entity, let property, let line):
      Diagnostic(
        .modelRenamingIdentifierSpelling, .warning, Subject(entity: entity, property: property),
        summary:
          "Line \(line) says renamingIdentifier, which Xcode does not know; it was taken for elementID.",
        recovery: ["Write elementID in the model, or set the renaming identifier in Xcode."])
    case .defaultIgnored(let entity, let property, let line):
      Diagnostic(
        .modelDefaultIgnored, .note, Subject(entity: entity, property: property),
        summary:
          "\(line > 0 ? "Line \(line)" : "The model") gives a default to a type that has none; it was ignored."
      )
    case .unknownConfigurationMember(let configuration, let entity, let line):
      Diagnostic(
        .modelUnknownConfigurationMember, .note, Subject(entity: entity),
        summary: "Line \(line) puts an entity that the model does not have into the configuration "
          + "\(configuration); it was left out.")
    }
  }
}
