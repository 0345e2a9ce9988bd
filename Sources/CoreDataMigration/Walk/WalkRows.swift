import CoreDataModel
import Diagnostics
import SQLite

/// Compares the rows of one entity of the first store with what is in the last one, in ascending new key.
struct WalkRows {
  struct Counts {
    var read: Int64 = 0
    /// Found as they should be.
    var right: Int64 = 0
    /// Left out by some step.
    var dropped: Int64 = 0
  }

  let request: WalkRequest
  let chain: WalkPlan.Chain
  let book: EvidenceBook

  func compare(
    _ source: Connection, _ old: FoundLayout, _ destination: Connection, _ new: FoundLayout
  ) throws -> Counts {
    var counts = Counts()
    guard let table = old.table(of: chain.source), let number = old.numbers[chain.source] else {
      return counts
    }
    guard let entity = chain.destination, let end = new.table(of: entity), let endNumber = new.numbers[entity]
    else {
      counts.read = try source.integer(
        "SELECT count(*) FROM \(Identifier.quoted(table.name)) NOT INDEXED WHERE Z_ENT = \(number)")
      counts.dropped = counts.read
      return counts
    }
    let attributes = chain.attributes.compactMap {
      attribute -> (attribute: WalkPlan.Attribute, old: String, new: String)? in
      guard let from = table.columns[.attribute(attribute.source)],
        let to = end.columns[.attribute(attribute.destination)]
      else { return nil }
      return (attribute, from, to)
    }
    let cells = WalkCells(
      attributes: attributes.map(\.attribute),
      files: ExternalFiles(
        folder: request.externalDataFolder, operations: request.files, lost: request.lostFiles))
    let differences = attributes.map { item in
      book.difference(
        .validationValueDiffers, entity: entity, property: item.attribute.destination.name,
        "After all steps values differ from the first store's.")
    }
    let missing = book.difference(
      .validationRowMissing, entity: entity, "After all steps rows are missing.")
    let counter = book.difference(
      .validationCounterDiffers, entity: entity,
      "After all steps rows have another counter of changes (Z_OPT).")
    let rows = try source.prepare(Self.select(attributes.map(\.old), table.name, number))
    let walk = try DestinationWalk(
      destination.prepare(Self.select(attributes.map(\.new), end.name, endNumber)))
    while try rows.step() {
      counts.read += 1
      let key = rows.integer(at: 0)
      guard let place = request.keys.place(of: key, in: chain.source) else {
        counts.dropped += 1
        continue
      }
      // What a rule made another entity's row was proven at its step.
      guard place.entity == entity else {
        counts.right += 1
        continue
      }
      while walk.hasRow, walk.key < place.key { try walk.advance() }
      guard walk.hasRow, walk.key == place.key else {
        missing.add(key)
        continue
      }
      var isRight = true
      if rows.storageClass(at: 1) != walk.statement.storageClass(at: 1)
        || rows.integer(at: 1) != walk.statement.integer(at: 1)
      {
        counter.add(key)
        isRight = false
      }
      for index in attributes.indices
      where try !cells.isCarriedOver(index, rows, walk.statement, column: index + 2) {
        differences[index].add(key)
        isRight = false
      }
      if isRight { counts.right += 1 }
      try walk.advance()
    }
    return counts
  }

  private static func select(_ columns: [String], _ table: String, _ number: Int64) -> String {
    """
    SELECT \((["Z_PK", "Z_OPT"] + columns).map(Identifier.quoted).joined(separator: ", "))
    FROM \(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT = \(number) ORDER BY Z_PK
    """
  }
}
