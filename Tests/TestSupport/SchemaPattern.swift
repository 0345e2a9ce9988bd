/// A regular expression of the few forms that the project's schema has: letters and classes, each once or with `*`, `+` or
/// `{n}`, from the first letter to the last. What one part takes, the next never could.
struct SchemaPattern: Sendable {
  private struct Part {
    let bytes: Set<UInt8>
    let times: ClosedRange<Int>
  }

  private let parts: [Part]

  init(_ text: String) throws {
    guard text.hasPrefix("^"), text.hasSuffix("$") else {
      throw JSONSchema.Unsupported(description: "a pattern that is not of the whole text: \(text)")
    }
    var rest = Substring(text.dropFirst().dropLast())
    var parts: [Part] = []
    while let first = rest.first {
      var bytes: Set<UInt8>
      if first == "[", let end = rest.firstIndex(of: "]") {
        bytes = Self.members(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      } else {
        if first == "\\" { rest.removeFirst() }
        bytes = Set(rest.removeFirst().utf8)
      }
      parts.append(Part(bytes: bytes, times: Self.times(&rest)))
    }
    self.parts = parts
  }

  private static func members(_ text: Substring) -> Set<UInt8> {
    var letters = Array(text.utf8)[...]
    var result: Set<UInt8> = []
    while let first = letters.popFirst() {
      if letters.first == 0x2D, letters.count > 1 {
        letters.removeFirst()
        result.formUnion(first...(letters.popFirst() ?? first))
      } else {
        result.insert(first)
      }
    }
    return result
  }

  private static func times(_ rest: inout Substring) -> ClosedRange<Int> {
    switch rest.first {
    case "*":
      rest.removeFirst()
      return 0...Int.max
    case "+":
      rest.removeFirst()
      return 1...Int.max
    case "{":
      let number = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(number.count + 2)
      let count = Int(number) ?? 0
      return count...count
    default: return 1...1
    }
  }

  func matches(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    for part in parts {
      var count = 0
      while count < part.times.upperBound, let next = rest.first, part.bytes.contains(next) {
        rest.removeFirst()
        count += 1
      }
      if count < part.times.lowerBound { return false }
    }
    return rest.isEmpty
  }
}
