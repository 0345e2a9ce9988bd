/// Reads the format language of `NSPredicate`. What it does not know is no predicate to it: nothing is guessed.
struct MappingPredicateParser {
  private typealias Token = MappingPredicateLexer.Token

  private static let maximumDepth = 50
  /// Words that no key path of a store begins with, or that change the meaning of what follows.
  private static let reserved: Set<String> = [
    "ANY", "SOME", "ALL", "NONE", "SUBQUERY", "FUNCTION", "TERNARY", "FETCH", "SELF", "FIRST", "LAST", "SIZE",
    "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
  ]

  private let tokens: [Token]
  private var position = 0
  private var depth = 0

  private init(_ tokens: [Token]) {
    self.tokens = tokens
  }

  static func predicate(_ text: String) -> MappingPredicate? {
    guard let tokens = MappingPredicateLexer.tokens(text) else { return nil }
    var parser = MappingPredicateParser(tokens)
    guard let predicate = parser.disjunction(), parser.position == tokens.count else { return nil }
    return predicate
  }

  private mutating func disjunction() -> MappingPredicate? {
    list(["OR", "||"], of: { $0.conjunction() }, as: { .or($0) })
  }

  private mutating func conjunction() -> MappingPredicate? {
    list(["AND", "&&"], of: { $0.negation() }, as: { .and($0) })
  }

  private mutating func list(
    _ separators: [String], of member: (inout Self) -> MappingPredicate?,
    as whole: ([MappingPredicate]) -> MappingPredicate
  ) -> MappingPredicate? {
    guard let first = member(&self) else { return nil }
    var members = [first]
    while take(separators) {
      guard let next = member(&self) else { return nil }
      members.append(next)
    }
    return members.count == 1 ? first : whole(members)
  }

  private mutating func negation() -> MappingPredicate? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return nil }
    if take(["NOT", "!"]) { return negation().map { .not($0) } }
    return primary()
  }

  private mutating func primary() -> MappingPredicate? {
    if take(["TRUEPREDICATE"]) { return .constant(true) }
    if take(["FALSEPREDICATE"]) { return .constant(false) }
    if take(["("]) {
      guard let inner = disjunction(), take([")"]) else { return nil }
      return inner
    }
    guard let left = operand(), let comparison = comparison(), let right = operand() else { return nil }
    return .comparison(left, comparison, right)
  }

  private mutating func comparison() -> MappingPredicate.Operator? {
    guard let token = next() else { return nil }
    switch token {
    case .sign("="), .sign("=="): return .equal
    case .sign("!="), .sign("<>"): return .notEqual
    case .sign("<"): return .less
    case .sign("<="), .sign("=<"): return .lessOrEqual
    case .sign(">"): return .greater
    case .sign(">="), .sign("=>"): return .greaterOrEqual
    case .word(let word): return MappingPredicate.Operator(rawValue: word.uppercased())
    default: return nil
    }
  }

  private mutating func operand() -> MappingPredicate.Operand? {
    guard let token = next() else { return nil }
    switch token {
    case .text(let text): return .text(text)
    case .number(let text): return .number(text)
    case .sign("{"): return list()
    case .word(let word): return value(word)
    case .sign: return nil
    }
  }

  private mutating func list() -> MappingPredicate.Operand? {
    var members: [MappingPredicate.Operand] = []
    repeat {
      guard let member = operand() else { return nil }
      if case .list = member { return nil }
      members.append(member)
    } while take([","])
    return take(["}"]) ? .list(members) : nil
  }

  private mutating func value(_ word: String) -> MappingPredicate.Operand? {
    switch word.uppercased() {
    case "NIL", "NULL": return .null
    case "TRUE", "YES": return .boolean(true)
    case "FALSE", "NO": return .boolean(false)
    case "CAST": return date()
    default: break
    }
    // A key that is a word of the language is written with a `#` in front.
    let isEscaped = word.hasPrefix("#")
    let path = word.dropFirst(isEscaped ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard let first = path.first, !path.contains(""), isEscaped || !Self.reserved.contains(first.uppercased())
    else { return nil }
    // A function, or an index into a list.
    if case .sign(let sign)? = peek, ["(", "["].contains(sign) { return nil }
    return .keyPath(path)
  }

  private mutating func date() -> MappingPredicate.Operand? {
    guard take(["("]), case .number(let seconds)? = next(), take([","]), case .text("NSDate")? = next(),
      take([")"])
    else { return nil }
    return .date(seconds)
  }

  private var peek: Token? { position < tokens.count ? tokens[position] : nil }

  private mutating func next() -> Token? {
    guard let token = peek else { return nil }
    position += 1
    return token
  }

  private mutating func take(_ spellings: [String]) -> Bool {
    switch peek {
    case .sign(let sign)? where spellings.contains(sign): break
    case .word(let word)? where spellings.contains(word.uppercased()): break
    default: return false
    }
    position += 1
    return true
  }
}
