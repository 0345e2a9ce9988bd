import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Derived attributes: which of them can be kept up to date in the new store, and what becomes of stored values.
///
/// None of this needs a consent: what can be worked out again is not lost.
struct DerivedPreflight {
  let query: SourceQuery
  let schema: StoreSchema

  /// Rows that one note is about.
  private struct Rows {
    var count: Int64 = 0
    var keys: [Int64] = []
  }

  private var context: MigrationContext { query.context }

  func run() throws(DatabaseError) -> Preflight.Result {
    var result = Preflight.Result()
    let unsupported = schema.omissions.filter { $0.kind == .derivedAttribute }.map {
      PropertyKey($0.entity, $0.name)
    }
    for key in unsupported {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .derivedUnsupported, .error, Subject(entity: key.entity, property: key.name),
            summary:
              "This derived attribute needs triggers of a form that is not known, and the source has none that "
              + "mean the same in the new store.",
            recovery: ["Migrate to a model version without it."])))
    }
    var added: [PropertyKey: Rows] = [:]
    var unknown: [PropertyKey: Rows] = [:]
    var kept: [PropertyKey: Rows] = [:]
    var dropped: [PropertyKey: Rows] = [:]
    for mapping in context.plan.entities where mapping.destination != nil {
      for key in mapping.droppedAttributes where context.plan.source.canBeWorkedOut(key) {
        try add(column(key) + " IS NOT NULL", mapping, to: &dropped[key, default: Rows()])
      }
      for attribute in mapping.attributes {
        if attribute.conversion == .incompatible, let source = attribute.source,
          context.plan.source.canBeWorkedOut(source)
        {
          try add(column(source) + " IS NOT NULL", mapping, to: &dropped[source, default: Rows()])
        }
        guard let derivation = context.plan.destination.derivation(of: attribute.destination),
          !unsupported.contains(attribute.destination)
        else { continue }
        if derivation.isComputable, attribute.isNew {
          try add("TRUE", mapping, to: &added[attribute.destination, default: Rows()])
        }
        guard !derivation.isComputable else { continue }
        if let source = attribute.source {
          try add(column(source) + " IS NOT NULL", mapping, to: &kept[attribute.destination, default: Rows()])
        } else {
          try add("TRUE", mapping, to: &unknown[attribute.destination, default: Rows()])
        }
      }
    }
    for (key, rows) in unknown.sorted(by: { $0.key < $1.key }) where rows.count > 0 {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .derivedUnsupported, .error, Subject(entity: key.entity, property: key.name), count: rows.count,
            oldKeys: Array(rows.keys.sorted().prefix(Diagnostic.maximumOldKeys)),
            summary:
              "What this derived attribute is made of cannot be worked out here, and these rows have no value "
              + "for it.",
            recovery: ["Migrate to a model version without it."])))
    }
    note(
      .derivedAdded, added, "This derived attribute is new. It was worked out for these rows from the data.",
      &result)
    note(
      .derivedKept, kept,
      "What this derived attribute is made of cannot be worked out here: these rows keep the value that the source "
        + "stores.", &result)
    note(
      .derivedDropped, dropped,
      "The new model has no place for this derived attribute. Its values follow from others: nothing is lost.",
      &result)
    return result
  }

  private func column(_ key: PropertyKey) -> String {
    context.source.layout.column(of: key).map(Identifier.quoted) ?? "NULL"
  }

  private func add(_ condition: String, _ mapping: EntityMapping, to rows: inout Rows) throws(DatabaseError) {
    let entity = mapping.source
    let count = try query.connection.integer(
      "SELECT count(*) FROM \(query.table(of: entity)) NOT INDEXED WHERE \(query.isEntity(entity)) AND \(condition)"
    )
    guard count > 0 else { return }
    rows.count += count
    rows.keys += try query.keys(of: entity, where: condition)
  }

  private func note(
    _ id: DiagnosticID, _ rows: [PropertyKey: Rows], _ summary: String, _ result: inout Preflight.Result
  ) {
    for (key, rows) in rows.sorted(by: { $0.key < $1.key }) where rows.count > 0 {
      result.notes.append(
        Diagnostic(
          id, .note, Subject(entity: key.entity, property: key.name), count: rows.count,
          oldKeys: Array(rows.keys.sorted().prefix(Diagnostic.maximumOldKeys)), summary: summary))
    }
  }
}
