import CoreDataModel
import SQLite

/// The text of a source's trigger, read as far as it takes to know that it means the same in another store.
///
/// It comes from a file: only what Core Data writes is let through, updates of entity tables and calls of its own
/// functions. A word that is not known makes the whole unknown.
struct TriggerText {
  private enum Token: Equatable {
    case word(String)
    case text(String)
    case sign(Character)
  }

  private let name: String
  private let tokens: [Token]?

  init(_ object: SchemaCatalog.Object) {
    name = object.name
    tokens = object.sql.flatMap(Self.read)
  }

  /// Whether it does the same to a store of the other layout, and nothing but update one column.
  func isSame(in new: StoreLayout, as old: StoreLayout, writing column: String) -> Bool {
    guard let tokens, old.numbers == new.numbers, isTrigger(tokens, writing: column) else { return false }
    let places = Self.places(of: old).filter { place in
      tokens.contains { $0 == .word(place.key) || $0 == .text(place.key) }
    }
    let others = Self.places(of: new)
    for (position, token) in tokens.enumerated().dropFirst(3) {
      guard case .word(let word) = token else { continue }
      if Self.keywords.contains(word) || Self.isAlias(word) { continue }
      if tokens.indices.contains(position + 1), tokens[position + 1] == .sign("("), Self.isFunction(word) {
        continue
      }
      if let place = places[word] {
        guard others[word]?.owner == place.owner else { return false }
        continue
      }
      let holders = places.filter { $0.value.columns[word] != nil }
      guard !holders.isEmpty,
        holders.allSatisfy({ others[$0.key]?.columns[word] == $0.value.columns[word] })
      else { return false }
    }
    return true
  }

  /// `CREATE TRIGGER name …  BEGIN UPDATE …; SELECT …; END`, and nothing behind.
  private func isTrigger(_ tokens: [Token], writing column: String) -> Bool {
    guard tokens.starts(with: [.word("CREATE"), .word("TRIGGER"), .word(name)]),
      let begin = tokens.firstIndex(of: .word("BEGIN")), tokens.last == .word("END"),
      tokens.dropLast().last == .sign(";"), !tokens[..<begin].contains(.sign(";"))
    else { return false }
    let statements = tokens[(begin + 1)...].dropLast().split(separator: .sign(";"))
    return statements.allSatisfy { statement in
      statement.first == .word("SELECT") || Self.isUpdate(Array(statement), of: column)
    }
  }

  /// `UPDATE table SET column = …`, and no second assignment.
  private static func isUpdate(_ tokens: [Token], of column: String) -> Bool {
    guard tokens.count > 5, tokens[0] == .word("UPDATE"), tokens[2] == .word("SET"),
      tokens[3] == .word(column), tokens[4] == .sign("=")
    else { return false }
    var depth = 0
    for token in tokens.dropFirst(5) {
      switch token {
      case .sign("("): depth += 1
      case .sign(")"): depth -= 1
      case .sign(",") where depth == 0: return false
      default: break
      }
    }
    return true
  }

  /// A table by what it is for, with what its columns hold.
  private struct Place {
    let owner: String
    var columns: [String: String] = [:]
  }

  private static func places(of layout: StoreLayout) -> [String: Place] {
    var places: [String: Place] = [:]
    for table in layout.tables {
      var place = Place(owner: table.rootEntity)
      for column in table.columns { place.columns[column.name] = "\(column.role)" }
      places[table.name] = place
    }
    for join in layout.joins {
      var place = Place(owner: "\(join.second.relationship)")
      for side in [join.first, join.second] {
        place.columns[side.column] = "\(side.relationship) \(side.column == join.first.column)"
        if let order = side.orderColumn { place.columns[order] = "order of \(side.relationship)" }
      }
      places[join.name] = place
    }
    return places
  }

  private static let keywords = Set(
    """
    AFTER AND AS ASC BEFORE BEGIN BETWEEN BY CASE DELETE DESC DISTINCT EACH ELSE END EXISTS FOR FROM IN INNER INSERT IS
    ISNULL JOIN LEFT LIKE LIMIT NEW NOT NOTNULL NULL OF OLD ON OR ORDER ROW SELECT SET THEN UPDATE WHEN WHERE
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  private static let functions = Set(
    "ABS AVG COALESCE COUNT IFNULL LENGTH LOWER MAX MIN ROUND SUBSTR SUM TOTAL TRIM UPPER".split(
      separator: " "
    ).map(String.init))

  private static func isFunction(_ word: String) -> Bool {
    functions.contains(word) || word.hasPrefix("NSCoreData")
  }

  /// `t0`, as Core Data's queries name their tables.
  private static func isAlias(_ word: String) -> Bool {
    word.hasPrefix("t") && word.count > 1 && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Nil for a text with comments, quoted names, or a literal that does not end.
  private static func read(_ sql: String) -> [Token]? {
    // SQLite reads scalars: a mark that joins a quote would hide it from Swift.
    guard sql.unicodeScalars.count == sql.count else { return nil }
    var tokens: [Token] = []
    var rest = Substring(sql)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      } else if first == "'" {
        // A quote within, written twice, makes two literals: neither is a name.
        let literal = rest.dropFirst().prefix { $0 != "'" }
        guard literal.endIndex < rest.endIndex else { return nil }
        tokens.append(.text(String(literal)))
        rest = rest[rest.index(after: literal.endIndex)...]
      } else {
        guard !"\"`[]".contains(first), !rest.hasPrefix("--"), !rest.hasPrefix("/*") else { return nil }
        tokens.append(.sign(first))
        rest.removeFirst()
      }
    }
    return tokens
  }
}
