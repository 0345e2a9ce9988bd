import Diagnostics
import SQLite

/// The rows of a destination table, one after another in ascending key.
final class DestinationWalk {
  let statement: Statement
  private(set) var hasRow: Bool
  private(set) var key: Int64 = 0
  private(set) var skipped: Int64 = 0
  private(set) var skippedKeys: Set<Int64> = []

  init(_ statement: Statement) throws(DatabaseError) {
    self.statement = statement
    hasRow = try statement.step()
    if hasRow { key = statement.integer(at: 0) }
  }

  func advance() throws(DatabaseError) {
    hasRow = try statement.step()
    if hasRow { key = statement.integer(at: 0) }
  }

  /// Passes a row that nothing of the source leads to.
  func skip() throws(DatabaseError) {
    skipped += 1
    if skippedKeys.count < Diagnostic.maximumOldKeys { skippedKeys.insert(key) }
    try advance()
  }
}
