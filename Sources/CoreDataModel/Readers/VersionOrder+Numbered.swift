extension VersionOrder {
  /// Whether one version came before another for sure: their names are the same but for the numbers at their ends, as
  /// Xcode gives them (`App`, `App 2`, `App 2.10`). Names that differ otherwise say nothing.
  package static func isEarlier(_ lhs: String, than rhs: String) -> Bool {
    let (left, right) = (split(lhs), split(rhs))
    guard left.stem.utf8.elementsEqual(right.stem.utf8), left.numbers != right.numbers else { return false }
    // 1 and 1.0 are one number.
    let count = max(left.numbers.count, right.numbers.count)
    func padded(_ numbers: [Int]) -> [Int] { numbers + Array(repeating: 0, count: count - numbers.count) }
    return padded(left.numbers).lexicographicallyPrecedes(padded(right.numbers))
  }

  private static let separators = " _-"

  /// A name's beginning, and the numbers that end it. No number is the first version's.
  private static func split(_ name: String) -> (stem: String, numbers: [Int]) {
    let digits = name.reversed().prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
    let tail = String(digits.reversed())
    let numbers = tail.split(separator: ".").compactMap { Int($0) }
    var stem = name.dropLast(tail.count)
    while let last = stem.last, separators.contains(last) { stem = stem.dropLast() }
    // `App v2` and `App_v2`; but the v of `Mov 2` is the name's.
    let isOwnWord = stem.dropLast().last.map { separators.contains($0) } ?? true
    if isOwnWord, let last = stem.last, "vV".contains(last),
      stem.endIndex == name.dropLast(tail.count).endIndex
    {
      stem = stem.dropLast()
      while let last = stem.last, separators.contains(last) { stem = stem.dropLast() }
    }
    return (String(stem), numbers.isEmpty ? [1] : numbers)
  }
}
