import CoreDataModel
import Diagnostics

/// Rows that a rule has no usable answer for.
struct RuleEvidence {
  private(set) var count: Int64 = 0
  private(set) var keys: [Int64] = []

  mutating func add(_ key: Int64) {
    count += 1
    if keys.count < Diagnostic.maximumOldKeys { keys.append(key) }
  }

  func obstacle(
    _ id: DiagnosticID, _ subject: Subject, at place: RulePlace, _ what: String, _ wayOut: String
  ) -> Obstacle? {
    guard count > 0 else { return nil }
    return Obstacle(
      Diagnostic(
        id, .error, subject, count: count, oldKeys: keys, summary: "\(place.text): \(what)",
        recovery: [wayOut]))
  }
}

extension DiagnosticID {
  package static let mappingValueUnfit = DiagnosticID("mapping.value-unfit")
  package static let mappingValueUnmapped = DiagnosticID("mapping.value-unmapped")
  package static let mappingLinkUnfit = DiagnosticID("mapping.link-unfit")
}
