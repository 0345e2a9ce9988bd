import CoreDataMigration
import CoreDataModel
import Diagnostics

/// How many rows hold what goes, as the preflight counted it, agreed to or not.
struct PlannedCounts {
  private static let losses: Set<DiagnosticID> = [
    .attributeDropped, .relationshipDropped, .typeChanged, .derivedDropped,
  ]

  private var counts: [Subject: Int64] = [:]

  /// - Parameter notes: with those of the ledger.
  init(_ ledger: ConsentLedger, notes: [Diagnostic]) {
    for diagnostic in ledger.open + notes where Self.losses.contains(diagnostic.id) {
      counts[diagnostic.subject, default: 0] += diagnostic.count
    }
  }

  /// Values, or links, which are counted at one of their ends; 0 for what no row holds.
  func count(_ key: PropertyKey, in model: ManagedObjectModel) -> Int64 {
    let ends = [key] + [model.inverse(of: key)].compactMap(\.self)
    return ends.lazy.compactMap { counts[Subject(entity: $0.entity, property: $0.name)] }.first ?? 0
  }
}
