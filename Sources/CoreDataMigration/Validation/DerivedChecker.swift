import CoreDataModel
import Diagnostics
import SQLite

/// Works derived attributes out from the destination's own rows and links, and compares.
struct DerivedChecker {
  let context: ValidationContext

  static func recomputed(_ attribute: PropertyKey, _ book: EvidenceBook) -> Evidence {
    book.evidence(
      .valueDerivedRecomputed, .note, attribute,
      "The stored values of this derived attribute were not what the data makes of them: they were worked out anew."
    )
  }

  func run() throws {
    let model = context.plan.destination
    for entity in model.entities {
      for attribute in entity.attributes {
        let key = PropertyKey(entity.name, attribute.name)
        switch model.derivation(of: key) {
        case .count(let relationship): try checkCount(key, of: relationship)
        case .value(let relationship, let far): try checkValue(key, through: relationship, far)
        case .other, nil: break
        }
      }
    }
  }

  /// Rows that are wrong, by their entity's number.
  private typealias Wrong = [Int64: (count: Int64, keys: Set<Int64>)]

  private func checkCount(_ attribute: PropertyKey, of relationship: PropertyKey) throws {
    guard
      let store = LinkStore.stores(of: context.destinationLayout)
        .first(where: { $0.lines.contains(relationship) }),
      let rows = try rows(attribute, nil)
    else { return }
    let owner = Identifier.quoted(
      relationship == store.relationship ? store.ownerColumn : store.targetColumn)
    let counts = try context.destination.prepare(
      """
      SELECT \(owner), count(*) FROM \(Identifier.quoted(store.table)) NOT INDEXED WHERE \(owner) IS NOT NULL
      GROUP BY \(owner) ORDER BY \(owner)
      """)
    var hasCount = try counts.step()
    var wrong: Wrong = [:]
    while try rows.step() {
      let key = rows.integer(at: 0)
      while hasCount, counts.integer(at: 0) < key { hasCount = try counts.step() }
      let count = hasCount && counts.integer(at: 0) == key ? counts.integer(at: 1) : 0
      let isRight =
        switch rows.value(at: 2) {
        case .integer(let found): found == count
        case .real(let found): found == Double(count)
        case .text(let found): found == Array(String(count).utf8)
        case .blob, .null: false
        }
      if !isRight { Self.note(rows, &wrong) }
    }
    try report(attribute, wrong)
  }

  private func checkValue(_ attribute: PropertyKey, through relationship: PropertyKey, _ far: PropertyKey)
    throws
  {
    guard let table = context.destinationLayout.table(of: far.entity),
      let column = table.columns[.attribute(far)],
      let key = context.destinationLayout.table(of: attribute.entity)?.columns[.toOne(relationship)],
      let rows = try rows(attribute, key)
    else { return }
    let cells = try context.destination.prepare(
      "SELECT \(Identifier.quoted(column)) FROM \(Identifier.quoted(table.name)) NOT INDEXED WHERE Z_PK = ?")
    var wrong: Wrong = [:]
    while try rows.step() {
      var expected = Value.null
      if let target = rows.optionalInteger(at: 3) {
        try cells.bind(.integer(target), at: 1)
        if try cells.step() { expected = cells.value(at: 0) }
        cells.reset()
      }
      if rows.value(at: 2) != expected { Self.note(rows, &wrong) }
    }
    try report(attribute, wrong)
  }

  /// `Z_PK`, `Z_ENT`, the attribute and one more column of all rows that have the attribute.
  private func rows(_ attribute: PropertyKey, _ more: String?) throws -> Statement? {
    guard let table = context.destinationLayout.table(of: attribute.entity),
      let column = table.columns[.attribute(attribute)]
    else { return nil }
    let numbers = context.plan.destination.subtree(of: attribute.entity)
      .compactMap { context.destinationLayout.numbers[$0] }.sorted().map(String.init)
    return try context.destination.prepare(
      """
      SELECT Z_PK, Z_ENT, \(Identifier.quoted(column)), \(more.map(Identifier.quoted) ?? "NULL")
      FROM \(Identifier.quoted(table.name)) NOT INDEXED WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))
      ORDER BY Z_PK
      """)
  }

  private static func note(_ rows: Statement, _ wrong: inout Wrong) {
    var own = wrong[rows.integer(at: 1)] ?? (0, [])
    own.count += 1
    if own.keys.count < Diagnostic.maximumOldKeys { own.keys.insert(rows.integer(at: 0)) }
    wrong[rows.integer(at: 1)] = own
  }

  private func report(_ attribute: PropertyKey, _ wrong: Wrong) throws {
    for (number, rows) in wrong {
      let entity = context.destinationLayout.entityOfNumber[number] ?? attribute.entity
      let evidence = context.differences.difference(
        .validationValueDiffers, entity: entity, property: attribute.name,
        "Derived values are not what the rows and links of the new store make of them.")
      evidence.addUncounted(rows.count)
      let root = context.plan.destination.root(of: entity)
      for key in try context.oldKeys(ofNew: rows.keys, destinationRoot: root) { evidence.note(key) }
    }
  }
}
