import SQLite

/// A statement of a schema without anything that a user may have written: texts, numbers and comments are gone, names
/// are told by `SafeNames`.
///
/// It is read as SQLite reads it (tokenize.c). Whatever is no token of SQL is left out, never passed on.
struct MaskedSQL {
  private(set) var text = ""

  private let names: SafeNames
  private var rest: ArraySlice<UInt8>
  /// Whether the last token leaves no space behind it.
  private var isTight = true

  init(_ sql: String, names: SafeNames) {
    self.names = names
    rest = Array(sql.utf8)[...]
    while let first = rest.first { read(first) }
  }

  private mutating func read(_ first: UInt8) {
    switch first {
    case _ where Self.isSpace(first): rest.removeFirst()
    case UInt8(ascii: "-") where second == UInt8(ascii: "-"): rest = rest.drop { $0 != UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where second == UInt8(ascii: "*"): dropComment()
    case UInt8(ascii: "'"):
      _ = readQuoted(until: first)
      write("'…'")
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard second == UInt8(ascii: "'") else { return readWord() }
      rest.removeFirst()
      _ = readQuoted(until: UInt8(ascii: "'"))
      write("x'…'")
    case UInt8(ascii: "\""), UInt8(ascii: "`"): write(name: readQuoted(until: first))
    case UInt8(ascii: "["): write(name: readBracketed())
    case _ where Self.isDigit(first): readNumber()
    case UInt8(ascii: ".") where second.map(Self.isDigit) ?? false: readNumber()
    case _ where Self.isWord(first): readWord()
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"):
      rest = rest.dropFirst().drop(while: Self.isWord)
      write("?")
    case _ where Self.comparisons.contains(first):
      let signs = rest.prefix { Self.comparisons.contains($0) }
      rest = rest[signs.endIndex...]
      write(String(decoding: signs, as: UTF8.self))
    default:
      rest.removeFirst()
      if Self.signs.contains(first) { write(sign: first) }
    }
  }

  private var second: UInt8? { rest.dropFirst().first }

  private mutating func dropComment() {
    rest = rest.dropFirst(2)
    while let byte = rest.first {
      if byte == UInt8(ascii: "*"), second == UInt8(ascii: "/") {
        rest = rest.dropFirst(2)
        return
      }
      rest.removeFirst()
    }
  }

  /// A text or a name in quotes; a quote within is written twice. One that does not end goes to the end.
  private mutating func readQuoted(until quote: UInt8) -> String {
    rest.removeFirst()
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { break }
        rest.removeFirst()
      }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func readBracketed() -> String {
    let content = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    rest = rest[content.endIndex...].dropFirst()
    return String(decoding: content, as: UTF8.self)
  }

  /// With everything that hangs on it, hexadecimal digits and exponents too.
  private mutating func readNumber() {
    while let byte = rest.first, Self.isWord(byte) || byte == UInt8(ascii: ".") {
      rest.removeFirst()
      let isExponent = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
      if isExponent, let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
        second.map(Self.isDigit) ?? false
      {
        rest.removeFirst()
      }
    }
    write("0")
  }

  private mutating func readWord() {
    let bytes = rest.prefix(while: Self.isWord)
    rest = rest[bytes.endIndex...]
    let word = String(decoding: bytes, as: UTF8.self)
    if SQLiteLibrary.isKeyword(word) {
      write(word.uppercased())
    } else if let common = Self.common[word.uppercased()] {
      write(common)
    } else if let function = Self.functions[word.uppercased()], !names.hasPseudonym(word) {
      write(function)
    } else {
      write(name: word)
    }
  }

  /// Pseudonyms are no words of SQL.
  private mutating func write(name: String) {
    let told = names(name, .name)
    write(told == name ? Identifier.plainOrQuoted(told) : Identifier.quoted(told))
  }

  private mutating func write(_ token: String) {
    if !isTight { text += " " }
    text += token
    isTight = false
  }

  private mutating func write(sign: UInt8) {
    switch sign {
    case UInt8(ascii: "."), UInt8(ascii: "("): isTight = isTight || sign == UInt8(ascii: ".")
    case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: ";"): isTight = true
    default: break
    }
    write(String(UnicodeScalar(sign)))
    isTight = sign == UInt8(ascii: ".") || sign == UInt8(ascii: "(")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), 0x80...:
      true
    default: isDigit(byte)
    }
  }

  private static let signs = Set("()+-*/%,.;&~".utf8)
  private static let comparisons = Set("<>=!|".utf8)

  /// Types, collations and functions that SQLite and Core Data bring along.
  private static let common = words(
    """
    BIGINT BLOB BOOLEAN CHAR CLOB DATE DATETIME DECIMAL DOUBLE FLOAT INT INTEGER NUMERIC REAL SMALLINT TEXT TIMESTAMP
    TINYINT VARCHAR
    BINARY NOCASE RTRIM NSCollateNoCase NSCollateFinderlike NSCollateLocaleSensitive
    NSCoreDataTriggerUpdateAffectedObjectValue NSCoreDataDATriggerUpdatedAffectedObjectValue
    NSCoreDataDATriggerInsertUpdatedAffectedObjectValue
    main new old rowid oid _rowid_ strict temp
    """)

  /// Functions and modules, unless something in the schema bears the name: a table may be called `max`.
  private static let functions = words(
    """
    abs avg bm25 changes coalesce count format fts3 fts4 fts5 geopoly glob group_concat hex highlight
    ifnull iif instr json json_array json_each json_extract json_object julianday last_insert_rowid length like lower
    ltrim max min nullif printf quote random randomblob round rtree rtree_i32 sign snippet
    soundex sqlite_version strftime substr substring sum time total trim typeof unicode unixepoch upper zeroblob
    """)

  /// Their spelling, by the words in capitals.
  private static func words(_ text: String) -> [String: String] {
    Dictionary(
      text.split { $0 == " " || $0 == "\n" }.map { ($0.uppercased(), String($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
