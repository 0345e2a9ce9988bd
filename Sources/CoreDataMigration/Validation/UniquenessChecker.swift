import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Finds rows that share what a uniqueness constraint allows once. Bytes are compared; NULL equals nothing.
struct UniquenessChecker {
  let context: ValidationContext

  func run() throws {
    for entity in context.plan.destination.entities {
      for constraint in entity.uniquenessConstraints { try check(constraint, entity.name) }
    }
  }

  private func check(_ constraint: [String], _ entity: String) throws {
    let model = context.plan.destination
    guard let table = context.destinationLayout.table(of: entity) else { return }
    let columns = constraint.compactMap { column($0, entity, table) }.map(Identifier.quoted)
    guard !columns.isEmpty, columns.count == constraint.count else { return }
    let numbers = model.subtree(of: entity).compactMap { context.destinationLayout.numbers[$0] }.sorted()
    let list = columns.joined(separator: ", ")
    let kin = numbers.map(String.init).joined(separator: ", ")
    let statement = try context.destination.prepare(
      """
      SELECT Z_PK FROM (
        SELECT Z_PK, count(*) OVER (PARTITION BY \(list)) AS sharers
        FROM \(Identifier.quoted(table.name)) NOT INDEXED WHERE Z_ENT IN (\(kin))
          AND \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")))
      WHERE sharers > 1
      """)
    let new = Evidence()
    while try statement.step() { new.add(statement.integer(at: 0)) }
    guard new.count > 0 else { return }
    let evidence = context.book.evidence(
      .valueNotUnique, .warning, PropertyKey(entity, constraint.joined(separator: ",")),
      "Rows share a value, or a combination of values, that the model allows once.",
      recovery: ["All rows were kept. Remove or change the duplicates in the app."])
    evidence.addUncounted(new.count)
    for key in try context.oldKeys(ofNew: Set(new.keys), destinationRoot: model.root(of: entity)) {
      evidence.note(key)
    }
  }

  private func column(_ property: String, _ entity: String, _ table: FoundLayout.Table) -> String? {
    for ancestor in context.plan.destination.lineage(of: entity) {
      let key = PropertyKey(ancestor.name, property)
      if let column = table.columns[.attribute(key)] ?? table.columns[.toOne(key)] { return column }
    }
    return nil
  }
}
