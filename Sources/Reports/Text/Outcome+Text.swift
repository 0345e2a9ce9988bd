extension Outcome {
  func headline(isDryRun: Bool) -> String {
    switch self {
    case .migrated: isDryRun ? "the migration would succeed, clean." : "Migrated, clean."
    case .migratedWithFindings:
      isDryRun
        ? "the migration would succeed; look at what was found." : "Migrated; look at what was found."
    case .nothingToDo: isDryRun ? "nothing to do." : "Nothing to do."
    case .blocked: isDryRun ? "blocked." : "Blocked: nothing of yours was changed."
    case .failed: isDryRun ? "failed." : "Failed."
    case .restored: "Restored."
    }
  }

  /// What a person does now, a paragraph each.
  /// - Parameter output: file name of the result, if the report names it.
  /// - Parameter leavesFiles: whether a finding names files that the run could not take back.
  func nextSteps(isDryRun: Bool, output: String?, leavesFiles: Bool) -> [String] {
    switch self {
    case .migrated: [Self.place(isDryRun, output)]
    case .migratedWithFindings:
      [
        isDryRun
          ? "Look at the errors and warnings above: each says what was found and what would become of it."
          : "Look at the errors and warnings above: each says what was found and what became of it.",
        Self.place(isDryRun, output),
      ]
    case .nothingToDo: ["The store already is the result of this same import. Nothing was changed."]
    case .blocked:
      [
        "Settle every error above: with the --allow that it names, or else by changing the model or the"
          + " data.",
        "Then run the command again with those consents. Nothing was written.",
      ]
    case .failed:
      [
        leavesFiles
          ? "The errors above say why, and what was left behind. The original is as it was."
          : "The errors above say why. The original is as it was, and no new store was written.",
        "Once the cause is gone, run the command again.",
      ]
    case .restored: ["The files are as they were when the safety copy was made."]
    }
  }

  private static func place(_ isDryRun: Bool, _ output: String?) -> String {
    isDryRun
      ? "Nothing was put in place. Run the same command without --dry-run."
      : "The result is in place\(output.map { ": \($0)" } ?? ""). The original is as it was."
  }
}
