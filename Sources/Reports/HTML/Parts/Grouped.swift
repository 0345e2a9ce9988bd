/// Numbers for people.
enum Grouped {
  /// With a comma between every three digits.
  static func text(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    let grouped = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : String(digit)
    }
    return (number < 0 ? "-" : "") + grouped.joined()
  }

  /// Nil is a sum past what an integer holds.
  static func text(_ number: Int64?) -> String { number.map { text($0) } ?? "too many" }

  /// `1 row`, `2 rows`.
  static func text(_ number: Int64, _ one: String, _ many: String) -> String {
    "\(text(number)) \(number == 1 ? one : many)"
  }
}
