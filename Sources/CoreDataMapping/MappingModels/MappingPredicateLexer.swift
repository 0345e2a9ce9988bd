/// Takes a predicate apart into words, numbers, texts and signs.
struct MappingPredicateLexer {
  enum Token: Hashable {
    case word(String)
    case number(String)
    case text(String)
    case sign(String)
  }

  /// Longer ones first.
  private static let signs = [
    "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "<", ">", "=", "!", "(", ")", "{", "}", ",", "[",
    "]",
  ]

  private let characters: [Character]
  private var position = 0

  private init(_ text: String) {
    characters = Array(text)
  }

  /// Nil for what is not known: escapes, arguments (`%@`), variables, arithmetic.
  static func tokens(_ text: String) -> [Token]? {
    var lexer = MappingPredicateLexer(text)
    var tokens: [Token] = []
    while lexer.skipSpace() {
      guard let token = lexer.next() else { return nil }
      tokens.append(token)
    }
    return tokens
  }

  private mutating func skipSpace() -> Bool {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    return position < characters.count
  }

  private mutating func next() -> Token? {
    let first = characters[position]
    if first == "'" || first == "\"" { return text(until: first) }
    if Self.isDigit(first) || (first == "-" && peek(1).map(Self.isDigit) == true) { return number() }
    if Self.isLetter(first) || first == "@" || first == "#" { return word() }
    for sign in Self.signs where characters[position...].starts(with: sign) {
      position += sign.count
      return .sign(sign)
    }
    return nil
  }

  private func peek(_ distance: Int) -> Character? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  private mutating func text(until quote: Character) -> Token? {
    position += 1
    var text = ""
    while position < characters.count {
      let character = characters[position]
      position += 1
      if character == quote { return .text(text) }
      // What an escape means has not been seen.
      guard character != "\\" else { return nil }
      text.append(character)
    }
    return nil
  }

  private mutating func number() -> Token? {
    let start = position
    position += 1
    while let character = peek(0), Self.isDigit(character) || ".eE+-".contains(character) { position += 1 }
    let text = String(characters[start..<position])
    // A number that runs into a word is none.
    if let character = peek(0), Self.isLetter(character) { return nil }
    return text.hasSuffix(".") || Double(text) == nil ? nil : .number(text)
  }

  private mutating func word() -> Token {
    let start = position
    position += 1
    while let character = peek(0),
      Self.isLetter(character) || Self.isDigit(character) || character == "." || character == "@"
    {
      position += 1
    }
    return .word(String(characters[start..<position]))
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isLetter(_ character: Character) -> Bool { character.isLetter || character == "_" }
}
