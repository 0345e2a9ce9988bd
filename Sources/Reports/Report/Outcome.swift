/// How an import ended.
package enum Outcome: String, Sendable, CaseIterable {
  case migrated
  /// The result is in place; a warning or an error about the data remains.
  case migratedWithFindings = "migrated-with-findings"
  case nothingToDo = "nothing-to-do"
  /// Needs a consent, a value or a rule; nothing was changed.
  case blocked
  case failed
  case restored
  /// A store is what another one should have become.
  case verified
  /// It is not.
  case differs
}
