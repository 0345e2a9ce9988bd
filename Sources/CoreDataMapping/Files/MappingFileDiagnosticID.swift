import Diagnostics

extension DiagnosticID {
  package static let mappingSyntax = DiagnosticID("mapping.syntax")
  package static let mappingUnsupportedYAML = DiagnosticID("mapping.unsupported-yaml")
  package static let mappingTooLarge = DiagnosticID("mapping.too-large")
  package static let mappingDuplicateKey = DiagnosticID("mapping.duplicate-key")
  package static let mappingVersion = DiagnosticID("mapping.version")
  package static let mappingUnknownKey = DiagnosticID("mapping.unknown-key")
  package static let mappingMissingKey = DiagnosticID("mapping.missing-key")
  package static let mappingWrongKind = DiagnosticID("mapping.wrong-kind")
  package static let mappingWrongValue = DiagnosticID("mapping.wrong-value")
  package static let mappingEmpty = DiagnosticID("mapping.empty")
  package static let mappingRepeated = DiagnosticID("mapping.repeated")
}
