import CoreDataModel
import SQLite

/// The text of a source's statement, taken apart into words, as far as it takes to know that it means the same in another
/// store.
///
/// It comes from a file: a word that is not known makes the whole unknown.
struct StatementText {
  enum Token: Hashable {
    case word(String)
    case text(String)
    case sign(Character)
  }

  let tokens: [Token]

  /// Nil for a text with comments, quoted names, or a literal that does not end.
  init?(_ sql: String) {
    guard let tokens = Self.read(sql) else { return nil }
    self.tokens = tokens
  }

  /// Whether all words from `start` on are SQL's, or names of tables and columns that hold the same in both layouts.
  ///
  /// - Parameter isFunction: which words may be called.
  func isSame(
    in new: StatementPlaces, as old: StatementPlaces, from start: Int, isFunction: (String) -> Bool
  ) -> Bool {
    guard old.numbers == new.numbers else { return false }
    let named = Set(
      tokens.compactMap { token -> String? in
        switch token {
        case .word(let word), .text(let word): word
        case .sign: nil
        }
      })
    let places = old.tables.filter { named.contains($0.key) }
    let others = new.tables
    for (position, token) in tokens.enumerated().dropFirst(start) {
      guard case .word(let word) = token else { continue }
      if Self.keywords.contains(word) || Self.isAlias(word) { continue }
      if tokens.indices.contains(position + 1), tokens[position + 1] == .sign("("), isFunction(word) {
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

  private static let keywords = Set(
    """
    AFTER AND AS ASC BEFORE BEGIN BETWEEN BINARY BY CASE COLLATE DELETE DESC DISTINCT EACH ELSE END EXISTS FOR FROM
    IN INNER INSERT IS ISNULL JOIN LEFT LIKE LIMIT NEW NOT NOTNULL NULL OF OLD ON OR ORDER ROW SELECT SET THEN UPDATE WHEN WHERE
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// `t0`, as Core Data's queries name their tables.
  private static func isAlias(_ word: String) -> Bool {
    word.hasPrefix("t") && word.count > 1 && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

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
