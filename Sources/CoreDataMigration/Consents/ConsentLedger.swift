import Diagnostics

/// Holds the obstacles against what the user agreed to.
package struct ConsentLedger: Sendable {
  /// Not answered: the run is blocked.
  package private(set) var open: [Diagnostic] = []
  /// Answered, as notes.
  package private(set) var notes: [Diagnostic] = []
  /// Every consent given, and the rows it covered.
  package private(set) var covered: [(consent: String, rows: Int64)] = []

  package init(obstacles: [Obstacle], consents: [Consent]) {
    var rows: [String: Int64] = [:]
    for obstacle in obstacles {
      let matching = consents.filter { obstacle.consents.contains($0.name) }
      let count = obstacle.diagnostic.count
      guard let consent = matching.first(where: { $0.limit.map { count <= $0 } ?? true }) else {
        var blocked = obstacle.diagnostic
        if let limit = matching.first?.limit {
          blocked.recovery.insert(
            "The consent given covers \(limit), there are \(count): look at them again before you raise it.",
            at: 0)
        }
        open.append(blocked)
        continue
      }
      rows[consent.name, default: 0] += count
      var note = obstacle.diagnostic
      note.severity = .note
      note.summary = "By consent: " + note.summary
      note.recovery = []
      notes.append(note)
    }
    covered = Dictionary(
      consents.map { ($0.name, rows[$0.name] ?? 0) }, uniquingKeysWith: { first, _ in first }
    )
    .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
