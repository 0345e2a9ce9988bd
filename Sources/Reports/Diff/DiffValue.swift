internal import JSON

/// What stands at a place of one body, short enough for people.
struct DiffValue {
  let text: String

  /// So many digits of a digest tell it from any other.
  private static let shownDigits = 16

  /// - Parameter other: what stands there in the other body; of lists only what that one lacks is told.
  init(_ value: JSONValue, beside other: JSONValue?) {
    text = Self.text(value, other)
  }

  private static func text(_ value: JSONValue, _ other: JSONValue?) -> String {
    switch value {
    case .null: return "none"
    case .string(let text): return short(text)
    case .array(let elements):
      guard case .array(let others)? = other else { return list(elements) }
      let own = ListChange(elements, others).gone
      return own.isEmpty ? "the same in another order" : list(own)
    case .object(let members):
      // What is nothing, and what the place names already, need not be said.
      let said = members.inKeyOrder.filter {
        $0.value != 0 && $0.value != .null && $0.value != [] && !isName($0.key)
      }
      return said.isEmpty ? "there" : said.map { "\($0.key) \(text($0.value, nil))" }.joined(separator: ", ")
    default: return value.line
    }
  }

  private static func list(_ elements: [JSONValue]) -> String {
    let words = elements.map { element -> String in
      guard case .object(let members) = element, case .string(let name)? = members["name"] else {
        return text(element, nil)
      }
      return name
    }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  private static func isName(_ key: String) -> Bool {
    ["entity", "name", "source", "destination", "consent", "check"].contains(key)
  }

  /// A version hash, or a digest with its `sha256:`.
  private static func short(_ text: String) -> String {
    let digits = text.hasPrefix("sha256:") ? text.dropFirst(7) : text[...]
    guard digits.utf8.count == 64,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return text.isEmpty ? "\"\"" : text }
    return text.dropLast(64 - shownDigits) + "…"
  }
}
