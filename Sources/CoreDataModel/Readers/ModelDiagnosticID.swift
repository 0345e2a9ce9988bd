import Diagnostics

extension DiagnosticID {
  package static let modelNotFound = DiagnosticID("model.not-found")
  package static let modelNotAModel = DiagnosticID("model.not-a-model")
  package static let modelUnsupportedForm = DiagnosticID("model.unsupported-form")
  package static let modelUnreadable = DiagnosticID("model.unreadable")
  package static let modelInvalid = DiagnosticID("model.invalid")
  package static let modelInconsistent = DiagnosticID("model.inconsistent")
  package static let modelNoCurrentVersion = DiagnosticID("model.no-current-version")
  package static let modelNoSuchVersion = DiagnosticID("model.no-such-version")
  package static let modelRenamingIdentifierSpelling = DiagnosticID("model.renaming-identifier-spelling")
  package static let modelDefaultIgnored = DiagnosticID("model.default-ignored")
  package static let modelUnknownConfigurationMember = DiagnosticID("model.unknown-configuration-member")
}
