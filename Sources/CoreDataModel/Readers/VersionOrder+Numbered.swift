extension VersionOrder {
  /// Whether one version came before another for sure: their names are the same but for the numbers at their ends, as
  /// Xcode gives them (`App`, `App 2`, `App 2.10`). Names that differ otherwise say nothing.
  package static func isEarlier(_ lhs: String, than rhs: String) -> Bool {
    let (left, right) = (split(lhs), split(rhs))
    guard left.stem.utf8.elementsEqual(right.stem.utf8), left.numbers != right.numbers else { return false }
    return left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// A name's beginning, and the numbers that end it. No number is the first version's.
  private static func split(_ name: String) -> (stem: String, numbers: [Int]) {
    let digits = name.reversed().prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
    let tail = String(digits.reversed())
    let numbers = tail.split(separator: ".").compactMap { Int($0) }
    var stem = name.dropLast(tail.count)
    while let last = stem.last, " _-v".contains(last) { stem = stem.dropLast() }
    return (String(stem), numbers.isEmpty ? [1] : numbers)
  }
}
