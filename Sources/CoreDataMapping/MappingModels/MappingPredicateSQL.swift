import CoreDataModel

/// A predicate as SQL over the rows of a source entity, where SQL is known to take the same rows.
struct MappingPredicateSQL {
  /// What is compared: SQL, and of what kind its values are.
  private struct Side {
    var sql: String
    var kind: Kind
    var mayBeNull: Bool
  }

  private enum Kind {
    case number, boolean, text, date, link, other
  }

  private let path: SourcePath

  /// Nil where the predicate is of no known form, or SQL could take other rows.
  static func sql(_ predicate: String, over entity: String, of model: ManagedObjectModel) -> String? {
    guard let predicate = MappingPredicateParser.predicate(predicate) else { return nil }
    return MappingPredicateSQL(path: SourcePath(model: model, entity: entity)).sql(
      predicate, isNegated: false)
  }

  /// - Parameter isNegated: below a NOT, where it matters what a comparison with nothing is.
  private func sql(_ predicate: MappingPredicate, isNegated: Bool) -> String? {
    switch predicate {
    case .constant(let flag): return flag ? "1" : "0"
    case .and(let members): return joined(members, " AND ", isNegated: isNegated)
    case .or(let members): return joined(members, " OR ", isNegated: isNegated)
    case .not(let member): return sql(member, isNegated: true).map { "NOT (\($0))" }
    case .comparison(let left, let comparison, let right):
      guard case .keyPath(let names) = left else {
        // `5 < pages`: the other way round.
        guard case .keyPath(let names) = right, let turned = Self.turned(comparison), let side = side(names)
        else { return nil }
        return self.comparison(side, turned, left, isNegated: isNegated)
      }
      guard let side = side(names) else { return nil }
      return self.comparison(side, comparison, right, isNegated: isNegated)
    }
  }

  private func joined(_ members: [MappingPredicate], _ word: String, isNegated: Bool) -> String? {
    var texts: [String] = []
    for member in members {
      guard let text = sql(member, isNegated: isNegated) else { return nil }
      texts.append("(\(text))")
    }
    return texts.joined(separator: word)
  }

  private func side(_ names: [String]) -> Side? {
    switch path.end(names) {
    case .attribute(let attribute, let sql):
      let kind: Kind =
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float: .number
        case .boolean: .boolean
        case .string: .text
        case .date: .date
        default: .other
        }
      return Side(sql: sql, kind: kind, mayBeNull: attribute.isOptional || names.count > 1)
    case .toOne(let sql, _): return Side(sql: sql, kind: .link, mayBeNull: true)
    case .count(let sql): return Side(sql: sql, kind: .number, mayBeNull: false)
    default: return nil
    }
  }

  private func comparison(
    _ side: Side, _ comparison: MappingPredicate.Operator, _ value: MappingPredicate.Operand, isNegated: Bool
  ) -> String? {
    if value == .null {
      switch comparison {
      case .equal: return "\(side.sql) IS NULL"
      case .notEqual: return "\(side.sql) IS NOT NULL"
      default: return nil
      }
    }
    // Whether Core Data takes rows without a value then is not known.
    guard !(isNegated && side.mayBeNull) else { return nil }
    switch (comparison, value) {
    case (.equal, _): return literal(value, side.kind).map { "\(side.sql) = \($0)" }
    // A row without a value differs from every value.
    case (.notEqual, _): return literal(value, side.kind).map { "\(side.sql) IS NOT \($0)" }
    case (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      // Texts are put in an order of Core Data's own.
      guard [.number, .date].contains(side.kind) else { return nil }
      return literal(value, side.kind).map { "\(side.sql) \(comparison.rawValue) \($0)" }
    case (.among, .list(let members)):
      let literals = members.compactMap { literal($0, side.kind) }
      return literals.count == members.count
        ? "\(side.sql) IN (\(literals.joined(separator: ", ")))" : nil
    case (.between, .list(let members)):
      guard members.count == 2, [.number, .date].contains(side.kind),
        let low = literal(members[0], side.kind), let high = literal(members[1], side.kind)
      else { return nil }
      return "\(side.sql) BETWEEN \(low) AND \(high)"
    case (.beginsWith, .text(let text)), (.endsWith, .text(let text)), (.contains, .text(let text)),
      (.like, .text(let text)):
      return side.kind == .text ? search(side.sql, comparison, text) : nil
    default: return nil
    }
  }

  /// Plain searches for letters of ASCII: others may be written in several ways that Core Data takes for one.
  private func search(_ sql: String, _ comparison: MappingPredicate.Operator, _ text: String) -> String? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }), let literal = SourceSQL.text(text) else {
      return nil
    }
    let length = text.utf8.count
    switch comparison {
    case .beginsWith: return "substr(\(sql), 1, \(length)) = \(literal)"
    case .endsWith: return "substr(\(sql), -\(length)) = \(literal)"
    case .contains: return "instr(\(sql), \(literal)) > 0"
    case .like:
      guard !text.contains("?"), !text.contains("\\") else { return nil }
      let inner = String(text.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed())
      guard !inner.contains("*"), !inner.isEmpty else { return nil }
      switch (text.hasPrefix("*"), text.hasSuffix("*")) {
      case (true, true): return search(sql, .contains, inner)
      case (false, true): return search(sql, .beginsWith, inner)
      case (true, false): return search(sql, .endsWith, inner)
      case (false, false): return "\(sql) = \(literal)"
      }
    default: return nil
    }
  }

  private func literal(_ value: MappingPredicate.Operand, _ kind: Kind) -> String? {
    switch (value, kind) {
    case (.text(let text), .text): SourceSQL.text(text)
    case (.number(let text), .number): text
    case (.number("0"), .boolean): "0"
    case (.number("1"), .boolean): "1"
    case (.boolean(let flag), .boolean): flag ? "1" : "0"
    case (.date(let text), .date): text
    default: nil
    }
  }

  private static func turned(_ comparison: MappingPredicate.Operator) -> MappingPredicate.Operator? {
    switch comparison {
    case .equal, .notEqual: comparison
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}
