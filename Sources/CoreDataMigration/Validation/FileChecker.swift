import CoreDataModel
import Diagnostics
import SQLite

/// Checks of the destination as a file: soundness, the table of entities, and the counters of keys.
struct FileChecker {
  let context: ValidationContext

  func run() throws {
    // Only whether it is sound: what SQLite says of it may quote cells.
    let isSound = try context.destination.problems("1").isEmpty
    if !isSound { Self.damaged(context.differences) }
    try entities()
    try counters()
  }

  static func damaged(_ book: EvidenceBook) {
    book.difference(.validationDamaged, "A file is not a sound SQLite database.").add(nil)
  }

  private func entities() throws {
    let model = context.plan.destination
    let evidence = context.differences.difference(
      .validationEntityTableDiffers, "Rows of Z_PRIMARYKEY do not agree with the model.")
    var missing = Set(model.entities.map(\.name))
    for row in try context.destination.rows(
      "SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
    {
      let name = row[0].string ?? ""
      let parent = model.entity(name)?.superentity.flatMap { context.destinationLayout.numbers[$0] } ?? 0
      let isRight =
        missing.remove(name) != nil && row[1].integer == context.destinationLayout.numbers[name]
        && row[2].integer == parent
      if !isRight { evidence.add(nil) }
    }
    evidence.addUncounted(Int64(missing.count))
  }

  private func counters() throws {
    for entity in context.plan.destination.entities {
      let number = context.destinationLayout.numbers[entity.name] ?? 0
      let counter = try context.destination.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
      var isRight = counter == 0
      if entity.superentity == nil, let table = context.destinationLayout.tables[entity.name] {
        isRight =
          counter
          >= (try context.destination.integer("SELECT max(Z_PK) FROM \(Identifier.quoted(table.name))"))
      }
      if !isRight {
        context.differences.difference(
          .validationKeyCounterLow, entity: entity.name, "The counter of keys handed out (Z_MAX) is wrong."
        ).add(nil)
      }
    }
  }
}
