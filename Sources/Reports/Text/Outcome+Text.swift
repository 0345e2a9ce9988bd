extension Outcome {
  func headline(isDryRun: Bool) -> String {
    switch self {
    case .migrated: isDryRun ? "the migration would succeed, clean." : "Migrated, clean."
    case .migratedWithFindings:
      isDryRun
        ? "the migration would succeed; problems that the source has would remain."
        : "Migrated; problems that the source already had remain."
    case .nothingToDo: isDryRun ? "nothing to do." : "Nothing to do."
    case .blocked: isDryRun ? "blocked." : "Blocked: nothing of yours was changed."
    case .failed: isDryRun ? "failed." : "Failed."
    case .restored: "Restored."
    }
  }

  /// What a person does now, a paragraph each.
  func nextSteps(isDryRun: Bool) -> [String] {
    switch self {
    case .migrated: [Self.place(isDryRun: isDryRun)]
    case .migratedWithFindings:
      [
        isDryRun
          ? "Look at the errors and warnings above: the source has these problems, the result would too."
          : "Look at the errors and warnings above: the source had these problems, and the result has them.",
        Self.place(isDryRun: isDryRun),
      ]
    case .nothingToDo: ["The store already is the result of this same import. Nothing was changed."]
    case .blocked:
      [
        "Settle every error above: with a consent (--allow) where one is named, else in the model.",
        "Then run the same command again.",
      ]
    case .failed:
      [
        "The errors above say why it failed and in what state the original is.",
        "Once the cause is gone, run the same command again.",
      ]
    case .restored: ["The files are as they were when the safety copy was made."]
    }
  }

  private static func place(isDryRun: Bool) -> String {
    isDryRun
      ? "Nothing was put in place. Run the same command without --dry-run."
      : "The result is in place. The original is as it was."
  }
}
