/// A text as a scalar of YAML, on one line, that is read back as it was.
package enum YAMLScalarText {
  /// Longer ones have to be announced with `? `; libyaml reads 1024 characters.
  package static let longestSimpleKey = 1000

  /// Plain where nothing in it could be taken for YAML, else in quotes. It must not hold a NUL, which no document can.
  package static func text(_ text: String) -> String {
    if isPlain(text) { return text }
    guard text.unicodeScalars.allSatisfy(isPrintable) else { return doubleQuoted(text) }
    // By scalars: a quote and the accent behind it are one character to Swift.
    let doubled = text.unicodeScalars.flatMap { $0 == "'" ? [$0, $0] : [$0] }
    return "'" + String(String.UnicodeScalarView(doubled)) + "'"
  }

  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, last != " " else { return false }
    return isLetter(first) && scalars.allSatisfy { $0 != ":" && $0 != "#" && isPrintable($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "("
  }

  /// On one line; the breaks of YAML would be folded.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    YAMLCharacters.isAllowed(scalar)
      && !["\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        // What is not printable lies below 10000, all of it.
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
