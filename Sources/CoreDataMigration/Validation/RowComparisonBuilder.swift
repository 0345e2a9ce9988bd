import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// Lays out the comparison of the rows that go from one source table to one destination table.
final class RowComparisonBuilder {
  private let context: ValidationContext
  private let sourceTable: FoundLayout.Table
  private let destinationTable: FoundLayout.Table
  private let destinationRoot: String
  private let digesters: AttributeDigesters
  private let defaults: DefaultCell
  private var sourceColumns = ["Z_PK", "Z_ENT", "Z_OPT"]
  private var destinationColumns = ["Z_PK", "Z_ENT", "Z_OPT"]
  private var destinationPositions: [String: Int] = [:]

  init(
    context: ValidationContext, sourceTable: FoundLayout.Table, destinationTable: FoundLayout.Table,
    destinationRoot: String, digesters: AttributeDigesters
  ) throws {
    self.context = context
    self.sourceTable = sourceTable
    self.destinationTable = destinationTable
    self.destinationRoot = destinationRoot
    self.digesters = digesters
    defaults = try DefaultCell()
    for name in Set(destinationTable.columns.values).subtracting(destinationColumns).sorted() {
      destinationPositions[name] = destinationColumns.count
      destinationColumns.append(name)
    }
  }

  var sourceSelect: String { Self.select(sourceColumns, sourceTable) }
  var destinationSelect: String { Self.select(destinationColumns, destinationTable) }

  /// In the order of keys and from the table itself: SQLite could else answer from an index.
  private static func select(_ columns: [String], _ table: FoundLayout.Table) -> String {
    """
    SELECT \(columns.map(Identifier.quoted).joined(separator: ", ")) FROM \(Identifier.quoted(table.name))
    NOT INDEXED ORDER BY Z_PK
    """
  }

  func comparison(of member: ValidationContext.Member) throws -> RowComparison? {
    guard let target = member.destination,
      let mapping = context.plan.mapping(ofSource: member.entry.sourceEntity)
    else { return nil }
    let cells = try mapping.attributes.compactMap { try cell($0, target) }
    return RowComparison(
      member: member, cells: cells, foreignColumns: foreignColumns(of: target),
      requiredLinks: requiredLinks(of: target),
      destination: target, differences: context.differences)
  }

  private func cell(_ mapping: AttributeMapping, _ target: String) throws -> CellComparison? {
    guard let column = destinationTable.columns[.attribute(mapping.destination)],
      let position = destinationPositions[column]
    else { return nil }
    var sourceColumn: Int?
    if !mapping.isNew, let source = mapping.source, let name = sourceTable.columns[.attribute(source)] {
      sourceColumn = sourceColumns.firstIndex(of: name) ?? sourceColumns.count
      if sourceColumn == sourceColumns.count { sourceColumns.append(name) }
    }
    let subject = PropertyKey(target, mapping.destination.name)
    let isComputed = context.plan.destination.derivation(of: mapping.destination)?.isComputable ?? false
    let difference = context.differences.difference(
      .validationValueDiffers, entity: target, property: subject.name, "Values differ from the source's.")
    // What a conversion makes is not the source's anyway.
    if mapping.conversion == .copy, difference.pattern == nil { difference.pattern = DifferencePattern() }
    let declaredType = destinationTable.declaredTypes[column] ?? ""
    return CellComparison(
      sourceColumn: sourceColumn, destinationColumn: position, conversion: mapping.conversion,
      fallback: try defaults.value(
        of: isComputed ? nil : mapping.valueForNull, declaredType: declaredType),
      lossFallback: try defaults.value(of: mapping.valueForLoss, declaredType: declaredType),
      isTagged: mapping.destinationAttribute.allowsExternalBinaryDataStorage,
      rule: ValueRule(mapping.destinationAttribute, subject: subject, book: context.book),
      digester: digesters.digester(subject),
      difference: difference,
      missingFile: context.differences.difference(
        .validationExternalFileMissing, entity: target, property: subject.name,
        "Values lie in files that the result does not have."),
      recomputed: isComputed ? DerivedChecker.recomputed(subject, context.book) : nil)
  }

  /// Columns that none of the entity's own or inherited properties is stored in.
  private func foreignColumns(of entity: String) -> [Int] {
    let model = context.plan.destination
    return destinationTable.columns.compactMap { role, column in
      let holder: String? =
        switch role {
        case .primaryKey, .entityNumber, .optimisticLock: nil
        case .attribute(let key), .toOne(let key), .toOneEntity(let key): key.entity
        case .owner(let key): LinkStore.relationship(key, in: model)?.destinationEntity
        case .order(let key):
          LinkStore.relationship(key, in: model).flatMap { relationship in
            model.inverse(of: relationship)?.declaring ?? relationship.destinationEntity
          }
        }
      guard let holder, !model.isKind(entity, of: holder) else { return nil }
      return destinationPositions[column]
    }.sorted()
  }

  private func requiredLinks(of entity: String) -> [(column: Int, evidence: Evidence)] {
    context.plan.destination.relationships(of: entity).compactMap { declaring, relationship in
      guard !relationship.isToMany, !relationship.isTransient, !relationship.isOptional,
        let column = destinationTable.columns[.toOne(PropertyKey(declaring, relationship.name))],
        let position = destinationPositions[column]
      else { return nil }
      return (position, CardinalityChecker.missingLinks(PropertyKey(entity, relationship.name), context.book))
    }
  }
}
