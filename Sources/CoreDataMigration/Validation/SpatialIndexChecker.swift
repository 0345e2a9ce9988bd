import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Compares every R-tree of the destination with its table: one entry for each row, and the row's coordinates in it.
struct SpatialIndexChecker {
  let context: ValidationContext

  func run() throws {
    let found = try context.destination.rows(
      "SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name")
    for row in found
    where !context.request.spatialIndexes.contains(where: { $0.createStatement == row[1].string }) {
      differ(row[0].string ?? "")
    }
    for index in context.request.spatialIndexes {
      let isThere = found.contains { $0[0].string == index.name }
      if try !isThere || !agrees(index) { differ(index.name) }
    }
  }

  private func differ(_ name: String) {
    context.differences.difference(
      .validationIndexDiffers, property: name, "This spatial index does not agree with its table."
    ).add(nil)
  }

  private func agrees(_ index: SpatialIndex) throws -> Bool {
    let attribute = context.plan.destination.entity(index.attribute.entity)?.attributes.first {
      $0.name == index.attribute.name
    }
    let table = context.destinationLayout.table(of: index.attribute.entity)
    let columns = (attribute?.locationComponents ?? []).compactMap {
      table?.columns[.attribute(PropertyKey(index.attribute.entity, $0))]
    }
    guard let table, !columns.isEmpty, columns.count == attribute?.locationComponents.count else {
      return false
    }
    guard
      try context.destination.rows("SELECT rtreecheck(\(Identifier.literal(index.name)))") == [[.text("ok")]]
    else { return false }
    let bounds = columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }.map(Identifier.quoted)
    let entries = try context.destination.prepare(
      "SELECT Z_PK, \(bounds.joined(separator: ", ")) FROM \(Identifier.quoted(index.name)) ORDER BY Z_PK")
    let rows = try context.destination.prepare(
      "SELECT Z_PK, \(columns.map(Identifier.quoted).joined(separator: ", ")) "
        + "FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK")
    while try rows.step() {
      guard try entries.step(), entries.integer(at: 0) == rows.integer(at: 0) else { return false }
      for position in columns.indices {
        let lower = entries.double(at: 2 * position + 1)
        let upper = entries.double(at: 2 * position + 2)
        // What is no number is 0 to an R-tree.
        if !Self.isTight(lower, upper, around: rows.double(at: position + 1)) { return false }
      }
    }
    return try !entries.step()
  }

  /// An R-tree holds single precision, rounded outwards: the value lies between, and both are near.
  private static func isTight(_ lower: Double, _ upper: Double, around value: Double) -> Bool {
    guard value.magnitude < Double(Float.greatestFiniteMagnitude) else { return true }
    let slack = value.magnitude * 0x1p-20 + Double(Float.leastNormalMagnitude)
    return lower <= value && value <= upper && upper - lower <= slack
  }
}
