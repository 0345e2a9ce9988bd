import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Values that would be lost, and values that would be missing: counted per entity in one reading of its rows.
struct AttributePreflight {
  let query: SourceQuery
  let externalData: ExternalDataReader

  func run() throws -> Preflight.Result {
    var result = Preflight.Result()
    var dropped: [PropertyKey: (count: Int64, keys: [Int64], entities: [String])] = [:]
    for mapping in query.context.plan.entities {
      guard mapping.destination != nil else {
        if mapping.dropped == .rejected { continue }
        try droppedEntity(mapping, &result)
        continue
      }
      try check(mapping, &dropped, &result)
    }
    for (key, loss) in dropped.sorted(by: { $0.key < $1.key }) {
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .attributeDropped, .error, Subject(entity: key.entity, property: key.name), count: loss.count,
            oldKeys: loss.keys.sorted(),
            summary: "The new model has no place for this attribute, and rows hold values in it. "
              + "If it was renamed, its new form needs this name as renaming identifier.",
            recovery: [
              RuleHint.entity(loss.entities[0], "set: { ATTRIBUTE: \(key.name) }", query.context.plan),
              "Or leave the values behind with --allow drop:\(key).",
            ]),
          consents: consents("drop", key, loss.entities)))
    }
    return result
  }

  private func consents(_ kind: String, _ key: PropertyKey, _ entities: [String]) -> [String] {
    let exact = entities.count == 1 ? ["\(kind):\(entities[0]).\(key.name)"] : []
    return ["\(kind):\(key)"] + exact.filter { $0 != "\(kind):\(key)" }
  }

  private func droppedEntity(_ mapping: EntityMapping, _ result: inout Preflight.Result) throws(DatabaseError)
  {
    let entity = mapping.source
    let rows = query.context.keys.entry(ofSource: entity)?.keys.count ?? 0
    guard rows > 0 else { return }
    let reason =
      switch mapping.dropped {
      case .abstract(let name): "\(name) of the new model is abstract, so no object can be of it"
      case .rejected: "These rows are left out"
      case .notTaken: "No rule of the mapping file takes these rows"
      default: "The new model has no entity for these rows"
      }
    result.obstacles.append(
      Obstacle(
        Diagnostic(
          .entityDropped, .error, Subject(entity: entity), count: rows,
          oldKeys: try query.keys(of: entity, where: "TRUE"),
          summary: "\(reason): all of them would be lost, and links to them too.",
          recovery: [
            RuleHint.rows(of: entity), "Or leave the rows behind with --allow drop:\(entity).",
          ]),
        consents: ["drop:\(entity)"]))
  }

  private func check(
    _ mapping: EntityMapping,
    _ dropped: inout [PropertyKey: (count: Int64, keys: [Int64], entities: [String])],
    _ result: inout Preflight.Result
  ) throws {
    let entity = mapping.source
    let layout = query.context.source.layout
    var conditions: [String] = []
    var findings: [(Int64, [Int64]) -> Obstacle?] = []
    var notes: [Diagnostic] = []
    var losses: [(PropertyKey, Int64, [Int64])] = []
    func column(_ key: PropertyKey?) -> String? {
      key.flatMap { layout.column(of: $0) }.map(Identifier.quoted)
    }

    let plan = query.context.plan
    // What can be worked out again is no loss (`DerivedPreflight` tells of it).
    for key in mapping.droppedAttributes where !plan.source.canBeWorkedOut(key) {
      guard let column = column(key) else { continue }
      let elsewhere = (mapping.carriedElsewhere[key] ?? []).map { entity in
        " AND NOT EXISTS (SELECT 1 FROM \(query.table(of: entity)) AS further WHERE further.Z_PK = own.Z_PK)"
      }
      conditions.append("own.\(column) IS NOT NULL\(elsewhere.joined())")
      findings.append { count, keys in
        losses.append((key, count, keys))
        return nil
      }
    }
    for attribute in mapping.attributes {
      let target = attribute.destination
      let column = column(attribute.source)
      let isComputed = plan.destination.canBeWorkedOut(target)
      let wasDerived = attribute.source.map { plan.source.canBeWorkedOut($0) } ?? false
      if isComputed {
        if let column, let source = attribute.source, !wasDerived {
          conditions.append("\(column) IS NOT NULL")
          findings.append { count, keys in
            becomesDerived(source, entity, count, keys)
          }
        }
        continue
      }
      if let column, attribute.conversion == .incompatible, let source = attribute.source, !wasDerived {
        conditions.append("\(column) IS NOT NULL")
        findings.append { count, keys in
          Obstacle(
            Diagnostic(
              .typeChanged, .error, Subject(entity: entity, property: source.name), count: count,
              oldKeys: keys,
              summary:
                "The type of this attribute changes, and how its values change with it cannot be inferred.",
              recovery: [
                "Keep the type, or add an attribute of the new type under another name.",
                RuleHint.entity(entity, "set: { \(target.name): SQL }", plan),
                "Or leave the values behind with --allow drop:\(source).",
              ]),
            consents: consents("drop", source, [entity]))
        }
      }
      if let column, case .convert(let conversion) = attribute.conversion {
        for loss in ConversionLoss.allCases {
          conditions.append(ConversionFunctions.loses(column, conversion, loss))
          findings.append { .conversion(attribute, of: entity, loss, count: $0, keys: $1) }
        }
      }
      guard attribute.becomesRequired else { continue }
      let isMissing = attribute.isNew ? "TRUE" : "\(column ?? "NULL") IS NULL"
      if attribute.destinationAttribute.defaultValue == nil {
        conditions.append(isMissing)
        findings.append { count, keys in
          Obstacle(
            Diagnostic(
              .valueMissing, .error, Subject(entity: target.entity, property: target.name), count: count,
              oldKeys: keys,
              summary: "The new model requires a value here and gives no default, and these rows have none.",
              recovery: [
                "Give the attribute a default in the model, or make it optional.",
                "Or say in a mapping file what they get: `defaults: { \(target): SQL }`.",
              ]))
        }
      } else if !attribute.isNew {
        conditions.append(isMissing)
        findings.append { count, keys in
          notes.append(
            Diagnostic(
              .defaultForNull, .note, Subject(entity: target.entity, property: target.name), count: count,
              oldKeys: keys,
              summary: "These rows had no value where the new model requires one: they got its default."))
          return nil
        }
      }
    }
    try ask(entity, conditions, findings, &result)
    for (key, count, keys) in losses {
      let before = dropped[key] ?? (0, [], [])
      dropped[key] = (before.count + count, before.keys + keys, before.entities + [entity])
    }
    result.notes += notes
    try missingFiles(mapping, &result)
  }

  /// Values that anybody may have set give way to what follows from other values.
  private func becomesDerived(_ source: PropertyKey, _ entity: String, _ count: Int64, _ keys: [Int64])
    -> Obstacle
  {
    Obstacle(
      Diagnostic(
        .attributeDropped, .error, Subject(entity: entity, property: source.name), count: count,
        oldKeys: keys,
        summary:
          "This attribute becomes a derived one: its values are worked out anew, and those that rows hold go.",
        recovery: ["Leave the values behind with --allow drop:\(source)."]),
      consents: consents("drop", source, [entity]))
  }

  private func ask(
    _ entity: String, _ conditions: [String], _ findings: [(Int64, [Int64]) -> Obstacle?],
    _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    // SQLite's limit of columns is 2000; models stay below it, but several questions may concern one attribute.
    for start in stride(from: 0, to: conditions.count, by: 500) {
      let range = start..<min(start + 500, conditions.count)
      let counts = try query.counts(
        """
        SELECT \(conditions[range].map { "count(CASE WHEN \($0) THEN 1 END)" }.joined(separator: ", "))
        FROM \(query.table(of: entity)) AS own NOT INDEXED WHERE \(query.isEntity(entity))
        """)
      for (offset, count) in counts.enumerated() where count > 0 {
        let keys = try query.keys(of: entity, where: conditions[start + offset])
        guard var obstacle = findings[start + offset](count, keys) else { continue }
        obstacle.rows = RowSelection(entity: entity, condition: conditions[start + offset])
        result.obstacles.append(obstacle)
      }
    }
  }

  /// Values that move from files into the row need their files.
  private func missingFiles(_ mapping: EntityMapping, _ result: inout Preflight.Result) throws {
    for attribute in mapping.attributes where attribute.conversion == .removeTag {
      guard let key = attribute.source, let column = query.context.source.layout.column(of: key) else {
        continue
      }
      let quoted = Identifier.quoted(column)
      let statement = try query.connection.prepare(
        """
        SELECT Z_PK, \(quoted) FROM \(query.table(of: mapping.source)) NOT INDEXED
        WHERE \(query.isEntity(mapping.source)) AND typeof(\(quoted)) = 'blob' AND substr(\(quoted), 1, 1) = X'02'
        ORDER BY Z_PK
        """)
      var count: Int64 = 0
      var keys: [Int64] = []
      while try statement.step() {
        let reference = statement.withBytes(at: 1) { ExternalReference($0) }
        guard case .file(let name) = reference, try !externalData.exists(name) else { continue }
        count += 1
        result.lostFiles.insert(name)
        if keys.count < Diagnostic.maximumOldKeys { keys.append(statement.integer(at: 0)) }
      }
      guard count > 0 else { continue }
      // A required value cannot be consented away.
      let isOptional = attribute.destinationAttribute.isOptional
      result.obstacles.append(
        Obstacle(
          Diagnostic(
            .externalFileMissing, .error, Subject(entity: mapping.source, property: key.name), count: count,
            oldKeys: keys,
            summary: "The new model keeps these values in the store itself, and their files are not there.",
            recovery: [
              isOptional
                ? "Put the files back, or go on without them with --allow lossy:\(key)."
                : "Put the files back: the new model requires these values."
            ]),
          consents: isOptional ? consents("lossy", key, [mapping.source]) : [])
      )
    }
  }
}
