import Diagnostics
import SQLite

/// Holds the triggers of the destination against those that it should have, name by name and to the letter.
struct TriggerChecker {
  let context: ValidationContext

  func run() throws {
    var expected = Dictionary(
      context.request.triggers.map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
    for row in try context.destination.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
      let name = row[0].string ?? ""
      if expected.removeValue(forKey: name) != row[1].string { differ(name) }
    }
    for name in expected.keys { differ(name) }
  }

  private func differ(_ name: String) {
    context.differences.difference(
      .validationTriggerDiffers, property: name, "This trigger is not as it should be."
    ).add(nil)
  }
}
