/// The order people give to versions: "App", "App 2", "App 10".
package enum VersionOrder {
  package static func precedes(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (parts(lhs), parts(rhs))
    for (one, other) in zip(left, right) where one != other {
      switch (one, other) {
      case (.number(let a), .number(let b)): return a < b
      case (.text(let a), .text(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return left.count == right.count ? lhs.utf8.lexicographicallyPrecedes(rhs.utf8) : left.count < right.count
  }

  private enum Part: Hashable {
    case number(Int)
    case text(String)
  }

  /// Runs of digits, and what stands between them.
  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest.dropFirst(run.count)
      let text = run.trimmedOfSpaces
      if isDigit, let number = Int(run) {
        parts.append(.number(number))
      } else if !text.isEmpty {
        parts.append(.text(text))
      }
    }
    return parts
  }
}

extension Substring {
  fileprivate var trimmedOfSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
