import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// What the first pass writes into each column of a destination table, as expressions over one source table.
struct RowExpressions {
  /// One source table that feeds the destination table.
  struct Feed {
    let sourceTable: EntityTable
    let mappings: [EntityMapping]
    let assignment: KeyAssignment
  }

  let context: MigrationContext
  let table: EntityTable

  /// In ascending new key.
  func feeds() -> [Feed] {
    let root = table.rootEntity
    let feeding = context.source.layout.tables.compactMap { source -> Feed? in
      let mappings = context.plan.entities.filter { mapping in
        context.plan.source.root(of: mapping.source) == source.rootEntity
          && mapping.destination.map { context.plan.destination.root(of: $0) } == root
      }
      guard let first = mappings.first, let entry = context.keys.entry(ofSource: first.source) else {
        return nil
      }
      return Feed(sourceTable: source, mappings: mappings, assignment: entry.assignment)
    }
    return feeding.sorted { Self.offset($0.assignment) < Self.offset($1.assignment) }
  }

  /// The expression of a column for all rows of a feed.
  func expression(_ column: EntityTable.Column, _ feed: Feed) -> String {
    if column.role == .primaryKey { return newKey(feed) }
    let each = feed.mappings.map { ($0, expression(column.role, $0)) }
    let texts = Set(each.map(\.1))
    if texts.count == 1, let only = texts.first { return only }
    let cases = each.filter { $0.1 != "NULL" }.map { mapping, text in
      "WHEN \(context.source.layout.number(of: mapping.source) ?? 0) THEN \(text)"
    }
    return "CASE Z_ENT \(cases.joined(separator: " ")) END"
  }

  private func newKey(_ feed: Feed) -> String {
    switch feed.assignment {
    case .kept: "Z_PK"
    case .shifted(let offset): "Z_PK + \(offset)"
    case .ranked: "rankedkey(\(Identifier.literal(feed.mappings.first?.source ?? "")), Z_PK)"
    }
  }

  private func expression(_ role: ColumnRole, _ mapping: EntityMapping) -> String {
    switch role {
    case .primaryKey: "Z_PK"
    case .entityNumber:
      mapping.destination.flatMap { context.destination.number(of: $0) }.map(String.init) ?? "NULL"
    case .optimisticLock: "Z_OPT"
    case .attribute(let key): attribute(key, mapping)
    case .toOne(let key), .owner(let key): placeholder(key, mapping)?.key ?? "NULL"
    case .toOneEntity(let key): entityPlaceholder(key, mapping)
    case .order(let key): order(key, mapping) ?? "NULL"
    }
  }

  private func attribute(_ key: PropertyKey, _ mapping: EntityMapping) -> String {
    guard let attribute = mapping.attributes.first(where: { $0.destination == key }) else { return "NULL" }
    guard !attribute.isNew, let column = attribute.source.flatMap({ context.source.layout.column(of: $0) })
    else {
      return SQLLiteral.text(attribute.valueForNull)
    }
    let quoted = Identifier.quoted(column)
    let value: String
    switch attribute.conversion {
    case .copy, .incompatible: value = quoted
    case .addTag: value = "addtag(\(quoted))"
    case .removeTag: value = "removetag(\(quoted))"
    case .convert(let conversion): return converted(quoted, conversion, attribute)
    }
    return attribute.valueForNull == nil
      ? value : "ifnull(\(value), \(SQLLiteral.text(attribute.valueForNull)))"
  }

  /// What is missing and what cannot be converted may be answered with different values.
  private func converted(_ column: String, _ conversion: ValueConversion, _ attribute: AttributeMapping)
    -> String
  {
    let value = ConversionFunctions.value(column, conversion)
    guard attribute.valueForNull != nil || attribute.valueForLoss != nil else { return value }
    return """
      CASE WHEN \(column) IS NULL THEN \(SQLLiteral.text(attribute.valueForNull)) \
      ELSE ifnull(\(value), \(SQLLiteral.text(attribute.valueForLoss))) END
      """
  }

  /// The old key that stands in for a link, where the source keeps it in the same row. Never NULL for a link: rows
  /// that grow in the second pass split pages.
  private func placeholder(_ key: PropertyKey, _ mapping: EntityMapping) -> (key: String, order: String?)? {
    guard let slot = LinkSlot(key, context: context),
      let origin = slot.origin(for: mapping.source, context: context),
      let column = slot.alignedColumn(origin, context: context),
      slot.holds(mapping, origin, context: context),
      context.source.layout.table(of: mapping.source)?.name == column.table
    else { return nil }
    return (Identifier.quoted(column.column), column.orderColumn.map(Identifier.quoted))
  }

  private func entityPlaceholder(_ key: PropertyKey, _ mapping: EntityMapping) -> String {
    guard let held = placeholder(key, mapping), let slot = LinkSlot(key, context: context),
      let number = context.destination.number(of: slot.referencedEntity)
    else { return "NULL" }
    return "CASE WHEN \(held.key) IS NOT NULL THEN \(number) END"
  }

  /// The old place, where it stands beside the old key.
  private func order(_ ordered: PropertyKey, _ mapping: EntityMapping) -> String? {
    guard let holder = LinkSlot.holder(ofOrder: ordered, context: context) else { return nil }
    return placeholder(holder, mapping)?.order
  }

  private static func offset(_ assignment: KeyAssignment) -> Int64 {
    switch assignment {
    case .kept: 0
    case .shifted(let offset): offset
    case .ranked(let base): base
    }
  }
}
