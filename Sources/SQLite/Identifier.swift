/// SQL text for names.
package enum Identifier {
  /// A name as a quoted identifier.
  package static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// A name as it stands where SQL allows that, as Core Data writes its own; else quoted.
  package static func plainOrQuoted(_ name: String) -> String {
    name.utf8.allSatisfy(isPlain) ? name : quoted(name)
  }

  /// A path as part of a `file:` URI: whatever could mean something there is written in hexadecimal digits.
  static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.map { byte in
      byte < 0x80 && isPlain(byte) || byte == UInt8(ascii: "/")
        ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// A text as a string literal. Only for names that a schema or model holds, never for values of the data.
  package static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
