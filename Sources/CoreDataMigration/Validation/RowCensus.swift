import CoreDataModel
import Diagnostics
import SQLite

/// Counts the source's rows and holds them against the old-id map, on which all else rests.
struct RowCensus {
  let context: ValidationContext

  /// Rows read, by source entity; those of no concrete entity by their root entity, apart.
  struct Counts {
    var rows: [String: Int64] = [:]
    var orphans: [String: Int64] = [:]
  }

  func run() throws -> Counts {
    var counts = Counts()
    for root in context.sourceLayout.tables.keys.sorted() { try read(root, &counts) }
    for member in context.members {
      let read = counts.rows[member.entry.sourceEntity] ?? 0
      if read != member.entry.keys.count {
        context.differences.difference(
          .validationKeyDiffers, entity: member.entry.sourceEntity,
          "Rows are in the source or in the old-id map, not in both."
        ).addUncounted(abs(read - member.entry.keys.count))
      }
    }
    return counts
  }

  private func read(_ root: String, _ counts: inout Counts) throws {
    guard let table = context.sourceLayout.tables[root] else { return }
    let members = context.membersOfRoot[root] ?? []
    var memberOf: [Int64: Int] = [:]
    for member in members { memberOf[context.members[member].number] = member }
    var rows = [Int64](repeating: 0, count: context.members.count)
    let unknown = context.differences.difference(
      .validationKeyDiffers, entity: root, "Rows of the source are not in the old-id map.")
    // Preflight has named them, and a consent covers them.
    var orphans: Int64 = 0
    var highest: Int64 = 0
    let statement = try context.source.prepare(
      "SELECT Z_PK, Z_ENT FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK")
    while try statement.step() {
      let key = statement.integer(at: 0)
      highest = max(highest, key)
      guard let member = memberOf[statement.entityNumber(at: 1)] else {
        orphans += 1
        continue
      }
      rows[member] += 1
      if !context.members[member].entry.keys.contains(key) { unknown.add(key) }
    }
    for member in members { counts.rows[context.members[member].entry.sourceEntity] = rows[member] }
    if orphans > 0 { counts.orphans[root] = orphans }
    try checkCounter(root, highest)
  }

  /// Core Data gives the next object the key after `Z_MAX` (format page 1.4).
  private func checkCounter(_ root: String, _ highest: Int64) throws {
    let number = context.sourceLayout.numbers[root] ?? 0
    let counter = try context.source.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
    guard counter < highest else { return }
    context.book.evidence(
      .sourceKeyCounterLow, .warning, entity: root,
      "The counter of keys handed out (Z_MAX) lay below the highest key in the source: it is right now.",
      recovery: [
        "The file was changed by something else than Core Data. Look whether its newest rows are right."
      ]
    ).add(highest)
  }
}
