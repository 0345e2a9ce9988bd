import Diagnostics

/// Holds the obstacles against what the user agreed to.
package struct ConsentLedger: Sendable {
  /// Not answered: the run is blocked.
  package private(set) var openObstacles: [Obstacle] = []
  /// Answered, as notes.
  package private(set) var notes: [Diagnostic] = []
  /// Every consent given, and the rows it covered.
  package private(set) var covered: [(consent: String, rows: Int64)] = []

  package var open: [Diagnostic] { openObstacles.map(\.diagnostic) }

  package init(obstacles: [Obstacle], consents: [Consent]) {
    // A consent may answer several obstacles: its limit is for all of them together.
    let answers = obstacles.map { obstacle in consents.filter { obstacle.consents.contains($0.name) } }
    var needed: [String: Int64] = [:]
    for (obstacle, matching) in zip(obstacles, answers) {
      for name in Set(matching.map(\.name)) { needed[name, default: 0] += obstacle.diagnostic.count }
    }
    var rows: [String: Int64] = [:]
    for (obstacle, matching) in zip(obstacles, answers) {
      let count = obstacle.diagnostic.count
      let sufficient = matching.first { consent in
        consent.limit.map { needed[consent.name] ?? 0 <= $0 } ?? true
      }
      guard let consent = sufficient else {
        var blocked = obstacle
        if let short = matching.first, let limit = short.limit {
          blocked.diagnostic.recovery.insert(
            "The consent given covers \(limit), there are \(needed[short.name] ?? count): look at them again before you raise it.",
            at: 0)
        }
        openObstacles.append(blocked)
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
