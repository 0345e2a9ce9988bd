import Diagnostics

extension DiagnosticID {
  package static let stepsUnknownVersion = DiagnosticID("steps.unknown-version")
  package static let stepsUnnamed = DiagnosticID("steps.unnamed")
  package static let stepsTwoWays = DiagnosticID("steps.two-ways")
  package static let stepsCycle = DiagnosticID("steps.cycle")
  package static let stepsBackwards = DiagnosticID("steps.backwards")
  package static let stepsOutOfOrder = DiagnosticID("steps.out-of-order")
  package static let stepsOffWalk = DiagnosticID("steps.off-walk")
  package static let stepsGap = DiagnosticID("steps.gap")
}
