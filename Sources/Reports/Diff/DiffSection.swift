/// Differences of some kinds, for people to read together. Findings have a place of their own.
struct DiffSection {
  let title: String
  let differences: [ReportDifference]

  private static let kinds: [(title: String, kinds: Set<ReportDifference.Kind>)] = [
    ("Outcome", [.outcome]),
    ("Versions", [.version]),
    ("Steps", [.step]),
    ("Models", [.model]),
    ("Counts", [.count]),
    ("Digests of values", [.digest]),
    ("Consents", [.consent]),
    ("Checks", [.check]),
    ("Other", [.other]),
  ]

  /// Without those that are waived, and without what would be empty.
  static func all(of diff: ReportDiff) -> [DiffSection] {
    kinds.map { title, kinds in
      DiffSection(
        title: title, differences: diff.differences.filter { kinds.contains($0.kind) && !$0.isWaived })
    }.filter { !$0.differences.isEmpty }
  }
}
