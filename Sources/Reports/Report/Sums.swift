/// Sums of counts. A report can come from a file, and a trap is no answer to a strange one.
enum Sums {
  /// Nil when the sum does not fit 64 bits.
  static func sum(_ parts: [Int64]) -> Int64? {
    var sum: Int64 = 0
    for part in parts {
      let (next, overflow) = sum.addingReportingOverflow(part)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
