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
    /// Became one with another row.
    var merged: Int64 = 0
    /// Left out by some step because they do not fit.
    var rejected: Int64 = 0
  }

  let request: WalkRequest
  let chain: WalkPlan.Chain
  let book: EvidenceBook

  func compare(
    _ source: Connection, _ old: FoundLayout, _ destination: Connection, _ new: FoundLayout
  ) throws -> [String?: Counts] {
    var counts: [String?: Counts] = [chain.destination: Counts()]
    guard let table = old.table(of: chain.source), let number = old.numbers[chain.source] else {
      return counts
    }
    guard let entity = chain.destination, let end = new.table(of: entity), let endNumber = new.numbers[entity]
    else {
      // Where a rule put them was proven at its step.
      let rows = try source.prepare(Self.select([], table.name, number))
      while try rows.step() {
        count(rows.integer(at: 0), &counts)
        countFurther(rows.integer(at: 0), &counts)
      }
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
      let key = rows.integer(at: 0)
      countFurther(key, &counts)
      // What a rule made another entity's row was proven at its step.
      guard let place = request.keys.place(of: key, in: chain.source), place.entity == entity else {
        count(key, &counts)
        continue
      }
      counts[entity, default: Counts()].read += 1
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
      if isRight { counts[entity, default: Counts()].right += 1 }
      try walk.advance()
    }
    return counts
  }

  /// A row that is not where its entity's rows are.
  private func count(_ key: Int64, _ counts: inout [String?: Counts]) {
    switch request.keys.fate(of: key, in: chain.source) {
    case .placed(let entity, _):
      counts[entity, default: Counts()].read += 1
      counts[entity, default: Counts()].right += 1
    case .merged(let entity, _):
      counts[entity, default: Counts()].read += 1
      counts[entity, default: Counts()].merged += 1
    case .rejected:
      counts[nil, default: Counts()].read += 1
      counts[nil, default: Counts()].rejected += 1
    case .dropped:
      counts[nil, default: Counts()].read += 1
      counts[nil, default: Counts()].dropped += 1
    }
  }

  /// Rows that rules made of it besides were proven at their step.
  private func countFurther(_ key: Int64, _ counts: inout [String?: Counts]) {
    for place in request.keys.furtherPlaces(of: key, in: chain.source) {
      counts[place.entity, default: Counts()].read += 1
      counts[place.entity, default: Counts()].right += 1
    }
  }

  private static func select(_ columns: [String], _ table: String, _ number: Int64) -> String {
    """
    SELECT \((["Z_PK", "Z_OPT"] + columns).map(Identifier.quoted).joined(separator: ", "))
    FROM \(Identifier.quoted(table)) NOT INDEXED WHERE Z_ENT = \(number) ORDER BY Z_PK
    """
  }
}
