import CoreDataMigration
import CoreDataModel
import Diagnostics

/// What came of holding a store against what it should be.
struct Verification {
  /// Of the store as it should be, and the one that was given.
  var result: ValidationResult
  /// In keys of the store that is migrated.
  var differences: [Diagnostic]
  /// How it was compared, and what was not.
  var notes: [Diagnostic]
  /// Whether it is, by its keys and its UUID, what this very request makes.
  var isOurs: Bool

  var told: [Diagnostic] { differences + notes }

  /// Rows that are as they should be in the store that was given, too. Where several entities became one, what is not is
  /// told of the first that still has some.
  func entities(of accounts: [ValidationResult.EntityAccount]) -> [ValidationResult.EntityAccount] {
    var wrong = Dictionary(
      result.entities.map { ($0.source, $0.read - $0.migrated) }, uniquingKeysWith: { first, _ in first })
    return accounts.map { account in
      guard let destination = account.destination else { return account }
      var account = account
      let share = min(account.migrated, wrong[destination] ?? 0)
      account.migrated -= share
      wrong[destination]? -= share
      return account
    }
  }

  /// Links that are there in the store that was given, too; else as for rows.
  func relationships(of accounts: [ValidationResult.RelationshipAccount], _ state: ImportState)
    -> [ValidationResult.RelationshipAccount]
  {
    guard let last = state.shaped?.shownPlan ?? state.prepared?.context.plan else { return accounts }
    let plans = (state.walk?.shownPlans ?? []) + [last]
    var missing = Dictionary(
      result.relationships.map { ($0.relationship, $0.read - $0.connected - $0.dangling - $0.dropped) },
      uniquingKeysWith: { first, _ in first })
    return accounts.map { account in
      var account = account
      for place in LinkWalk(from: account.relationship, plans).ends.sorted() {
        let share = min(account.connected, missing[place] ?? 0)
        account.connected -= share
        missing[place]? -= share
      }
      return account
    }
  }
}
