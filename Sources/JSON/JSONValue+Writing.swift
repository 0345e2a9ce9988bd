extension JSONValue {
  /// The canonical text: keys by UTF-8 bytes, two spaces a level, a line feed at the end.
  package var text: String {
    var result = ""
    write(to: &result, indentation: 0)
    return result + "\n"
  }

  /// The same on one line without spaces, without a line feed.
  package var line: String {
    var result = ""
    write(to: &result, indentation: nil)
    return result
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // The shortest digits that read back as the same number. JSON has no infinities and no NaN.
    case .real(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.writeQuoted(value, to: &text)
    case .array(let elements):
      Self.writeList(elements, "[", "]", to: &text, indentation) { $0.write(to: &$1, indentation: $2) }
    case .object(let members):
      Self.writeList(members.inKeyOrder, "{", "}", to: &text, indentation) {
        Self.writeQuoted($0.key, to: &$1)
        $1 += $2 == nil ? ":" : ": "
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: Int?,
    _ write: (Element, inout String, Int?) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let indentation { text += lineBreak(indentation + 1) }
      write(element, &text, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty { text += lineBreak(indentation) }
    text += close
  }

  private static func lineBreak(_ indentation: Int) -> String {
    "\n" + String(repeating: "  ", count: indentation)
  }

  private static func writeQuoted(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
