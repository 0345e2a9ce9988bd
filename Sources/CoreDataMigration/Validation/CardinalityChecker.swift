import CoreDataModel
import Diagnostics
import SQLite

/// Counts the objects of to-many relationships against the model's bounds, on the destination's own links.
struct CardinalityChecker {
  let context: ValidationContext

  static func missingLinks(_ relationship: PropertyKey, _ book: EvidenceBook) -> Evidence {
    book.evidence(
      .valueRequiredLinkMissing, .warning, relationship,
      "Objects lead nowhere where the model requires a link.",
      recovery: ["Set the relationship in the app, which may refuse to save these objects until then."])
  }

  func run() throws {
    let model = context.plan.destination
    for store in LinkStore.stores(of: context.destinationLayout) {
      for line in store.lines {
        guard let relationship = LinkStore.relationship(line, in: model), relationship.isToMany else {
          continue
        }
        // A to-many is never missing, only short: real stores hold many required ones that are empty.
        let least = Int64(relationship.minCount)
        let most = relationship.maxCount > 1 ? Int64(relationship.maxCount) : .max
        // An optional relationship may be empty whatever its least number.
        guard least > 0 || most < .max else { continue }
        try check(line, store, least: least, most: most, mayBeEmpty: relationship.isOptional)
      }
    }
  }

  private func check(_ line: PropertyKey, _ store: LinkStore, least: Int64, most: Int64, mayBeEmpty: Bool)
    throws
  {
    let model = context.plan.destination
    let root = model.root(of: line.entity)
    guard let table = context.destinationLayout.tables[root] else { return }
    var entities: [Int64: String] = [:]
    for entity in model.subtree(of: line.entity) {
      if let number = context.destinationLayout.numbers[entity] { entities[number] = entity }
    }
    let rows = try context.destination.prepare(
      "SELECT Z_PK, Z_ENT FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK")
    let owner = Identifier.quoted(line == store.relationship ? store.ownerColumn : store.targetColumn)
    let counts = try context.destination.prepare(
      """
      SELECT \(owner), count(*) FROM \(Identifier.quoted(store.table)) NOT INDEXED WHERE \(owner) IS NOT NULL
      GROUP BY \(owner) ORDER BY \(owner)
      """)
    var hasCount = try counts.step()
    var few: [String: (count: Int64, keys: Set<Int64>)] = [:]
    var many: [String: (count: Int64, keys: Set<Int64>)] = [:]
    while try rows.step() {
      guard let entity = entities[rows.integer(at: 1)] else { continue }
      let key = rows.integer(at: 0)
      while hasCount, counts.integer(at: 0) < key { hasCount = try counts.step() }
      let count = hasCount && counts.integer(at: 0) == key ? counts.integer(at: 1) : 0
      if count < least, count > 0 || !mayBeEmpty { Self.note(key, entity, &few) }
      if count > most { Self.note(key, entity, &many) }
    }
    for (entity, rows) in few {
      try report(rows, Self.missingLinks(PropertyKey(entity, line.name), context.book), root)
    }
    for (entity, rows) in many {
      let evidence = context.book.evidence(
        .valueTooManyLinks, .warning, PropertyKey(entity, line.name),
        "Objects lead to more objects than the model allows.",
        recovery: [
          "All links were kept. Remove some in the app, which may refuse to save these objects until then."
        ])
      try report(rows, evidence, root)
    }
  }

  private static func note(
    _ key: Int64, _ entity: String, _ rows: inout [String: (count: Int64, keys: Set<Int64>)]
  ) {
    var own = rows[entity] ?? (0, [])
    own.count += 1
    if own.keys.count < Diagnostic.maximumOldKeys { own.keys.insert(key) }
    rows[entity] = own
  }

  private func report(_ rows: (count: Int64, keys: Set<Int64>), _ evidence: Evidence, _ root: String) throws {
    evidence.addUncounted(rows.count)
    for key in try context.oldKeys(ofNew: rows.keys, destinationRoot: root) { evidence.note(key) }
  }
}
