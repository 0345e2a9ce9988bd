import CoreDataMapping

/// The rule of a mapping file that would answer what stands in the way, as a line to copy.
enum RuleHint {
  /// - Parameter says: what the rule says of rows that stay rows of what they become.
  static func entity(_ source: String, _ says: String, _ plan: MigrationPlan) -> String {
    let destination =
      plan.destination(ofSource: source) ?? plan.pairs.filter { $0.value == source }.keys.min()
    return "Say it in a mapping file: `entities: [{ name: \(destination ?? "ENTITY"), \(says) }]`."
  }

  static func rows(of source: String) -> String {
    "Say in a mapping file what they become: `entities: [{ name: ENTITY, from: \(source) }]`."
  }
}
