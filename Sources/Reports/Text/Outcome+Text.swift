extension Outcome {
  func headline(_ run: RunCircumstances) -> String {
    switch self {
    case .migrated: run.isDryRun ? "the migration would succeed, clean." : "Migrated, clean."
    case .migratedWithFindings:
      run.isDryRun
        ? "the migration would succeed; look at what was found." : "Migrated; look at what was found."
    case .nothingToDo: run.isDryRun ? "nothing to do." : "Nothing to do."
    case .blocked: run.isDryRun ? "blocked." : "Blocked: nothing of yours was changed."
    case .failed: run.isDryRun ? "failed." : "Failed."
    case .restored: "Restored."
    case .verified: "Verified: it is what the store should have become."
    case .differs: "It differs from what the store should have become."
    }
  }

  /// What a person does now, a paragraph each.
  ///
  /// - Parameter place: where the findings stand.
  func nextSteps(_ run: RunCircumstances, findings place: String = "above") -> [String] {
    switch self {
    case .migrated: [Self.place(run)]
    case .migratedWithFindings:
      [
        run.isDryRun
          ? "Look at the errors and warnings \(place): each says what was found and what would become of it."
          : "Look at the errors and warnings \(place): each says what was found and what became of it.",
        Self.place(run),
      ]
    case .nothingToDo:
      [
        run.isRestore
          ? "The files are those of the safety copy already. Nothing was changed."
          : "The store already is the result of this same import. Nothing was changed."
      ]
    case .blocked:
      [
        "Settle every error \(place): with the --allow that it names, or else by changing the model or the"
          + " data.",
        "Then run the command again with those consents. "
          + (run.isInPlace ? "The store is as it was." : "Nothing was written."),
      ]
    case .failed: [Self.failure(run, place), "Once the cause is gone, run the command again."]
    case .verified:
      ["Everything that the report counts was read from both files and is the same. Nothing was changed."]
    case .differs:
      [
        "Each error \(place) names what differs, and the keys of the rows in the old store.",
        "Keep the old store until this is settled. Nothing was changed.",
      ]
    case .restored:
      [
        "The files are as they were when the safety copy was made. To migrate them again, run import-legacy as"
          + " before."
      ]
    }
  }

  private static func failure(_ run: RunCircumstances, _ place: String) -> String {
    let reason = "The errors \(place) say why"
    if run.isUnproven {
      return
        "\(reason). The store's files could not be proven to be what they were: do not use the store before"
        + " this is settled."
    }
    if run.leavesFiles { return "\(reason), and what was left behind. The original is as it was." }
    return run.isInPlace
      ? "\(reason). The store is as it was\(run.isProven ? ", proven by digest" : "")."
      : "\(reason). The original is as it was, and no new store was written."
  }

  private static func place(_ run: RunCircumstances) -> String {
    if run.isDryRun { return "Nothing was put in place. Run the same command without --dry-run." }
    guard run.isInPlace else {
      return "The result is in place\(run.output.map { ": \($0)" } ?? ""). The original is as it was."
    }
    return "The new store is in place\(run.store.map { ": \($0)" } ?? "")."
      + (run.safetyCopy.map {
        " The files as they were are safety copy \($0): import-legacy restore STORE --copy \($0) puts them"
          + " back."
      } ?? "")
  }
}
