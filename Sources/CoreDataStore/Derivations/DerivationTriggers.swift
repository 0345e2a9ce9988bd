import CoreDataModel

/// The text of the triggers that keep a derived attribute up to date, as Core Data writes it (format page 2.6).
struct DerivationTriggers {
  let layout: StoreLayout
  let era: SchemaEra

  /// Nil where no real store shows the form.
  func triggers(of attribute: PropertyKey) -> [StoreSchema.Trigger]? {
    guard let derived = DerivedColumn(attribute, in: layout), coversTable(attribute.entity) else {
      return nil
    }
    let parts =
      switch derived.origin {
      // Counts over join tables were never seen.
      case .links(let table, _) where layout.joins.contains { $0.name == table }: [Part]()
      case .links(let table, let column): count(derived, table, column)
      case .cell(let key, let table, let column): cell(derived, key, table, column)
      }
    guard !parts.isEmpty else { return nil }
    return parts.map { part in
      let name = "Z_DA_\(part.table)_\(attribute.entity)_\(attribute.name)_\(part.name)"
      return StoreSchema.Trigger(
        name: name, table: part.table, attribute: attribute,
        sql:
          "CREATE TRIGGER \(name) AFTER \(part.event) ON \(part.table) FOR EACH ROW \(part.condition)BEGIN "
          + "UPDATE \(derived.table) SET \(derived.column) = \(part.value) WHERE \(part.rows); "
          + "SELECT NSCoreDataDATrigger\(part.function)AffectedObjectValue('\(derived.table)', Z_ENT, Z_PK, "
          + "'\(attribute.name)', \(derived.column)) FROM \(derived.table) WHERE \(part.rows); END")
    }
  }

  private struct Part {
    let name: String
    let table: String
    let event: String
    var condition = ""
    let value: String
    let rows: String
    var function = "Updated"
  }

  /// The triggers do not ask for a row's entity: seen only where every row of the table has the attribute.
  private func coversTable(_ entity: String) -> Bool {
    let model = layout.model
    return model.subtree(of: model.root(of: entity)).allSatisfy { member in
      model.entity(member)?.isAbstract ?? false || model.isKind(member, of: entity)
    }
  }

  /// `1 <= Z_ENT AND Z_ENT <= 2`: the entity and those below it, as older frameworks ask for; else nil.
  private func range(_ derived: DerivedColumn, of row: String = "") -> String? {
    let numbers = layout.model.subtree(of: derived.attribute.entity).compactMap { layout.number(of: $0) }
    guard era.hasDerivationRange, numbers.count > 1, let first = numbers.min(), let last = numbers.max()
    else {
      return nil
    }
    return "\(first) <= \(row)Z_ENT AND \(row)Z_ENT <= \(last)"
  }

  /// The condition of a trigger on the rows that have the attribute.
  private func own(_ derived: DerivedColumn) -> String {
    range(derived, of: "NEW.").map { "WHEN \($0) " } ?? ""
  }

  private func rows(_ text: String, _ derived: DerivedColumn) -> String {
    range(derived).map { "\(text) AND \($0)" } ?? text
  }

  private func count(_ derived: DerivedColumn, _ table: String, _ column: String) -> [Part] {
    let own = derived.column
    func part(_ name: String, _ event: String, _ row: String, _ value: String) -> Part {
      Part(
        name: "PARAMETER_\(name)", table: table, event: event,
        condition: "WHEN (\(row).\(column) NOT NULL) ", value: value,
        rows: rows("Z_PK = \(row).\(column)", derived))
    }
    return [
      part("INSERT", "INSERT", "NEW", "IFNULL(\(own), 0) + 1"),
      part("UPDATE_INCREMENT", "UPDATE OF \(column)", "NEW", "\(own) + 1"),
      part("UPDATE_DECREMENT", "UPDATE OF \(column)", "OLD", "\(own) - 1"),
      part("DELETE", "DELETE", "OLD", "\(own) - 1"),
      Part(
        name: "SOURCE_INSERT", table: derived.table, event: "INSERT", condition: self.own(derived),
        value: "(SELECT IFNULL(COUNT(\(column)), 0) FROM \(table) WHERE \(column) = NEW.Z_PK)",
        rows: "Z_PK = NEW.Z_PK", function: "InsertUpdated"),
    ]
  }

  private func cell(_ derived: DerivedColumn, _ key: String, _ table: String, _ column: String) -> [Part] {
    let far = "(SELECT \(column) FROM \(table) WHERE Z_PK = NEW.\(key))"
    return [
      Part(
        name: "SOURCE_INSERT", table: derived.table, event: "INSERT", condition: own(derived), value: far,
        rows: "Z_PK = NEW.Z_PK", function: "InsertUpdated"),
      Part(
        name: "SOURCE_UPDATE", table: derived.table, event: "UPDATE OF \(key)", condition: own(derived),
        value: far,
        rows: "Z_PK = NEW.Z_PK"),
      Part(
        name: "PARAMETER_INSERT", table: table, event: "INSERT", value: "NEW.\(column)",
        rows: rows("\(key) = NEW.Z_PK", derived), function: "InsertUpdated"),
      Part(
        name: "PARAMETER_UPDATE", table: table, event: "UPDATE OF \(column)", value: "NEW.\(column)",
        rows: rows("\(key) = NEW.Z_PK", derived)),
    ]
  }
}
