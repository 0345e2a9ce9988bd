import CoreDataModel
import SQLite

/// The text of a source's trigger, read as far as it takes to know that it means the same in another store.
///
/// It comes from a file: only what Core Data writes is let through, updates of entity tables and calls of its own
/// functions. A word that is not known makes the whole unknown.
struct TriggerText {
  private let name: String
  private let text: StatementText?

  init(_ object: SchemaCatalog.Object) {
    name = object.name
    text = object.sql.flatMap(StatementText.init)
  }

  /// Whether it does the same to a store of the other layout, and nothing but update one column.
  func isSame(in new: StatementPlaces, as old: StatementPlaces, writing column: String) -> Bool {
    guard let text, isTrigger(text.tokens, writing: column) else { return false }
    return text.isSame(in: new, as: old, from: 3, isFunction: Self.isFunction)
  }

  /// `CREATE TRIGGER name …  BEGIN UPDATE …; SELECT …; END`, and nothing behind.
  private func isTrigger(_ tokens: [StatementText.Token], writing column: String) -> Bool {
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
  private static func isUpdate(_ tokens: [StatementText.Token], of column: String) -> Bool {
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

  private static let functions = Set(
    "ABS AVG COALESCE COUNT IFNULL LENGTH LOWER MAX MIN ROUND SUBSTR SUM TOTAL TRIM UPPER".split(
      separator: " "
    ).map(String.init))

  private static func isFunction(_ word: String) -> Bool {
    functions.contains(word) || word.hasPrefix("NSCoreData")
  }
}
